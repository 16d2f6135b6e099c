import CQuiescence
import Synchronization

/// Lets a number of threads start together.
final class Barrier: Sendable {
  /// How often to look, some microseconds long, before giving way once: the one that is missing may
  /// wait for this very processor, and would do so for as long as the system lets a thread compute.
  private static let patience = 1000

  private let parties: Int
  private let spinners: Int
  private let arrived = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(false)
  private let parking = Parking()

  /// Creates a barrier.
  ///
  /// - Parameters:
  ///   - parties: How many threads are going to arrive.
  ///   - spinners: How many of the last ones spin; the others sleep.
  init(parties: Int, spinners: Int) {
    self.parties = parties
    self.spinners = spinners
  }

  /// Waits until all threads are there.
  func arrive() {
    let seen = parking.count
    let number = arrived.add(1, ordering: .acquiringAndReleasing).newValue
    guard number < parties else {
      // To wake the others takes microseconds: those who spin would be far ahead by then.
      parking.wake()
      return isOpen.store(true, ordering: .releasing)
    }
    if number <= parties - spinners, arrived.load(ordering: .acquiring) < parties {
      parking.wait(seen)
    }
    var looks = 0
    while !isOpen.load(ordering: .acquiring) {
      looks += 1
      if looks.isMultiple(of: Self.patience) {
        aplus_thread_yield()
      } else {
        aplus_thread_relax()
      }
    }
  }
}
