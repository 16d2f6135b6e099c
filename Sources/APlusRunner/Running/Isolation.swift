import APlusModel
import Synchronization

/// Tells whether a failure is the scenario's own, or what an earlier scenario left behind in its host.
///
/// An exception that escapes may leave a library broken for good, so that whatever its host performs next fails
/// too. So the first failure of each kind is performed once more alone, in a new host.
///
/// - If it fails there as well, that is the finding, and more of its kind are taken as they come.
/// - If it passes three times, and fails in one host after an earlier scenario, it is the aftermath of that one.
/// - If it passes in both, it is a finding that was not repeated, as a race may be.
///
/// Once it is known which kind of failure breaks a host, each host ends after a failure of that kind.
final class Isolation: Sendable {
  /// Performs scenarios one after the other in one new host; gives a result for each.
  typealias Performer = @Sendable ([Scenario]) async -> [CaseResult]

  /// A scenario that a host performed earlier.
  struct Earlier: Sendable {
    let scenario: Scenario
    /// The kind of its failure; nil where it did not fail.
    let kind: Kind?

    init(_ result: CaseResult) {
      scenario = result.scenario
      kind = Kind(result)
    }
  }

  /// What failures of one kind have in common.
  struct Kind: Hashable, Sendable {
    let requirement: String
    let type: String

    /// The kind of a failure, if only of a requirement that the case is not about; nil where nothing failed, or advice
    /// alone was not followed.
    init?(_ result: CaseResult) {
      guard case .judged(let verdict) = result.status else { return nil }
      let violations = (verdict.isAdvice ? [] : verdict.violations) + verdict.collected
      if case .error(let error) = verdict.outcome {
        requirement = ""
        type = error.type.rawValue
      } else if let violation = violations.first {
        requirement = violation.requirement
        type = violation.type.rawValue
      } else {
        return nil
      }
    }
  }

  private struct Knowledge {
    /// The kinds that fail alone.
    var repeated: Set<Kind> = []
    /// How many failures of a kind did otherwise alone.
    var deviations: [Kind: Int] = [:]
    /// The kinds of failure that leave a host broken.
    var breaking: Set<Kind> = []
  }

  /// How often a scenario must pass alone.
  private static let performances = 3
  /// How many failures of one kind are performed again, where they do otherwise alone.
  private static let attempts = 8
  /// How many earlier scenarios are tried as the cause of a failure.
  private static let suspects = 4

  private let knowledge = Mutex(Knowledge())
  private let perform: Performer

  init(_ perform: @escaping Performer) { self.perform = perform }

  /// Whether a result is a failure that is to be performed again before it is told.
  func isWanted(_ result: CaseResult) -> Bool {
    guard let kind = Kind(result) else { return false }
    return knowledge.withLock { knowledge in
      !knowledge.repeated.contains(kind)
        && knowledge.deviations[kind, default: 0] < Self.attempts
    }
  }

  /// Whether a host may be broken by what it has just performed.
  func isBreaking(_ result: CaseResult) -> Bool {
    guard let kind = Kind(result) else { return false }
    return knowledge.withLock { $0.breaking.contains(kind) }
  }

  /// What is to be told of a failure, after it was performed again.
  ///
  /// - Parameters:
  ///   - result: The failure.
  ///   - earlier: What its host had performed before, the first first.
  /// - Returns: How it fails alone or after an earlier one, else the failure; its repetition says which.
  func examined(_ result: CaseResult, after earlier: [Earlier]) async -> CaseResult {
    guard let kind = Kind(result) else { return result }
    if let alone = await failureAlone(result.scenario) {
      if alone.kind != kind, let cause = await cause(of: result, among: earlier) {
        learn(cause.earlier)
      }
      return alone.result
    }
    if let cause = await cause(of: result, among: earlier) {
      learn(cause.earlier)
      var told = cause.result
      told.repetition = .aftermath(of: cause.earlier.scenario.id)
      return told
    }
    var told = result
    told.repetition = .notRepeated
    return told
  }

  /// What is to be told of a scenario that went on after its host had found itself idle.
  ///
  /// - Parameters:
  ///   - error: What says so.
  ///   - cause: The scenario whose calls set that off; nil where it came by itself.
  /// - Returns: How it fails alone or before the cause, else the error; its repetition says which.
  func examined(_ error: CaseResult, setOffBy cause: Scenario?) async -> CaseResult {
    if let alone = await failureAlone(error.scenario) { return alone.result }
    var told = error
    told.repetition = .notRepeated
    if let cause, let again = await perform([error.scenario, cause]).first, again.isFailure {
      told = again
      told.repetition = .aftermath(of: cause.id)
    }
    return told
  }

  /// How a scenario fails alone; nil where it passes each time.
  private func failureAlone(_ scenario: Scenario) async -> (result: CaseResult, kind: Kind)? {
    for _ in 0..<Self.performances {
      guard var alone = await perform([scenario]).first, let kind = Kind(alone) else { continue }
      knowledge.withLock { _ = $0.repeated.insert(kind) }
      alone.repetition = .repeated
      return (alone, kind)
    }
    return nil
  }

  /// The earlier scenario after which one fails as it did, and how it fails then; those that failed are tried first.
  private func cause(
    of result: CaseResult,
    among earlier: [Earlier]
  ) async -> (earlier: Earlier, result: CaseResult)? {
    let kind = Kind(result)
    let deviations = knowledge.withLock { knowledge in
      guard let kind else { return 0 }
      knowledge.deviations[kind, default: 0] += 1
      return knowledge.deviations[kind, default: 0]
    }
    guard deviations <= Self.attempts else { return nil }
    var kinds: Set<Kind> = []
    var suspects = earlier.reversed().filter { $0.kind.map { kinds.insert($0).inserted } ?? false }
      .prefix(Self.suspects - 1).map(\.self)
    if let last = earlier.last, last.kind == nil { suspects.append(last) }
    for suspect in suspects {
      let results = await perform([suspect.scenario, result.scenario])
      if let again = results.last, results.count == 2, Kind(again) == kind {
        return (suspect, again)
      }
    }
    return nil
  }

  private func learn(_ cause: Earlier) {
    guard let kind = cause.kind else { return }
    knowledge.withLock { _ = $0.breaking.insert(kind) }
  }
}
