import APlusModel

/// What every report says of a case besides its picture: the state, how it counts, and why.
///
/// A report decides only where this stands and how it is marked up, so that all of them say the same.
///
///     CaseLine(result).text  // "not reached: 2.2.4 is violated"
struct CaseLine {
  /// The state as JSON and CTRF name it: `notReached`.
  let word: String
  let mark: Mark
  /// Whether a host performed the case.
  let isPerformed: Bool
  /// The type of a failure, or that of any other case that did not pass: `aplus.order`, `aplus.not-reached`.
  let type: String
  /// What was observed, what the adapter lacks, or why a failure is expected, on one line.
  let reason: String
  /// The state in words and the reason, where the mark alone does not say it: `not reached: 2.2.4 is violated`.
  let text: String?
  /// What heads a list of such cases: `not reached, 2.2.4 is violated`.
  private(set) var heading: String?

  init(_ result: CaseResult) {
    switch result.standing {
    case .passed: self.init(word: "passed", mark: .passed)
    case .failed(let violations):
      let first = violations.first
      self.init(
        word: "failed", mark: .failed, type: (first?.type ?? .state).rawValue,
        reason: Excerpt.line(first?.message ?? "violated"))
    case .errored(let error):
      self.init(word: "error", mark: .errored, type: error.type.rawValue, reason: Excerpt.line(error.message))
    case .aftermath(let cause):
      self.init(
        word: "aftermath", mark: .failed, type: "aplus.aftermath",
        label: "passes alone, fails after \(cause) in the same host")
    case .unexpectedPass:
      self.init(word: "unexpectedPass", mark: .failed, type: "aplus.unexpected-pass", label: "unexpected pass")
      // Findings about the baseline have a list of their own.
      heading = nil
    case .expectedFailure(let entry), .expectedInSomeRuns(let entry):
      self.init(expectedBy: entry, fails: result.isFailure)
    case .advised(let violations):
      self.init(
        word: "advised", mark: .advised, type: "aplus.advice", label: RunOutcome.advised.name,
        reason: Excerpt.line(violations.first?.message ?? "violated"), cause: "beyond \(result.scenario.requirement)")
    case .notApplicable(let capability):
      self.init(
        word: "notApplicable", mark: .unasked, type: "aplus.not-applicable", label: RunOutcome.notApplicable.name,
        reason: Excerpt.line("needs \(capability)"), isPerformed: false)
    case .notReached(let requirements):
      self.init(
        word: "notReached", mark: .unasked, type: "aplus.not-reached", label: RunOutcome.notReached.name,
        reason: Excerpt.line(
          "\(requirements.joined(separator: ", ")) \(requirements.count == 1 ? "is" : "are") violated"))
    case .notRun(let reason):
      self.init(
        word: "notRun", mark: .unasked, type: "aplus.not-run", label: "not run", reason: Excerpt.line(reason),
        isPerformed: false)
    }
  }

  /// Describes a failure that a baseline's entry expects.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - fails: Whether this run shows the failure; an entry about some runs allows both.
  init(expectedBy entry: ExpectedFailure, fails: Bool) {
    let word = entry.isInSomeRuns ? "expectedInSomeRuns" : "expectedFailure"
    let now = fails ? "fails" : "passes this time"
    self.init(
      word: word, mark: .expected, type: entry.isInSomeRuns ? "aplus.expected-in-some-runs" : "aplus.expected-failure",
      label: entry.isInSomeRuns ? "\(now), expected to fail in some runs" : "fails as expected",
      reason: Excerpt.line(entry.reason))
  }

  private init(
    word: String, mark: Mark, type: String = "", label: String? = nil, reason: String = "", cause: String? = nil,
    isPerformed: Bool = true
  ) {
    self.word = word
    self.mark = mark
    self.isPerformed = isPerformed
    self.type = type
    self.reason = reason
    func labelled(_ separator: String, _ words: String) -> String? {
      label.map { words.isEmpty ? $0 : "\($0)\(separator)\(words)" }
    }
    text = labelled(": ", reason)
    heading = labelled(", ", cause ?? reason)
  }
}

/// How a case, several cases or a whole library came off, the worst first.
enum Mark: String, CaseIterable {
  case failed
  case errored
  /// Fails as a baseline expects.
  case expected
  /// Violates only what goes beyond the specification.
  case advised
  case passed
  case unasked

  /// The worst of several cases.
  init(worstOf cases: [CaseResult]) {
    let marks = Set(cases.map { CaseLine($0).mark })
    self = Self.allCases.first(where: marks.contains) ?? .unasked
  }

  var sign: String {
    switch self {
    case .failed: "✘"
    case .errored: "!"
    case .expected: "≈"
    case .advised: "·"
    case .passed: "✔"
    case .unasked: "–"
    }
  }

  /// The state of a case in words.
  var word: String {
    switch self {
    case .failed: "failed"
    case .errored: "no verdict"
    case .expected: "fails as expected"
    case .advised: "advised"
    case .passed: "passed"
    case .unasked: "not checked"
    }
  }
}
