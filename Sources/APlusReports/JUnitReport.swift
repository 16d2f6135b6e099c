package import APlusModel

/// Writes a run as JUnit XML, in the strict shape that every known reader accepts.
///
/// Suites are not nested: one for each adapter and section, in the order of the
/// specification. Names do not depend on the seed, the duration or the machine,
/// so that readers recognise a case from one run to the next.
package struct JUnitReport {
  private var result: RunResult
  private var context: ReportContext

  package init(_ result: RunResult, in context: ReportContext) {
    self.result = result
    self.context = context
  }

  /// The document.
  package func text() -> String {
    var suites: [JUnitSuite] = []
    var budget = JUnitSuite.outputBudget
    for adapter in result.adapters {
      let lines = FailureText(adapter: adapter, seed: result.seed, context: context)
      suites += JUnitSuite.all(of: adapter, explainedBy: lines, outputBudget: &budget)
    }
    var writer = XMLWriter()
    let attributes: [XMLWriter.Attribute] = [
      ("name", "aplus-check"),
      ("tests", String(suites.map(\.cases.count).reduce(0, +))),
      ("failures", String(suites.map(\.failures).reduce(0, +))),
      ("errors", String(suites.map(\.errors).reduce(0, +))),
      ("time", FixedDecimal.seconds(result.seconds, decimals: 3)),
    ]
    writer.element("testsuites", attributes) { writer in
      for (number, suite) in suites.enumerated() {
        suite.write(to: &writer, number: number, timestamp: result.timestamp, seed: result.seed)
      }
    }
    return writer.document
  }
}
