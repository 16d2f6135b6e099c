/// The combinators whose outcomes are specified: `specs/once/requirements.json`, K1 and K2.
enum Combination: String {
  case all
  case zip
  case race
  case any
  case allSettled
}

extension Machine {
  /// The state of a combinator's promise; unknown where several outcomes are possible.
  mutating func combined(_ combination: Combination, _ members: [Promise]) -> State {
    var settled: [Outcome] = []
    for member in members {
      switch state(of: member) {
      case .settled(let outcome): settled.append(outcome)
      case .pending: break
      case .cyclic, .unknown: return .unknown
      }
    }
    let rule = members.isEmpty ? "K1" : "K2"
    let isDone = settled.count == members.count
    let rejected = settled.filter { !$0.isFulfilled }
    let fulfilled = settled.filter(\.isFulfilled)
    switch combination {
    case .all, .zip:
      guard rejected.isEmpty else { return only(of: rejected) }
      return isDone ? .settled(outcome(true, .list(fulfilled.map(\.thing)), rule)) : .pending
    case .race:
      // 2.2.6 does not say which of several members is first; without members, libraries differ.
      return members.isEmpty ? .unknown : only(of: settled)
    case .allSettled: return isDone ? .settled(outcome(true, .anything, rule)) : .pending
    case .any:
      guard fulfilled.isEmpty else { return only(of: fulfilled) }
      return isDone ? .settled(outcome(false, .anything, rule)) : .pending
    }
  }

  private func only(of outcomes: [Outcome]) -> State {
    guard let first = outcomes.first else { return .pending }
    return outcomes.count == 1 ? .settled(first.given(by: "K2")) : .unknown
  }

  private func outcome(_ isFulfilled: Bool, _ nature: Object.Nature, _ rule: String) -> Outcome {
    Outcome(isFulfilled: isFulfilled, thing: .object(Object(nature)), rule: rule)
  }
}
