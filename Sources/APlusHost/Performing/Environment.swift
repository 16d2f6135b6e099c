import APlusAdapter
import Synchronization

/// The names of one round and what is bound to them.
@safe final class Environment: @unchecked Sendable {
  // SAFETY: the slots are atomics. They refer to entities without owning them; the run keeps every
  // entity alive until it is over.
  let round: Int32
  /// The contexts of the round, by name.
  let contexts: [String: Handle]
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  private let count: Int
  private let parking: Parking
  private let gates = Mutex<Set<String>>([])
  private let shared = Mutex<[String: CallCounter]>([:])

  init(round: Int32, slotCount: Int, parking: Parking, contexts: [String: Handle]) {
    self.round = round
    self.contexts = contexts
    self.count = slotCount
    self.parking = parking
    unsafe slots = .allocate(capacity: slotCount)
    for index in 0..<slotCount { unsafe (slots + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe slots.deinitialize(count: count)
    unsafe slots.deallocate()
  }

  /// Announces that this stack is about to bind a name, so that others wait for it.
  func announce(_ slot: Int, stack: Int) {
    _ = unsafe slots[slot].compareExchange(expected: 0, desired: UInt(stack) << 1 | 1, ordering: .acquiringAndReleasing)
  }

  /// Binds a name.
  func bind(_ slot: Int, to entity: Entity) {
    let bits = unsafe UInt(bitPattern: Unmanaged.passUnretained(entity).toOpaque())
    unsafe slots[slot].store(bits, ordering: .sequentiallyConsistent)
    parking.wake()
  }

  /// Withdraws an announcement or a binding.
  func clear(_ slot: Int) {
    unsafe slots[slot].store(0, ordering: .sequentiallyConsistent)
    parking.wake()
  }

  /// The entity bound to a name, or nil; waits while another stack performs the step that binds it.
  func value(_ slot: Int, stack: Int) -> Entity? {
    while true {
      let seen = parking.count
      let bits = unsafe slots[slot].load(ordering: .sequentiallyConsistent)
      guard bits != 0 else { return nil }
      if bits & 1 == 0, let pointer = unsafe UnsafeRawPointer(bitPattern: bits) {
        return unsafe Unmanaged<Entity>.fromOpaque(pointer).takeUnretainedValue()
      }
      guard bits >> 1 != UInt(stack) else { return nil }
      parking.wait(seen)
    }
  }

  /// The entity bound to a name; the first use on any thread makes it.
  func value(_ slot: Int, stack: Int, orMake make: () -> Entity) -> Entity {
    let claimed = unsafe slots[slot].compareExchange(
      expected: 0, desired: UInt(stack) << 1 | 1, ordering: .acquiringAndReleasing
    ).exchanged
    if claimed {
      let entity = make()
      bind(slot, to: entity)
      return entity
    }
    return value(slot, stack: stack) ?? make()
  }

  /// Opens a gate.
  func open(_ gate: String) {
    _ = gates.withLock { $0.insert(gate) }
    parking.wake()
  }

  /// Waits until a gate is open.
  func wait(_ gate: String) {
    while true {
      let seen = parking.count
      guard !gates.withLock({ $0.contains(gate) }) else { return }
      parking.wait(seen)
    }
  }

  /// The counter of a shared function; the same one for all its registrations.
  func counter(_ function: String) -> CallCounter {
    shared.withLock { counters in
      if let counter = counters[function] { return counter }
      let counter = CallCounter()
      counters[function] = counter
      return counter
    }
  }
}

/// Counts the calls of a function object.
final class CallCounter: Sendable {
  private let calls = Atomic<Int32>(0)

  /// Counts a call and returns its number, from 1.
  func next() -> Int32 { calls.add(1, ordering: .relaxed).newValue }
}
