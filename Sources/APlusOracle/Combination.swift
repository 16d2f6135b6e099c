import APlusModel
import APlusRules

/// A call of a combinator whose outcome is specified: `specs/once/requirements.json`, K1 to K9.
final class Combination {
  /// The combinators that the model predicts.
  enum Kind: String {
    case all, zip, race, any, allSettled
    case delay, timeout, recover, finally, retry, sequence, executor
    case attempt = "try"
  }

  /// What the combinator does; nil where the model has no opinion: on an unknown combinator, or
  /// where the trace does not say which calls of the task are those of this one.
  var kind: Kind?
  let members: [Promise]
  /// How often a `retry` calls its task at most.
  let times: Int
  let scope: Scope
  /// The requirement about what it returns.
  let rule: String
  /// A promise for each call of the task: what the call returned or threw.
  var attempts: [Promise] = []
  /// Whether nothing could run any more while the member of a `timeout` was pending.
  var isOverdue = false

  /// A call of a combinator whose members are all known if `isKnown`.
  init(_ call: CombinatorCall, _ members: [Promise], isKnown: Bool, scope: Scope) {
    kind = isKnown && !(call.isOfOne && members.isEmpty) ? Kind(rawValue: call.kind) : nil
    self.members = members
    self.scope = scope
    times = call.times ?? 0
    rule = rules.combinator(call.kind, isEmpty: members.isEmpty)
  }
}

extension Machine {
  /// The state of a combinator's promise; unknown where several outcomes are possible.
  mutating func combined(_ combination: Combination) -> State {
    guard let kind = combination.kind else { return .unknown }
    switch kind {
    case .all, .zip, .race, .any, .allSettled: return gathered(combination)
    case .delay, .executor: return given(by: combination, combination.members[0])
    case .timeout:
      // Whether a settled member was in time is up to the clock.
      return combination.isOverdue ? .settled(outcome(false, .anything, combination.rule)) : .unknown
    case .attempt: return ofFirstAttempt(combination)
    case .recover:
      let state = given(by: combination, combination.members[0])
      guard case .settled(let outcome) = state, !outcome.isFulfilled else { return state }
      return ofFirstAttempt(combination)
    case .finally:
      let cleanup = ofFirstAttempt(combination)
      guard case .settled(let end) = cleanup, end.isFulfilled else { return cleanup }
      return given(by: combination, combination.members[0])
    case .retry: return retried(combination)
    case .sequence: return performed(combination)
    }
  }

  private mutating func gathered(_ combination: Combination) -> State {
    var settled: [Outcome] = []
    for member in combination.members {
      switch given(by: combination, member) {
      case .settled(let outcome): settled.append(outcome)
      case .pending: break
      case .cyclic, .unknown: return .unknown
      }
    }
    let rule = combination.rule
    let isDone = settled.count == combination.members.count
    let rejected = settled.filter { !$0.isFulfilled }
    let fulfilled = settled.filter(\.isFulfilled)
    switch combination.kind {
    case .race:
      // 2.2.6 does not say which of several members is first; without members, libraries differ.
      return combination.members.isEmpty ? .unknown : only(of: settled)
    case .allSettled:
      let entries = Object.Nature.entries(settled.map { Object.Entry(isFulfilled: $0.isFulfilled, thing: $0.thing) })
      return isDone ? .settled(outcome(true, entries, rule)) : .pending
    case .any:
      guard fulfilled.isEmpty else { return only(of: fulfilled) }
      return isDone ? .settled(outcome(false, .errors(rejected.map(\.thing)), rule)) : .pending
    default:
      guard rejected.isEmpty else { return only(of: rejected) }
      return isDone ? .settled(outcome(true, .list(fulfilled.map(\.thing)), rule)) : .pending
    }
  }

  private func only(of outcomes: [Outcome]) -> State {
    guard let first = outcomes.first else { return .pending }
    return outcomes.count == 1 ? .settled(first) : .unknown
  }

  private func outcome(_ isFulfilled: Bool, _ nature: Object.Nature, _ rule: String) -> Outcome {
    Outcome(isFulfilled: isFulfilled, thing: .object(Object(nature)), rule: rule)
  }

  // MARK: Tasks

  private mutating func given(by combination: Combination, _ promise: Promise) -> State {
    let state = state(of: promise)
    guard case .settled(let outcome) = state else { return state }
    return .settled(outcome.passed(by: combination.rule, from: promise))
  }

  private mutating func ofFirstAttempt(_ combination: Combination) -> State {
    combination.attempts.first.map { given(by: combination, $0) } ?? .pending
  }

  /// K3: the first value, or the reason of the last attempt.
  private mutating func retried(_ combination: Combination) -> State {
    guard combination.times > 0 else { return .unknown }
    for (index, attempt) in combination.attempts.enumerated() {
      let state = given(by: combination, attempt)
      guard case .settled(let outcome) = state else { return state }
      if outcome.isFulfilled || index + 1 >= combination.times { return state }
    }
    return .pending
  }

  /// K6: tasks one after another.
  ///
  /// What becomes of a member that is rejected is open.
  private mutating func performed(_ combination: Combination) -> State {
    for (index, member) in combination.members.enumerated() {
      let state = state(of: member)
      guard case .settled(let outcome) = state else { return state }
      guard outcome.isFulfilled else { return .unknown }
      guard index < combination.attempts.count else { return .pending }
      let attempt = given(by: combination, combination.attempts[index])
      guard case .settled(let end) = attempt, end.isFulfilled else { return attempt }
    }
    return .settled(outcome(true, .anything, combination.rule))
  }

  /// Whether a combinator is to call its task.
  enum Call {
    case due
    case forbidden
    /// The model does not know.
    case open
  }

  /// Whether a combinator is to call its task now; `open` for those that call none.
  mutating func nextCall(of combination: Combination) -> Call {
    guard let kind = combination.kind else { return .open }
    let attempts = combination.attempts
    switch kind {
    case .all, .zip, .race, .any, .allSettled, .delay, .timeout, .executor: return .open
    case .attempt: return attempts.isEmpty ? .due : .forbidden
    case .recover, .finally:
      switch state(of: combination.members[0]) {
      case .settled(let outcome):
        let isMeant = kind == .finally || !outcome.isFulfilled
        return attempts.isEmpty && isMeant ? .due : .forbidden
      case .pending: return .forbidden
      case .cyclic, .unknown: return .open
      }
    case .retry:
      guard combination.times > 0 else { return .open }
      return nextCall(of: combination, after: attempts.last, if: { !$0.isFulfilled })
    case .sequence:
      for member in combination.members.prefix(attempts.count + 1) {
        switch state(of: member) {
        case .settled(let outcome): if !outcome.isFulfilled { return .open }
        case .pending: return .forbidden
        case .cyclic, .unknown: return .open
        }
      }
      return nextCall(of: combination, after: attempts.last, if: { $0.isFulfilled })
    }
  }

  /// Whether the attempt after another is to be made.
  private mutating func nextCall(of combination: Combination, after last: Promise?, if goesOn: (Outcome) -> Bool)
    -> Call
  {
    let most = combination.kind == .retry ? combination.times : combination.members.count
    let isMore = combination.attempts.count < most
    guard let last else { return isMore ? .due : .forbidden }
    switch state(of: last) {
    case .settled(let outcome): return isMore && goesOn(outcome) ? .due : .forbidden
    case .pending: return .forbidden
    case .cyclic, .unknown: return .open
    }
  }
}
