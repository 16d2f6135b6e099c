import Dispatch
import Synchronization

/// Threads of this process that keep the processors busy.
///
/// They end when they are told to, and with the process at the latest.
final class BusyThreads: Sendable {
  private let isOver = Atomic(false)
  private let group = DispatchGroup()

  /// Starts threads.
  init(count: Int) {
    for number in 0..<count {
      // A queue of its own has a thread of its own.
      DispatchQueue(label: "busy \(number)").async(group: group) { [self] in
        while !isOver.load(ordering: .relaxed) {}
      }
    }
  }

  /// Ends all threads; returns when they have ended.
  func end() {
    isOver.store(true, ordering: .relaxed)
    group.wait()
  }
}
