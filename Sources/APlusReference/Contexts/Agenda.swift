/// Jobs that wait for their time, soonest first.
///
/// A binary heap of due times beside a dictionary of jobs. A cancelled job leaves the dictionary at
/// once and the heap when its turn comes or when most of the heap is cancelled. Adding, cancelling
/// and taking cost O(log n), amortised.
struct Agenda: Sendable {
  private struct Entry: Sendable {
    let due: ContinuousClock.Instant
    let id: Int

    func isBefore(_ other: Entry) -> Bool {
      (due, id) < (other.due, other.id)
    }
  }

  private var heap: [Entry] = []
  private var jobs: [Int: @Sendable () -> Void] = [:]
  private var lastID = 0

  /// When the soonest job is due, or nothing if no job waits.
  var nextDue: ContinuousClock.Instant? { heap.first?.due }

  /// Adds a job and returns its number.
  mutating func add(
    _ job: @escaping @Sendable () -> Void,
    due: ContinuousClock.Instant
  ) -> Int {
    lastID += 1
    jobs[lastID] = job
    heap.append(Entry(due: due, id: lastID))
    siftUp(from: heap.count - 1)
    return lastID
  }

  /// Takes a job out and returns it, so that the caller can release it without a lock.
  mutating func cancel(_ id: Int) -> (@Sendable () -> Void)? {
    guard let job = jobs.removeValue(forKey: id) else { return nil }
    if heap.count > 2 * jobs.count + 16 {
      // A sorted array is a heap.
      heap = heap.filter { entry in jobs[entry.id] != nil }.sorted { one, other in
        one.isBefore(other)
      }
    }
    dropCancelled()
    return job
  }

  /// Takes the soonest job that is due, in the order of due times.
  mutating func takeDue(at now: ContinuousClock.Instant) -> (@Sendable () -> Void)? {
    guard let first = heap.first, first.due <= now else { return nil }
    let job = jobs.removeValue(forKey: first.id)
    dropCancelled()
    return job
  }

  /// Keeps the first entry of the heap one whose job still waits.
  private mutating func dropCancelled() {
    while let first = heap.first, jobs[first.id] == nil {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      siftDown()
    }
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
