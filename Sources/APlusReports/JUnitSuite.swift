import APlusModel

/// One suite of a JUnit file: a section of one adapter's run.
struct JUnitSuite {
  /// The bytes of standard error that one file repeats, over all its cases.
  static let outputBudget = 2_000_000

  var adapter: AdapterResult
  var section: String
  var cases: [JUnitCase]

  var failures: Int { cases.count { $0.result.isFailure } }
  var errors: Int { cases.count { $0.result.isError } }
  private var skipped: Int { cases.count { $0.result.isSkip } }

  /// Makes the suites of one adapter.
  static func all(
    of adapter: AdapterResult,
    explainedBy lines: FailureText,
    outputBudget: inout Int
  ) -> [JUnitSuite] {
    var suites: [JUnitSuite] = []
    if let failure = adapter.launchFailure {
      let name = failure.type == .wiring ? "adapter is wired right" : "adapter starts"
      let start = JUnitCase(name: name, seconds: adapter.seconds, error: failure)
      suites.append(JUnitSuite(adapter: adapter, section: "adapter", cases: [start]))
    }
    if !adapter.missing.isEmpty {
      let cases = adapter.missing.map(JUnitCase.init(missing:))
      suites.append(JUnitSuite(adapter: adapter, section: "required", cases: cases))
    }
    for section in Section.all(of: adapter, in: lines.context) {
      var cases = section.cases.map {
        JUnitCase($0, explainedBy: lines, outputBudget: &outputBudget)
      }
      cases += section.untestable.map(JUnitCase.init(untestable:))
      suites.append(JUnitSuite(adapter: adapter, section: section.name, cases: cases))
    }
    for collected in CollectedViolation.all(of: adapter) {
      let name = Section.name(of: collected.requirement, chapter: collected.chapter)
      let summary = JUnitCase(collected, explainedBy: lines)
      if let place = suites.firstIndex(where: { $0.section == name }) {
        suites[place].cases.append(summary)
      } else {
        suites.append(JUnitSuite(adapter: adapter, section: name, cases: [summary]))
      }
    }
    if let baseline = adapter.baseline, !baseline.stale.isEmpty {
      let cases = baseline.stale.map { JUnitCase($0, in: lines.context) }
      suites.append(JUnitSuite(adapter: adapter, section: "baseline", cases: cases))
    }
    return suites
  }

  /// Writes the suite.
  func write(to writer: inout XMLWriter, number: Int, timestamp: String, seed: UInt64) {
    let seconds = cases.map(\.seconds).reduce(0, +)
    let attributes: [XMLWriter.Attribute] = [
      ("id", String(number)),
      ("name", "\(adapter.name): \(section)"),
      ("tests", String(cases.count)),
      ("failures", String(failures)),
      ("errors", String(errors)),
      ("skipped", String(skipped)),
      ("time", FixedDecimal.seconds(seconds, decimals: 3)),
      ("timestamp", timestamp),
    ]
    writer.element("testsuite", attributes) { writer in
      writer.element("properties") { writer in
        for (name, value) in properties(seed: seed) {
          writer.empty("property", [("name", name), ("value", value)])
        }
      }
      for testCase in cases { testCase.write(to: &writer, className: className) }
    }
  }

  /// `aplus.<adapter>.<section>`; a dot inside either would be read as a package's.
  private var className: String {
    "aplus.\(Self.identifier(adapter.name)).\(Self.identifier(section))"
  }

  private static func identifier(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
  }

  private func count(of kind: String) -> String {
    String(cases.count { $0.result.isSkip(of: kind) })
  }

  private func properties(seed: UInt64) -> [(String, String)] {
    var properties = [("aplus.adapter", adapter.name), ("aplus.seed", String(seed))]
    if let identity = adapter.identity {
      properties += [
        ("aplus.language", Excerpt.line(identity.language, limit: Excerpt.nameLimit)),
        ("aplus.library", Excerpt.line(identity.library, limit: Excerpt.nameLimit)),
        ("aplus.version", Excerpt.line(identity.version, limit: Excerpt.nameLimit)),
      ]
    }
    properties += adapter.withdrawn.map {
      ("aplus.withdrawn", Excerpt.line("\($0.capability): \($0.reason)"))
    }
    if let hint = adapter.hint { properties.append(("aplus.hint", Excerpt.line(hint))) }
    guard adapter.baseline != nil else { return properties }
    return properties + [
      ("aplus.expected-failures", count(of: JUnitCase.expectedFailure)),
      ("aplus.expected-in-some-runs", count(of: JUnitCase.expectedInSomeRuns)),
    ]
  }
}
