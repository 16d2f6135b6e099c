import APlusJSON
import APlusModel

/// A line of a test protocol: a case, or a finding that is not a case.
struct ReportPoint {
  var name: String
  var isOk = true
  /// `SKIP` or `TODO` with its reason.
  var directive: String?
  /// The members that explain a failure, in order.
  var members: [(key: String, value: String)] = []

  /// The cases of an adapter in their order, then its findings.
  static func all(
    of adapter: AdapterResult,
    seed: UInt64,
    in context: ReportContext
  ) -> [ReportPoint] {
    let lines = FailureText(adapter: adapter, seed: seed, context: context)
    return adapter.cases.map { ReportPoint($0, lines) }
      + AdapterFinding.all(of: adapter, in: lines).map { finding in
        ReportPoint(
          name: finding.title,
          isOk: false,
          directive: finding.isExpected ? "TODO \(finding.message)" : nil,
          members: finding.isExpected ? [] : finding.members
        )
      }
  }

  private init(_ result: CaseResult, _ lines: FailureText) {
    self.init(name: "\(result.scenario.id) \(result.scenario.title)")
    switch result.standing {
    case .passed: break
    case .notApplicable(let reason): directive = "SKIP n/a: \(Excerpt.line(reason))"
    case .notReached(let requirements):
      directive = "SKIP not reached: \(requirements.joined(separator: ", ")) is violated"
    case .advised(let violations):
      directive = "SKIP advised: \(Excerpt.line(violations.first?.message ?? "violated"))"
    case .notRun(let reason): directive = "SKIP not run: \(Excerpt.line(reason))"
    case .expectedFailure(let entry):
      isOk = false
      directive = "TODO \(Excerpt.line(entry.reason))"
    case .expectedInSomeRuns(let entry):
      isOk = !result.isFailure
      directive = "TODO in some runs: \(Excerpt.line(entry.reason))"
    case .failed, .aftermath, .errored, .unexpectedPass:
      isOk = false
      members = FailureBlock(result, lines).members
    }
  }

  private init(
    name: String,
    isOk: Bool = true,
    directive: String? = nil,
    members: [(key: String, value: String)] = []
  ) {
    self.name = name
    self.isOk = isOk
    self.directive = directive
    self.members = members
  }
}

/// Text as JSON.
enum JSONText {
  /// A string in quotes, without characters that act on a terminal.
  static func string(_ text: String) -> String {
    JSON.string(TerminalEscaping.block(text)).serialized()
  }
}
