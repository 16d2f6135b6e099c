import APlusModel

/// The begin and end of each call that settles a promise through the library's own entry point.
///
/// The model performs turns one after the other. Where they overlap on threads, a call of a later
/// turn may have been the first.
struct SettleCalls {
  private struct Call {
    let stack: Int
    let begin: Int
    /// `Int.max` while the call is open.
    var end = Int.max

    func isBefore(_ later: Call) -> Bool { stack == later.stack || end < later.begin }
  }

  /// By the number of the promise in the trace, in the order in which they begin.
  private var calls: [Int: [Call]] = [:]

  init(_ trace: Trace) {
    var open: [Int: (promise: Int, place: Int)] = [:]
    for event in trace.events {
      switch event.kind {
      case .begin(let number, .settle(_, _, let subject, _)):
        guard case .reference(let promise) = subject else { break }
        open[number] = (promise, calls[promise, default: []].count)
        calls[promise, default: []].append(Call(stack: event.stack, begin: event.sequence))
      case .end(let number, _):
        guard let (promise, place) = open.removeValue(forKey: number) else { break }
        calls[promise]?[place].end = event.sequence
      default: break
      }
    }
  }

  /// Whether the calls performed before a call are exactly those that came before it, and none
  /// overlaps with it.
  ///
  /// Of nested calls of one thread, the outer one is the first.
  func isInOrder(_ begin: Int, on subject: TracedValue, after performed: Int) -> Bool {
    guard case .reference(let promise) = subject, let all = calls[promise], performed < all.count,
      all[performed].begin == begin
    else { return false }
    return (performed == 0 || all[performed - 1].isBefore(all[performed]))
      && (performed + 1 == all.count || all[performed].isBefore(all[performed + 1]))
  }

  /// Whether no call on the promise began before this one.
  func isFirst(_ begin: Int, on subject: TracedValue) -> Bool {
    guard case .reference(let promise) = subject else { return false }
    return calls[promise]?.first?.begin == begin
  }
}
