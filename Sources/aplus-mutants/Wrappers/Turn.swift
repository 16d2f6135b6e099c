import Synchronization

/// Numbers from 0, each given once.
final class Turn: Sendable {
  private let count = Atomic(0)

  /// The next number.
  func take() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
