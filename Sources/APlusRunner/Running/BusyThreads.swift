import Foundation
import Synchronization

/// Threads of this process that keep the processors busy until they are ended.
///
/// Tools that list threads show them as `busy`.
final class BusyThreads: Sendable {
  private let isOver = Atomic(false)
  private let group = DispatchGroup()

  init(count: Int) {
    for _ in 0..<count {
      group.enter()
      Thread.detachNewThread { [self] in
        Thread.current.name = "busy"
        while !isOver.load(ordering: .relaxed) {}
        group.leave()
      }
    }
  }

  /// Ends all threads, and waits until they have ended.
  func end() {
    isOver.store(true, ordering: .relaxed)
    group.wait()
  }
}
