import HeapModule

/// The requests of the current stage that no host has taken yet, in ascending order.
struct WorkQueue: Sendable {
  private var next = 0
  /// Where the current stage ends.
  private var end = 0
  private var jobs = 1
  /// Requests that were taken and not performed.
  private var returned: Heap<Int> = []

  var isEmpty: Bool { next >= end && returned.isEmpty }

  /// How many requests a host may have at a time, so that the other hosts do not run dry.
  var share: Int { max(1, (end - next + returned.count) / (2 * max(1, jobs))) }

  /// Adds the requests of the next stage.
  mutating func add(_ count: Int, jobs: Int) {
    end += count
    self.jobs = jobs
  }

  /// Takes the first request; nil when there is none.
  mutating func take() -> Int? {
    if let first = returned.popMin() { return first }
    guard next < end else { return nil }
    next += 1
    return next - 1
  }

  /// Takes back requests that were not performed, for the first host that is free.
  mutating func putBack(_ indices: [Int]) { returned.insert(contentsOf: indices) }
}
