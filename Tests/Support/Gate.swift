import Foundation
import Synchronization

/// Lets a few at a time through, in the order in which they come.
///
/// Suites run in parallel, and a test that waits for a program keeps no thread. Without a limit all programs of all
/// tests would run at once, each with a small part of a processor, and descriptors would run out.
package final class Gate: Sendable {
  /// For whatever starts programs.
  package static let programs = Gate(width: 2 + 2 * ProcessInfo.processInfo.activeProcessorCount)

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Creates a gate that so many can be behind at a time.
  package init(width: Int) { state = Mutex(State(free: width)) }

  /// Does something once there is room; that must not wait at the same gate again.
  package func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let mayPass = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if mayPass { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
