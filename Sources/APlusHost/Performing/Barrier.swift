import CQuiescence
import Synchronization

/// Lets a number of threads start together.
final class Barrier: Sendable {
  /// How often to look before yielding once; that takes a few microseconds.
  ///
  /// The missing thread may wait for this very processor, and would otherwise do so for a whole
  /// time slice.
  private static let looksPerYield = 1000

  private let parties: Int
  private let spinners: Int
  private let arrived = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(false)
  private let parking = Parking()

  /// Creates a barrier.
  ///
  /// - Parameters:
  ///   - parties: How many threads are going to arrive.
  ///   - spinners: How many of the last threads to arrive spin; the others sleep.
  init(parties: Int, spinners: Int) {
    self.parties = parties
    self.spinners = spinners
  }

  /// Waits until all threads have arrived.
  func arrive() {
    let seen = parking.count
    let number = arrived.add(1, ordering: .acquiringAndReleasing).newValue
    guard number < parties else {
      // Waking the sleepers takes microseconds: spinning threads would be far ahead by then.
      parking.wake()
      return isOpen.store(true, ordering: .releasing)
    }
    if number <= parties - spinners, arrived.load(ordering: .acquiring) < parties { parking.wait(seen) }
    var looks = 0
    while !isOpen.load(ordering: .acquiring) {
      looks += 1
      if looks.isMultiple(of: Self.looksPerYield) { aplus_thread_yield() } else { aplus_thread_relax() }
    }
  }
}
