import APlusJSON
package import APlusRunner

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
      "started": .string(result.timestamp),
      "microseconds": .microseconds(result.seconds),
      "interrupted": .bool(result.isInterrupted),
      "requirements": .array(context.requirements.map(\.json)),
      "adapters": .array(result.adapters.map { $0.json(seed: result.seed, in: context) }),
    ]
    return document.serialized(pretty: true, sortedKeys: true) + "\n"
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

extension ReportedRequirement {
  fileprivate var json: JSON {
    var members: JSONObject = [
      "id": .string(id), "chapter": .string(chapter), "text": .string(text),
    ]
    members["untestable"] = untestable.map(JSON.string)
    return .object(members)
  }
}
