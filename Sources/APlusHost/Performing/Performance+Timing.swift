import APlusAdapter
import APlusModel
import CQuiescence
import Synchronization

/// Timed registrations. They are not recorded, so that only the library's own cost is measured.
extension Performance {
  func performMeasure(_ promise: String, times: Int, step: Int, in scope: Scope) {
    guard let target = entity(promise, step: step, in: scope) else { return }
    guard let subject = target.subject else {
      fail("timing registrations on a value that is not a promise")
      return
    }
    var event = begin(.beginOperation, step: step, in: scope)
    event.first = .reference(target.number)
    let frame = recorder.record(event)
    let (readings, results) = measure(subject, times: times)
    libraryObjects.withLock { $0.unnamed.append(results) }
    let number = extras.withLock { extras in
      extras.measurements.append(readings)
      return extras.measurements.count - 1
    }
    var end = begin(.endMeasured, step: step, in: scope)
    end.frame = frame
    end.number = Int32(number)
    recorder.record(end)
  }

  /// Registers functions that do nothing, and notes the time of the fastest batch of each level.
  private func measure(_ subject: Handle, times: Int) -> (readings: [Int], results: [Handle]) {
    let handlers = UserHandlers(kind: .value, onFulfilled: UntracedCode(), onRejected: nil)
    var readings: [Int] = []
    var results: [Handle] = []
    results.reserveCapacity(times)
    /// Registers a batch and returns its processor time in nanoseconds.
    func registerBatch() -> Int {
      let start = aplus_thread_time()
      for _ in 0..<Measurement.batch { results.append(promises.then(subject, handlers)) }
      let reading = Int(clamping: Int32(clamping: aplus_thread_time() - start))
      timedBatches.add(1, ordering: .relaxed)
      return reading
    }
    _ = registerBatch()
    for level in 0..<Measurement.levels(in: times) {
      let reading = (0..<1 << level).map { _ in registerBatch() }.min() ?? 0
      readings.append(reading)
      if Measurement.isLast(level: level, reading: reading) { break }
    }
    return (readings, results)
  }
}

/// Code that does nothing, not even record its call.
private final class UntracedCode: UserCode, @unchecked Sendable {
  // SAFETY: it has no state.

  override func value(_ argument: Argument) -> Token { .nothing }
}
