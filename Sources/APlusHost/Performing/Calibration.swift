import APlusAdapter
import APlusModel
import APlusQuiescence
import CQuiescence
import Synchronization

/// Measures how long the library takes to call a handler.
struct Calibration {
  private static let samples = 8
  /// The longest wait for one handler, in nanoseconds.
  private static let longest: UInt64 = 1_000_000_000

  private let promises: Library.Promises
  /// Updates the clock, which stops while a thread waits for a processor.
  private let look: (inout QuietTime) -> Void

  init(_ promises: Library.Promises, _ look: @escaping (inout QuietTime) -> Void) {
    self.promises = promises
    self.look = look
  }

  /// The nanoseconds that the slowest of several calls took; nil if one took longer than a second.
  func latency() -> UInt64? {
    var slowest: UInt64 = 0
    for _ in 0..<Self.samples {
      guard let sample = sample() else { return nil }
      slowest = max(slowest, sample)
    }
    return slowest
  }

  private func sample() -> UInt64? {
    let code = FlaggingCode()
    let (subject, settler) = promises.makeDeferred()
    let handlers = UserHandlers(kind: .value, onFulfilled: code, onRejected: nil)
    let derived = promises.then(subject, handlers)
    let start = aplus_clock_now()
    _ = promises.fulfill(settler, .nothing)
    var quiet = QuietTime()
    // A busy thread stops the clock; then there is a limit all the same.
    let end = start + Self.longest * QuietTime.leastPart
    while !code.hasRun, quiet.nanoseconds < Self.longest, aplus_clock_now() < end {
      aplus_thread_nap(50)
      look(&quiet)
    }
    return withExtendedLifetime(derived) { code.hasRun ? aplus_clock_now() - start : nil }
  }

  /// Code that sets a flag when it runs.
  private final class FlaggingCode: UserCode, @unchecked Sendable {
    // SAFETY: its state is atomic.
    private let isOver = Atomic<Bool>(false)

    var hasRun: Bool { isOver.load(ordering: .acquiring) }

    override func value(_ argument: Argument) -> Token {
      isOver.store(true, ordering: .releasing)
      return .nothing
    }
  }
}
