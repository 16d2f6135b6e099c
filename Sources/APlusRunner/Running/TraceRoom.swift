import Synchronization

/// Room for one large trace: such traces are read and judged one after another.
///
/// Two at once would take twice the memory and save little time, as their hosts need the processors meanwhile.
final class TraceRoom: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// How many wait for the room.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  /// Waits until the room is free, and takes it.
  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Hands the room to the one that has waited longest.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
