import Synchronization

/// Whether the runner has had time to read what a host wrote before it was overdue.
///
/// A runner that judges large traces, or whose process does other work, reads late. It is asked for
/// a few turns of its own, which come after all that was due to it before.
struct RunnerTurn {
  /// From the end of a read to the task that waits for a line there are fewer turns than these.
  private static let count = 8

  private let priority: TaskPriority
  private var hasCome: Flag?

  /// - Parameter priority: That of the task that reads.
  init(priority: TaskPriority) {
    self.priority = priority
  }

  /// Asks for the turns at the first call.
  ///
  /// - Returns: Whether they have come.
  mutating func isOver() -> Bool {
    if let hasCome { return hasCome.isSet }
    let flag = Flag()
    hasCome = flag
    Task(priority: priority) {
      for _ in 0..<Self.count { await Task.yield() }
      flag.set()
    }
    return false
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
      value.store(true, ordering: .releasing)
    }
  }
}
