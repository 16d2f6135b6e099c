package import APlusModel
import CQuiescence

/// Why an overdue host does not answer, where the kernel shows it.
package enum HangDiagnosis: Sendable, Hashable, CustomStringConvertible {
  /// All threads wait for one another or for the outside world, and no timer is due.
  case deadlocked(threads: Int)
  /// Some threads compute; `used` is processor time and `of` is clock time, both in seconds.
  case running(threads: Int, used: Double, of: Double)

  package var description: String {
    switch self {
    case .deadlocked(let threads):
      "deadlocked: \(threads == 1 ? "its only thread waits" : "all \(threads) threads wait")," + " nothing is due"
    case .running(let threads, let used, let seconds):
      "still running: \(threads) thread\(threads == 1 ? "" : "s") used \(Self.shown(used)) s of"
        + " processor time in \(Self.shown(seconds)) s"
    }
  }

  /// The ending of a trace of which the host only streamed events.
  package var ending: TraceEnding {
    switch self {
    case .deadlocked: .deadlocked
    case .running: .running
    }
  }

  private static func shown(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The processor time of a host's threads while the runner waits for it.
struct HostActivity {
  /// A thread counts as running if it ran for this part of the time: other programs may have used
  /// the rest.
  private static let leastPart = 0.5

  private var first: (times: ProcessorTimes, now: ContinuousClock.Instant)?
  private var last: ProcessorTimes?
  private var hasRun = true

  /// Adds a look; the first one begins the period.
  mutating func note(_ times: ProcessorTimes, at now: ContinuousClock.Instant) {
    if first == nil { first = (times, now) }
    hasRun = last?.spent != times.spent
    last = times
  }

  /// Diagnoses a hang; nil where the kernel does not show its cause.
  func diagnosis(of process: Int32, at now: ContinuousClock.Instant) -> HangDiagnosis? {
    guard let first, let last else { return nil }
    let period = (now - first.now).seconds
    let busy = last.spent.compactMap { thread, spent -> Double? in
      guard let before = first.times.spent[thread] else { return nil }
      let used = Double(spent - before) / 1e9
      let waited = Double((last.waited[thread] ?? 0) - (first.times.waited[thread] ?? 0)) / 1e9
      return used > 0.01 && used >= (period - waited) * Self.leastPart ? used : nil
    }
    if !busy.isEmpty { return .running(threads: busy.count, used: busy.reduce(0, +), of: period) }
    #if os(Linux)
    var look = aplus_proc_process()
    guard !hasRun, unsafe aplus_proc_look_at(process, &look), !look.is_due, look.open == look.threads else {
      return nil
    }
    return .deadlocked(threads: Int(look.threads))
    #else
    return nil
    #endif
  }
}
