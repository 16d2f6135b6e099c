package import APlusModel
import APlusQuiescence
import CQuiescence

/// What an overdue host does instead of answering, as far as the kernel shows it.
package struct HangDiagnosis: Sendable, Hashable {
  /// Why it does not answer.
  package enum Cause: Sendable, Hashable {
    /// All threads wait for one another or for the outside world, and no timer is due.
    case deadlocked(threads: Int)
    /// A thread computes.
    case computing(Computation)
    /// None of these is certain.
    case unknown
  }

  package let cause: Cause
  /// What its threads wait in, a phrase for each.
  package let waits: [String]

  /// The cause in words; nil if it is unknown.
  package var explanation: String? {
    switch cause {
    case .deadlocked(let threads):
      "deadlocked: \(threads == 1 ? "its only thread waits" : "all \(threads) threads wait")," + " nothing is due"
    case .computing(let computation): computation.description
    case .unknown: nil
    }
  }

  /// The ending of a trace of which the host only streamed events.
  package var ending: TraceEnding {
    switch cause {
    case .deadlocked: .deadlocked
    case .computing: .running
    case .unknown: .stuck
    }
  }

  /// What a host did whose threads compute; nil for any other.
  package var computation: Computation? { if case .computing(let computation) = cause { computation } else { nil } }
}

/// The processor time of a host's threads while the runner waits for it.
struct HostActivity {
  private var first: (times: ProcessorTimes, now: ContinuousClock.Instant)?
  private var last: (times: ProcessorTimes, now: ContinuousClock.Instant)?
  private var hasRun = true
  /// Whether a thread computed when that was last known.
  private(set) var isComputing = false

  /// Adds a look; the first one begins the period.
  mutating func note(_ times: ProcessorTimes, at now: ContinuousClock.Instant) {
    hasRun = last?.times.spent != times.spent
    if let last {
      guard let computes = times.showsComputation(since: last.times, in: now - last.now) else { return }
      isComputing = computes
    } else {
      first = (times, now)
    }
    last = (times, now)
  }

  /// The name of a thread that has used so much processor time in the period; nil if there is none.
  ///
  /// The first thread of the process does not count: it may be at work for the host.
  func thread(computingFor limit: Duration, in process: Int32) -> String? {
    guard isComputing, let first, let last else { return nil }
    let used = last.times.spent.filter { $0.key != process }.map { thread, spent in
      (thread: thread, time: spent - (first.times.spent[thread] ?? 0))
    }
    guard let most = used.max(by: { $0.time < $1.time }), .nanoseconds(most.time) >= limit else { return nil }
    let name = FileLook.start(of: "/proc/\(process)/task/\(most.thread)/comm", limit: 32)
    return String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Diagnoses a hang.
  func diagnosis(of process: Int32, at now: ContinuousClock.Instant) -> HangDiagnosis {
    HangDiagnosis(cause: cause(in: process, at: now), waits: process > 0 ? Threads.waits(of: process) : [])
  }

  private func cause(in process: Int32, at now: ContinuousClock.Instant) -> HangDiagnosis.Cause {
    guard let first, let last else { return .unknown }
    if isComputing {
      let used = last.times.spent.reduce(0) { $0 + $1.value - (first.times.spent[$1.key] ?? 0) }
      return .computing(Computation(used: Double(used) / 1e9, elapsed: (now - first.now).seconds))
    }
    #if os(Linux)
    var look = aplus_proc_process()
    guard !hasRun, unsafe aplus_proc_look_at(process, &look), !look.is_due, look.open == look.threads else {
      return .unknown
    }
    return .deadlocked(threads: Int(look.threads))
    #else
    return .unknown
    #endif
  }
}
