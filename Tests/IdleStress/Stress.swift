import APlusHost
import APlusQuiescence
import CHost
import CQuiescence
import Dispatch
import Synchronization

/// Runs trials on a thread of its own and ends the process.
struct Stress: Sendable {
  let horizon: Horizon
  let trials: Int
  let seed: UInt64

  /// Nanoseconds in which nothing may be due.
  private static let length: UInt64 = 5_000_000

  /// Starts the trials.
  func start() {
    let thread = Thread { run() }
    thread.start()
  }

  private func run() {
    let places = Places()
    var generator = Generator(state: seed)
    var falseIdles = 0
    var times: [UInt64] = []
    for _ in 0..<trials {
      let chain = Chain(places: places, hops: Int(generator.next() % 40), seed: generator.next())
      let start = aplus_clock_now()
      chain.start()
      waitUntilIdle()
      times.append(aplus_clock_now() - start)
      if !chain.isOver {
        falseIdles += 1
        chain.waitUntilOver()
      }
    }
    times.sort()
    end(
      falseIdles == 0 ? 0 : 1,
      "trials \(trials), false idles \(falseIdles), chain and proof: " + "median \(times[times.count / 2] / 1000) us, "
        + "mean \(times.reduce(0, +) / UInt64(times.count) / 1000) us, "
        + "99 % \(times[times.count * 99 / 100] / 1000) us, worst \((times.last ?? 0) / 1000) us")
  }

  private func waitUntilIdle() {
    while true {
      switch horizon.look(Self.length, ignoring: []) {
      case .idle: return
      case .busy: aplus_thread_yield()
      case .unknown: end(2, "the process has something that the kernel does not tell about")
      }
    }
  }
}

/// Writes a line and ends the process, whatever its threads do.
func end(_ status: Int32, _ message: String) -> Never {
  let bytes = Array("\(message)\n".utf8)
  unsafe bytes.withUnsafeBufferPointer { bytes in
    if let start = bytes.baseAddress { _ = unsafe aplus_stdio_write(1, start, bytes.count) }
  }
  aplus_stdio_exit(status)
}

/// A thread of the test.
struct Thread: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Starts the thread.
  func start() {
    let context = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    _ = unsafe aplus_thread_start(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
      }, context)
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// A small random generator with a seed.
struct Generator: Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
