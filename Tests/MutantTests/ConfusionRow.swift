import APlusJudge
import APlusModel
import APlusRunner
import TestSupport

@testable import APlusHosting
@testable import APlusReports

/// What a mutant breaks, and what it is said to violate.
struct ConfusionRow: CustomStringConvertible, Sendable {
  /// A language in which mutants are written, by the name that readers know.
  enum Language: String, CaseIterable {
    case swift = "Swift"
    case javascript = "JavaScript"
    case cpp = "C++"
    case python = "Python"
  }

  let language: Language
  let mutant: String
  /// The requirement that the fault breaks.
  let requirement: String
  /// Those that are violated as well, because the fault implies it.
  let follows: [String]
  let killedBy: String
  /// How often the mutant is performed at most; nil where once shows it.
  private let attempts: Int?
  /// The requirements of the headline, in order.
  private(set) var named: [String] = []
  /// What was no verdict.
  private(set) var errors: [String] = []

  /// What ends or blocks the process needs few attempts.
  private static let fewAttempts = 5

  /// Whether one performance need not show the fault.
  var isRace: Bool { attempts ?? 0 > Self.fewAttempts }
  /// What the headline says beside what it should.
  var others: [String] { named.filter { $0 != requirement && !follows.contains($0) } }
  /// What is said to follow and was not seen.
  var unseen: [String] { follows.filter { !named.contains($0) } }

  /// The host of the mutant, in a process of its own.
  var host: HostProcess {
    switch language {
    case .swift: HostProcess(swiftMutant: mutant)
    case .javascript: HostProcess(javaScriptMutant: mutant)
    case .cpp: HostProcess(cppMutant: mutant)
    case .python: HostProcess(pythonMutant: mutant)
    }
  }

  var description: String {
    let line = "\(language.rawValue) \(mutant) (\(requirement)): \(named.joined(separator: ", "))"
    return errors.isEmpty ? line : line + "; \(errors.count) errors, first \(errors[0])"
  }

  /// The rows of the mutants of a language, of which nothing is known yet.
  static func rows(of language: Language) throws -> [ConfusionRow] {
    switch language {
    case .swift: try rows(of: language, in: "mutant")
    case .javascript: try rows(of: language, in: "mutants-javascript")
    case .cpp: try rows(of: language, in: "mutants-cpp")
    case .python: try rows(of: language, in: "mutants-python")
    }
  }

  private static func rows(of language: Language, in folder: String) throws -> [ConfusionRow] {
    try Repository.faults(in: folder).compactMap { ConfusionRow($0, in: language) }
  }

  private init?(_ fault: Fault, in language: Language) {
    guard let killedBy = fault.killedBy else { return nil }
    self.language = language
    mutant = fault.name
    requirement = fault.requirement
    follows = fault.follows ?? []
    self.killedBy = killedBy
    attempts = fault.attempts
  }

  /// Takes what was found.
  mutating func take(_ cases: [CaseResult]) {
    let adapter = AdapterResult(name: mutant, argument: mutant, identity: nil, cases: cases, seconds: 0)
    named = AdapterSummary(adapter).violated
    if named.isEmpty, cases.contains(where: isAdvice) { named = [requirement] }
    errors = cases.compactMap { result in
      guard case .judged(let verdict) = result.status, case .error(let error) = verdict.outcome else { return nil }
      return "\(result.scenario.id): \(error.message)"
    }
  }

  /// Whether a case advises against what the mutant breaks: no headline names advice.
  private func isAdvice(_ result: CaseResult) -> Bool {
    guard let verdict = result.verdict, verdict.isAdvice else { return false }
    return verdict.violations.contains { $0.requirement == requirement }
  }
}
