import APlusModel
import Synchronization

/// Decides whether a failure is the scenario's own, or the aftermath of an earlier scenario in its
/// host.
///
/// An escaped exception may leave a library broken, and then every later scenario in its host
/// fails, too. So the first failure of each kind is repeated alone, in a new host.
///
/// - If it fails there, too, that is the finding; later failures of its kind are not repeated.
/// - If it passes three times, and fails three times in one host after an earlier scenario, it is
///   the aftermath of that scenario.
/// - Otherwise the failure stands as one that did not recur, as with a race.
///
/// Each host ends after a failure of a kind that is known to break hosts.
final class Isolation: Sendable {
  /// Performs scenarios one after the other in a new host; returns a result for each.
  typealias Performer = @Sendable ([Scenario]) async -> [CaseResult]

  /// A scenario that a host performed before.
  struct Earlier: Sendable {
    let scenario: Scenario
    /// The kind of its failure; nil where it passed.
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

    /// The kind of a failure, also an incidental one; nil where at most advice is violated.
    init?(_ result: CaseResult) {
      guard case .judged(let verdict) = result.status else { return nil }
      let violations = (verdict.isAdvice ? [] : verdict.violations) + verdict.incidental
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
    /// The kinds that also fail alone.
    var repeated: Set<Kind> = []
    /// How many failures of a kind passed, or failed in another way, when repeated alone.
    var deviations: [Kind: Int] = [:]
    /// The kinds of failure that leave a host broken.
    var breaking: Set<Kind> = []
  }

  /// How often a scenario must pass alone, and fail after another: any library may have threads,
  /// so that it fails by chance.
  private static let performances = 3
  /// How many failures of one kind are repeated if they do not fail the same way alone.
  private static let attempts = 8
  /// How many earlier scenarios are tried as the cause of a failure.
  private static let suspects = 4

  private let knowledge = Mutex(Knowledge())
  private let perform: Performer

  init(_ perform: @escaping Performer) { self.perform = perform }

  /// Whether a result is a failure to be repeated before it is recorded.
  func isWanted(_ result: CaseResult) -> Bool {
    guard let kind = Kind(result) else { return false }
    return knowledge.withLock { knowledge in
      !knowledge.repeated.contains(kind) && knowledge.deviations[kind, default: 0] < Self.attempts
    }
  }

  /// Whether a host may be broken by what it has just performed.
  func isBreaking(_ result: CaseResult) -> Bool {
    guard let kind = Kind(result) else { return false }
    return knowledge.withLock { $0.breaking.contains(kind) }
  }

  /// Repeats a failure, alone and after the scenarios that its host performed before.
  ///
  /// - Returns: How it fails alone or after an earlier scenario, else the failure; its repetition
  ///   says which.
  func examined(_ result: CaseResult, after earlier: [Earlier]) async -> CaseResult {
    guard let kind = Kind(result) else { return result }
    if let alone = await failureAlone(result.scenario) {
      if alone.kind != kind, let cause = await cause(of: result, kind, among: earlier) { learn(cause.earlier) }
      return alone.result
    }
    if let cause = await cause(of: result, kind, among: earlier) {
      learn(cause.earlier)
      var aftermath = cause.result
      aftermath.repetition = .aftermath(of: cause.earlier.scenario.id)
      return aftermath
    }
    var unrepeated = result
    unrepeated.repetition = .notRepeated
    return unrepeated
  }

  /// Repeats a scenario that went on after its host had reported itself idle, perhaps set off by
  /// the calls of another.
  ///
  /// - Returns: How it fails alone or before the cause, else the error; its repetition says which.
  func examined(_ error: CaseResult, setOffBy cause: Scenario?) async -> CaseResult {
    if let alone = await failureAlone(error.scenario) { return alone.result }
    var result = error
    result.repetition = .notRepeated
    if let cause, let again = await perform([error.scenario, cause]).first, again.isFailure {
      result = again
      result.repetition = .aftermath(of: cause.id)
    }
    return result
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

  /// The earlier scenario after which a failure comes again, and the new result; scenarios that
  /// failed are tried first.
  private func cause(of result: CaseResult, _ kind: Kind, among earlier: [Earlier]) async -> (
    earlier: Earlier, result: CaseResult
  )? {
    let deviations = knowledge.withLock { knowledge in
      knowledge.deviations[kind, default: 0] += 1
      return knowledge.deviations[kind, default: 0]
    }
    guard deviations <= Self.attempts else { return nil }
    var kinds: Set<Kind> = []
    var suspects = earlier.reversed().filter { $0.kind.map { kinds.insert($0).inserted } ?? false }.prefix(
      Self.suspects - 1
    ).map(\.self)
    if let last = earlier.last, last.kind == nil { suspects.append(last) }
    for suspect in suspects {
      if let again = await failure(of: result.scenario, after: suspect.scenario, kind) { return (suspect, again) }
    }
    return nil
  }

  /// How a scenario fails after another one; nil where it ever passes, or fails in another way.
  private func failure(of scenario: Scenario, after cause: Scenario, _ kind: Kind) async -> CaseResult? {
    var failure: CaseResult?
    for _ in 0..<Self.performances {
      let results = await perform([cause, scenario])
      guard let again = results.last, results.count == 2, Kind(again) == kind else { return nil }
      failure = again
    }
    return failure
  }

  private func learn(_ cause: Earlier) {
    guard let kind = cause.kind else { return }
    knowledge.withLock { _ = $0.breaking.insert(kind) }
  }
}
