import APlusJSON
package import APlusModel

/// Writes a run as JSON: every case, verdict and violation.
///
/// The form is `aplus-results/1`; its schema is `specs/schema/aplus-results.schema.json`. It has no
/// blanks between members, which are sorted; durations are whole microseconds. The seed is a string,
/// as some readers lose digits of large numbers.
package struct JSONReport {
  /// The name and version of the form.
  package static let form = "aplus-results/1"

  private var result: RunResult
  private var context: ReportContext

  /// Makes the report of a run.
  ///
  /// - Parameters:
  ///   - result: The run.
  ///   - context: The facts besides it.
  ///   - hasAllTraces: Whether it also has the traces of cases without a failure, as far as the run kept them.
  package init(_ result: RunResult, in context: ReportContext, hasAllTraces: Bool = false) {
    self.result = result
    self.context = context
    guard !hasAllTraces else { return }
    for adapter in result.adapters.indices {
      for place in result.adapters[adapter].cases.indices where !result.adapters[adapter].cases[place].isFailure {
        self.result.adapters[adapter].cases[place].trace = nil
        self.result.adapters[adapter].cases[place].isTraceOmitted = false
      }
    }
  }

  /// The document.
  package func text() -> String {
    var document = result.facts(as: Self.form, in: context)
    document["microseconds"] = .microseconds(result.seconds)
    document["interrupted"] = .bool(result.isInterrupted)
    document["requirements"] = .array(requirements.map(\.json))
    document["adapters"] = .array(result.adapters.map { $0.json(seed: result.seed, in: context) })
    let text = JSON.object(document).serialized(sortedKeys: true)
    return JSONEscaping.text(text) + "\n"
  }

  /// The requirements of the cases, and the selected ones that are not machine-checkable.
  private var requirements: [Requirement] {
    let numbers = Set(
      result.adapters.flatMap { $0.cases.map(\.scenario.requirement) } + context.untestable.map(\.number))
    return context.requirements.filter { numbers.contains($0.number) }
  }
}
