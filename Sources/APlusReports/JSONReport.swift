import APlusJSON
package import APlusModel

/// Writes a run as JSON, whole: every case, verdict and violation.
///
/// The form is `aplus-results/1`; its schema is `specs/schema/aplus-results.schema.json`.
/// Members are sorted, durations are whole microseconds, and the seed is a
/// string, as not every reader keeps all of its digits.
package struct JSONReport {
  /// The name and version of the form.
  package static let form = "aplus-results/1"

  private var result: RunResult
  private var context: ReportContext

  package init(_ result: RunResult, in context: ReportContext) {
    self.result = result
    self.context = context
  }

  /// The document.
  package func text() -> String {
    let document: JSON = [
      "schema": .string(Self.form),
      "tool": ["name": "aplus-check", "version": .string(context.toolVersion)],
      "seed": .string(String(result.seed)),
      "options": .array(context.replayArguments.map { .string($0) }),
      "started": .string(result.timestamp),
      "microseconds": .microseconds(result.seconds),
      "interrupted": .bool(result.isInterrupted),
      "requirements": .array(requirements.map(\.json)),
      "adapters": .array(result.adapters.map { $0.json(seed: result.seed, in: context) }),
    ]
    return document.serialized(pretty: true, sortedKeys: true) + "\n"
  }

  /// The requirements that cases are about, and those that no machine can check.
  private var requirements: [Requirement] {
    let numbers = Set(
      result.adapters.flatMap { $0.cases.map(\.scenario.requirement) }
        + context.untestable.map(\.number)
    )
    return context.requirements.filter { numbers.contains($0.number) }
  }
}

extension JSON {
  /// A duration as reports write it.
  static func microseconds(_ seconds: Double) -> JSON {
    .integer(Int((min(max(seconds, 0), 31_536_000) * 1_000_000).rounded()))
  }

  /// A text from outside, cut.
  static func line(_ text: String, limit: Int = Excerpt.messageLimit) -> JSON {
    .string(Excerpt.line(text, limit: limit))
  }
}

extension Requirement {
  fileprivate var json: JSON {
    var members: JSONObject = [
      "number": .string(number),
      "chapter": .string(chapter),
      "level": .string(level.rawValue),
      "source": .string(source),
      "text": .string(text),
    ]
    members["untestable"] = untestable.map(JSON.string)
    return .object(members)
  }
}
