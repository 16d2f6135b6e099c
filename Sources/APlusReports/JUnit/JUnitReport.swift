package import APlusModel
import OrderedCollections

/// Writes a run as JUnit XML, in the strict shape that every known reader accepts.
///
/// Suites are not nested: there is one for each adapter and section, in the order of the
/// specification. Names do not depend on the seed, the duration or the machine, so that readers
/// recognize a case from one run to the next.
package struct JUnitReport {
  private let result: RunResult
  private let context: ReportContext
  private let hasAllCases: Bool

  /// Makes the report of a run.
  ///
  /// - Parameters:
  ///   - result: The run.
  ///   - context: The facts besides it.
  ///   - hasAllCases: Whether a case that was not applicable is a skipped test; else its suite counts it in a property.
  package init(_ result: RunResult, in context: ReportContext, hasAllCases: Bool = false) {
    self.result = result
    self.context = context
    self.hasAllCases = hasAllCases
  }

  /// The document.
  package func text() -> String {
    var suites: [JUnitSuite] = []
    var budget = JUnitSuite.outputBudget
    for adapter in result.adapters {
      let lines = FailureText(adapter: adapter, seed: result.seed, context: context)
      suites += JUnitSuite.all(of: adapter, explainedBy: lines, hasAllCases: hasAllCases, outputBudget: &budget)
    }
    var writer = XMLWriter()
    let attributes: [XMLWriter.Attribute] = [
      ("name", "aplus-check"), ("tests", String(suites.map(\.cases.count).reduce(0, +))),
      ("failures", String(suites.reduce(0) { $0 + $1.count(of: .failure) })),
      ("errors", String(suites.reduce(0) { $0 + $1.count(of: .error) })),
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

/// A suite of a JUnit file: a section of one adapter's run.
private struct JUnitSuite {
  /// The limit of standard error in one file, over all its cases, in bytes.
  static let outputBudget = 2_000_000

  var adapter: AdapterResult
  var section: String
  var cases: [JUnitCase]
  /// What its cases need that the adapter lacks, once for each case that was not applicable.
  var lacking: [String] = []
  /// The requirements that are not machine-checkable, in the first suite of an adapter.
  var untestable: [String] = []

  func count(of kind: JUnitCase.Problem.Kind) -> Int { cases.count { $0.problem?.kind == kind } }

  static func all(of adapter: AdapterResult, explainedBy lines: FailureText, hasAllCases: Bool, outputBudget: inout Int)
    -> [JUnitSuite]
  {
    var suites: [JUnitSuite] = []
    func add(_ section: String, _ cases: [JUnitCase], lacking: [String] = []) {
      guard !cases.isEmpty || !lacking.isEmpty else { return }
      suites.append(JUnitSuite(adapter: adapter, section: section, cases: cases, lacking: lacking))
    }
    if let failure = adapter.launchFailure {
      let name = failure.type == .wiring ? "adapter is wired correctly" : "adapter starts"
      add("adapter", [JUnitCase(name: name, seconds: adapter.seconds, error: failure)])
    }
    add("required", adapter.missing.map(JUnitCase.init(missing:)))
    for section in Section.all(of: adapter) {
      let shown = section.cases.filter { hasAllCases || $0.standing.lacking == nil }
      let cases = shown.map { JUnitCase($0, explainedBy: lines, outputBudget: &outputBudget) }
      add(section.name, cases, lacking: section.cases.compactMap(\.standing.lacking))
    }
    for violation in IncidentalViolation.all(of: adapter) {
      let name = Section.name(of: violation.requirement, chapter: violation.chapter)
      let entry = JUnitCase(violation, explainedBy: lines)
      if let place = suites.firstIndex(where: { $0.section == name }) {
        suites[place].cases.append(entry)
      } else {
        add(name, [entry])
      }
    }
    add("baseline", (adapter.baseline?.stale ?? []).map { JUnitCase($0, in: lines.context) })
    if !suites.isEmpty { suites[0].untestable = lines.context.untestable.map(\.number) }
    return suites
  }

  func write(to writer: inout XMLWriter, number: Int, timestamp: String, seed: UInt64) {
    let seconds = cases.map(\.seconds).reduce(0, +)
    let attributes: [XMLWriter.Attribute] = [
      ("id", String(number)), ("name", "\(adapter.name): \(section)"), ("tests", String(cases.count)),
      ("failures", String(count(of: .failure))), ("errors", String(count(of: .error))),
      ("skipped", String(count(of: .skipped))), ("time", FixedDecimal.seconds(seconds, decimals: 3)),
      ("timestamp", timestamp),
    ]
    writer.element("testsuite", attributes) { writer in
      writer.element("properties") { writer in
        for (name, value) in properties(seed: seed) { writer.empty("property", [("name", name), ("value", value)]) }
      }
      for testCase in cases { testCase.write(to: &writer, className: className) }
    }
  }

  /// `aplus.<adapter>.<section>`; a dot inside either would start a new package.
  private var className: String { "aplus.\(Self.identifier(adapter.name)).\(Self.identifier(section))" }

  private static func identifier(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
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
    properties += adapter.withdrawn.map { ("aplus.withdrawn", Excerpt.line("\($0.capability): \($0.reason)")) }
    if !untestable.isEmpty { properties.append(("aplus.untestable", untestable.joined(separator: " "))) }
    if !lacking.isEmpty {
      let reasons = OrderedDictionary(grouping: lacking, by: \.self).map { "\(Excerpt.line($0)) \($1.count)" }
      properties += [
        ("aplus.not-applicable", String(lacking.count)), ("aplus.lacking", reasons.joined(separator: ", ")),
      ]
    }
    if let performances = adapter.performances { properties.append(("aplus.performances", performances.description)) }
    if let hint = adapter.hint { properties.append(("aplus.hint", Excerpt.line(hint))) }
    guard adapter.baseline != nil else { return properties }
    func count(of type: String) -> String { String(cases.count { $0.problem?.type == type }) }
    return properties + [
      ("aplus.expected-failures", count(of: "aplus.expected-failure")),
      ("aplus.expected-in-some-runs", count(of: "aplus.expected-in-some-runs")),
    ]
  }
}

extension CaseResult.Standing {
  /// The capability that the adapter lacks for the case; nil where the case is applicable.
  fileprivate var lacking: String? { if case .notApplicable(let capability) = self { capability } else { nil } }
}
