import Synchronization

/// Whether the runner has had time to read what a host wrote before it was overdue.
///
/// A runner that judges large traces, or whose process does other work, reads late. It is asked for
/// a few turns of its own, which come after all that was due to it before.
package final class RunnerTurn: Sendable {
  /// From the end of a read to the task that waits for a line there are fewer turns than these.
  private static let count = 8

  private let hasCome = Atomic(false)

  /// Asks for the turns.
  ///
  /// - Parameter priority: That of the task that reads.
  package init(priority: TaskPriority) {
    Task(priority: priority) {
      for _ in 0..<Self.count { await Task.yield() }
      hasCome.store(true, ordering: .releasing)
    }
  }

  /// Whether they have come.
  package var isOver: Bool { hasCome.load(ordering: .acquiring) }
}
