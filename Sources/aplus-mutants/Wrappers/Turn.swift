import Synchronization

/// A counter that returns each number from 0 on once.
final class Turn: Sendable {
  private let count = Atomic(0)

  /// The next number.
  func take() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
