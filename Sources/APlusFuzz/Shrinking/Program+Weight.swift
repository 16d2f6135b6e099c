import APlusModel

extension Program {
  /// The number of steps, including those of functions.
  package var stepCount: Int {
    var count = 0
    forEachStep { _ in count += 1 }
    return count
  }

  /// How much there is to read and to perform; shrinking reduces it.
  package var weight: Int {
    var weight = functions.count * 100 + contexts.count * 60 + (rounds - 1) * 5
    forEachStep { step in
      weight += 1000
      switch step.action {
      case .repeated(let count, _): weight += count
      case .lanes(let blocks): weight += blocks.count * 100
      case .then(let then):
        for handler in [then.onFulfilled, then.onRejected] where handler != .absent { weight += 15 }
        weight += (then.result == nil ? 0 : 5) + (then.context == nil ? 0 : 20)
      case .later(.idle, _): weight += 2
      case .combine(let call): weight += call.members.count * 10 + (call.times ?? 0)
      case .settle(.resolve, _, _): weight += 3
      default: break
      }
    }
    for function in functions.values {
      weight += function.endings.count * 20 + (function.isShared ? 10 : 0)
      weight += function.kind == nil ? 0 : 10
    }
    forEachEnding { if case .throwing = $0 { weight += 1 } }
    forEachValue { weight += $0.ownWeight }
    return weight
  }
}

extension Value {
  fileprivate var ownWeight: Int {
    switch self {
    case .name(let name): name.isMarkName ? 2 : 4
    case .scalar, .text, .error: 3
    case .special, .list: 5
    case .promise(let state, _, let isDue): (state == .resolved ? 8 : 6) + (isDue ? 3 : 0)
    case .thenable(let thenable):
      10 + (thenable.shape == .object ? 0 : 3) + (thenable.get.map { 3 + $0.count } ?? 0)
        + (thenable.reading == nil ? 0 : 3)
    }
  }
}
