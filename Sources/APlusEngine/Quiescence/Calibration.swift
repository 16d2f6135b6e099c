import APlusAdapter
import CPlatform
import Synchronization

/// Measures how long the library takes to call a handler.
struct Calibration {
  private static let samples = 8
  /// How often the slowest sample fits into the bound.
  private static let factor: UInt64 = 50
  private static let smallest: UInt64 = 20_000_000
  private static let largest: UInt64 = 500_000_000

  private let library: Library

  init(_ library: Library) {
    self.library = library
  }

  /// A time after which a handler that has not run is not going to.
  func bound() -> UInt64 {
    var slowest: UInt64 = 0
    for _ in 0..<Self.samples {
      slowest = max(slowest, sample())
    }
    return min(max(Self.smallest, slowest * Self.factor), Self.largest)
  }

  private func sample() -> UInt64 {
    let hasRun = Flag()
    let code = UserCode(
      value: { _ in
        hasRun.set()
        return .nothing
      },
      promise: { _ in throw Reason(.nothing) },
      thenable: { _ in throw Reason(.nothing) }
    )
    let (subject, settler) = library.makeDeferred()
    let handlers = UserHandlers(kind: .value, onFulfilled: code, onRejected: nil)
    let derived = library.then(subject, handlers)
    let start = aplus_clock_now()
    _ = library.fulfill(settler, .nothing)
    while !hasRun.isSet, aplus_clock_now() - start < Self.largest / Self.factor {
      aplus_thread_nap(50)
    }
    return withExtendedLifetime(derived) { aplus_clock_now() - start }
  }

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
      value.store(true, ordering: .releasing)
    }
  }
}
