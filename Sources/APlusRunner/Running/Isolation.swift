import APlusModel
import Synchronization

/// Decides whether a failure is the scenario's own, or the aftermath of an earlier scenario in its
/// host.
///
/// An escaped exception may leave a library broken, and then every later scenario in its host
/// fails, too. So the first failure of each kind is repeated alone, in a new host.
///
/// - If it fails there, too, that is the finding; later failures of its kind are not repeated.
/// - If it passes three times, and fails three times in one host after an earlier scenario, and both
///   come again in turns, it is the aftermath of that scenario. Where no scenario alone is the cause,
///   all are tried together: the first that is needed is named.
/// - Otherwise the failure stands, as a race with its share of all performances.
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
  /// How often both must come again, in turns, before the other one counts as the cause.
  private static let confirmations = 3
  /// How many failures of one kind are repeated if they do not fail the same way alone.
  private static let attempts = 8
  /// How many earlier scenarios are tried as the cause of a failure, each alone.
  private static let suspects = 4
  /// How many earlier scenarios are tried together: more than the programs of a chapter.
  private static let history = 1000

  private let knowledge = Mutex(Knowledge())
  private let perform: Performer

  init(_ perform: @escaping Performer) { self.perform = perform }

  /// Whether a result is a failure to be repeated before it is recorded.
  ///
  /// A scenario that computed to its limit is its own failure: its host would not have answered an
  /// earlier one whose threads still compute.
  func isWanted(_ result: CaseResult) -> Bool {
    guard let kind = Kind(result), kind.type != HarnessError.ErrorType.computing.rawValue else { return false }
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
  /// An error says that the host broke the protocol or ended, not that the library is broken, so it
  /// stays one.
  ///
  /// - Returns: How it fails alone or after an earlier scenario, else the failure, with its share of
  ///   all performances; its repetition says which.
  func examined(_ result: CaseResult, after earlier: [Earlier]) async -> CaseResult {
    guard let kind = Kind(result) else { return result }
    var tries = Tries(failed: 1)
    if let alone = await failureAlone(result.scenario, &tries) {
      if alone.kind != kind, let cause = await cause(of: result, kind, among: earlier, &tries) { learn(cause.earlier) }
      return alone.result
    }
    if let cause = await cause(of: result, kind, among: earlier, &tries) {
      learn(cause.earlier)
      if !result.isError {
        var aftermath = cause.result
        aftermath.repetition = .aftermath(of: cause.earlier.scenario.id)
        return aftermath
      }
    }
    return tries.unrepeated(result)
  }

  /// Repeats a scenario that went on after its host had reported itself idle, perhaps set off by
  /// the calls of another.
  ///
  /// - Returns: How it fails alone or before the cause, else the error; its repetition says which.
  func examined(_ error: CaseResult, setOffBy cause: Scenario?) async -> CaseResult {
    var tries = Tries(failed: 1)
    if let alone = await failureAlone(error.scenario, &tries) { return alone.result }
    guard let cause, var again = await perform([error.scenario, cause]).first, again.isFailure else {
      return tries.unrepeated(error)
    }
    tries.add([again])
    guard !again.isError, let kind = Kind(again),
      await isCaused(kind, of: error.scenario, at: 0, in: [error.scenario, cause], &tries)
    else { return tries.unrepeated(error) }
    again.repetition = .aftermath(of: cause.id)
    return again
  }

  /// How often a scenario was performed, and failed.
  private struct Tries {
    var performed = 1
    var failed: Int

    mutating func add(_ results: some Collection<CaseResult>) {
      performed += results.count
      failed += results.count { Kind($0) != nil }
    }

    /// A failure that is neither the scenario's in each run nor the aftermath of another one.
    func unrepeated(_ result: CaseResult) -> CaseResult {
      var result = result
      result.repetition = .notRepeated
      if performed > 1, case .judged(var verdict) = result.status, !verdict.violations.isEmpty {
        verdict.violations[0].message = "in \(failed) of \(performed) performances: \(verdict.violations[0].message)"
        result.status = .judged(verdict)
      }
      return result
    }
  }

  /// How a scenario fails alone; nil where it passes each time.
  private func failureAlone(_ scenario: Scenario, _ tries: inout Tries) async -> (result: CaseResult, kind: Kind)? {
    for _ in 0..<Self.performances {
      guard var alone = await perform([scenario]).first else { continue }
      tries.add([alone])
      guard let kind = Kind(alone) else { continue }
      knowledge.withLock { _ = $0.repeated.insert(kind) }
      alone.repetition = .repeated
      return (alone, kind)
    }
    return nil
  }

  /// The earlier scenario after which a failure comes again, and the new result; scenarios that
  /// failed are tried first, then all together.
  private func cause(of result: CaseResult, _ kind: Kind, among earlier: [Earlier], _ tries: inout Tries) async -> (
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
      if let again = await failure(of: result.scenario, after: [suspect], kind, &tries) { return (suspect, again) }
    }
    return await causeInHistory(of: result.scenario, kind, earlier.suffix(Self.history), &tries)
  }

  /// The earlier scenario that must come first for a failure to come again after it and those that
  /// followed it: a pool of threads may be blocked only by several.
  private func causeInHistory(of scenario: Scenario, _ kind: Kind, _ earlier: ArraySlice<Earlier>, _ tries: inout Tries)
    async -> (earlier: Earlier, result: CaseResult)?
  {
    guard earlier.count > 1, await failure(of: scenario, after: Array(earlier), kind, &tries) != nil else { return nil }
    // From `last`, the failure comes again; from `next` on, it is not known to.
    var (last, next) = (earlier.startIndex, earlier.endIndex)
    while next - last > 1 {
      let middle = (last + next) / 2
      let results = await perform(earlier[middle...].map(\.scenario) + [scenario])
      tries.add(results.suffix(1))
      if results.last.flatMap(Kind.init) == kind { last = middle } else { next = middle }
    }
    return await failure(of: scenario, after: Array(earlier[last...]), kind, &tries).map { (earlier[last], $0) }
  }

  /// How a scenario fails after others; nil where it ever passes, fails in another way, or fails
  /// without them.
  private func failure(of scenario: Scenario, after earlier: [Earlier], _ kind: Kind, _ tries: inout Tries) async
    -> CaseResult?
  {
    let batch = earlier.map(\.scenario) + [scenario]
    var failure: CaseResult?
    for _ in 0..<Self.performances {
      let results = await perform(batch)
      guard let again = results.last, results.count == batch.count else { return nil }
      tries.add([again])
      guard Kind(again) == kind else { return nil }
      failure = again
    }
    let isCaused = await isCaused(kind, of: scenario, at: batch.count - 1, in: batch, &tries)
    return isCaused ? failure : nil
  }

  /// Whether a scenario fails because of the others in its host, and not by chance: in turns, it
  /// does not fail so without them, however often the host has performed it, and fails so with them.
  private func isCaused(_ kind: Kind, of scenario: Scenario, at place: Int, in batch: [Scenario], _ tries: inout Tries)
    async -> Bool
  {
    for _ in 0..<Self.confirmations {
      let own = await perform(Array(repeating: scenario, count: Self.performances))
      tries.add(own)
      guard own.allSatisfy({ Kind($0) != kind }) else { return false }
      let results = await perform(batch)
      guard results.indices.contains(place) else { return false }
      tries.add([results[place]])
      guard Kind(results[place]) == kind else { return false }
    }
    return true
  }

  private func learn(_ cause: Earlier) {
    guard let kind = cause.kind else { return }
    knowledge.withLock { _ = $0.breaking.insert(kind) }
  }
}
