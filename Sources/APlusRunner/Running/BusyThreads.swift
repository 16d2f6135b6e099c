import Dispatch
import Synchronization

/// Threads of this process that keep the processors busy until they are ended.
final class BusyThreads: Sendable {
  private let isOver = Atomic(false)
  private let group = DispatchGroup()

  init(count: Int) {
    for number in 0..<count {
      // Each queue has a thread of its own.
      DispatchQueue(label: "busy \(number)").async(group: group) { [self] in
        while !isOver.load(ordering: .relaxed) {}
      }
    }
  }

  /// Ends all threads, and waits until they have ended.
  func end() {
    isOver.store(true, ordering: .relaxed)
    group.wait()
  }
}
