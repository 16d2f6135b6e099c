import APlusAdapter
import APlusModel
import APlusQuiescence
import CQuiescence
import Synchronization

/// Detects when no code of the library can run any more.
final class Quiescence: Sendable {
  /// The shortest horizon: nanoseconds in which nothing may be due.
  static let minimumHorizon: UInt64 = 20_000_000

  /// Nanoseconds without an event before checking whether all threads wait for each other.
  static let quietPeriod: UInt64 = 100_000_000

  /// Nanoseconds without an event, and without a thread that computes, after which the wait for a
  /// restless library ends.
  private static let quietLimit: UInt64 = 1_000_000_000
  /// The least and the greatest value of this limit if it is derived from the library's latency.
  private static let smallestBound: UInt64 = 20_000_000
  private static let largestBound: UInt64 = 500_000_000

  private let library: Library
  private let watchdogs: @Sendable () -> Set<Int32>
  #if os(Linux)
  private let horizon: Horizon?
  #endif
  private let past = Mutex(Past())
  private let calibrated = Mutex<Measured?>(nil)

  private struct Measured { let latency: UInt64? }

  /// What a wait for quiescence came to.
  enum Answer {
    /// No code of the library can run any more, as far as this evidence shows.
    case quiet(Strength)
    /// Nothing can run, and yet the library is not idle.
    case never
    /// A thread computes, and has done so for longer than the run may take.
    case computing(QuietTime)
  }

  /// Creates a quiescence check.
  ///
  /// - Parameters:
  ///   - library: The library under test.
  ///   - descriptors: Descriptors that do not belong to it.
  ///   - watchdogs: Threads of the host that wait with a time limit.
  init(_ library: Library, descriptors: Set<Int32>, watchdogs: @escaping @Sendable () -> Set<Int32>) {
    self.library = library
    self.watchdogs = watchdogs
    #if os(Linux)
    horizon = Horizon(ownDescriptors: descriptors)
    #endif
  }

  /// The best strength that can be reached.
  var bestStrength: Strength {
    switch library.driver.kind {
    case .manual, .owned: return .proved
    case .mainRunLoop, .background:
      #if os(Linux)
      return horizon == nil ? .bounded : .quiescent
      #else
      return .bounded
      #endif
    }
  }

  /// Waits until no code of the library can run any more.
  ///
  /// - Parameters:
  ///   - run: The current run; as long as it records events, something runs.
  ///   - performTurns: Performs the blocks that wait for a turn; returns whether there were any.
  /// - Returns: The strength of the evidence, or why there is none.
  func reach(_ run: ActiveRun, performTurns: () -> Bool) -> Answer {
    let performance = run.performance
    switch library.driver.kind {
    case .manual(let drain) where hasTasks(performance.plan):
      return reachHorizon(run, working: { drain() > 0 }, performTurns)
    case .owned(let isIdle, let help) where hasTasks(performance.plan):
      return reachHorizon(run, working: { help.map { $0() > 0 } ?? false || !isIdle() }, performTurns)
    case .manual(let drain):
      repeat { _ = performTurns() } while drain() > 0 || performance.hasTurns
      return .quiet(.proved)
    case .owned(let isIdle, let help):
      run.waiter.store(aplus_thread_id(), ordering: .releasing)
      defer { run.waiter.store(0, ordering: .releasing) }
      return waitForOwner(
        performance, isIdle,
        work: { run.working { performTurns() || !performance.plan.hasGates && (help?() ?? 0) > 0 } })
    case .mainRunLoop, .background:
      return run.settling { reachHorizon(run) { performance.hasTurns && run.unsettled(performTurns) } }
    }
  }

  /// Whether a program starts tasks that the library's executor does not run: those that await or use channels, unless
  /// they are coroutines of the library.
  private func hasTasks(_ plan: Plan) -> Bool { plan.hasTasks && library.awaits?.hasThreads != false }

  /// Waits until neither the library's executor has work nor any task can run.
  private func reachHorizon(_ run: ActiveRun, working: () -> Bool, _ performTurns: () -> Bool) -> Answer {
    run.settling {
      reachHorizon(run) {
        while run.unsettled({ performTurns() || working() }) {}
        return false
      }
    }
  }

  /// Waits until the library's executor is idle, or it is clear that it never will be.
  ///
  /// Handlers that wait for a gate keep the executor busy. If an idle block may open the gate, it
  /// is enough that no thread can run.
  private func waitForOwner(_ performance: Performance, _ isIdle: () -> Bool, work: () -> Bool) -> Answer {
    var backoff = Backoff()
    var lastCount = -1
    var lastChange = aplus_clock_now()
    while true {
      let hasWorked = work()
      guard hasWorked || !isIdle() || performance.hasTurns else { return .quiet(.proved) }
      let now = aplus_clock_now()
      if performance.recorder.count != lastCount {
        lastCount = performance.recorder.count
        lastChange = now
        // A thread that looks all the time would occupy a processor.
        if hasWorked { backoff = Backoff() } else { backoff.shorten() }
      } else if now - lastChange > Self.quietPeriod, isCertainlyIdle(performance.horizon), !isIdle() {
        // `isIdle` is called again: the last job may have ended after the first call.
        return performance.hasIdles ? .quiet(.quiescent) : .never
      }
      backoff.wait()
    }
  }

  /// Whether it is certain that only the calling thread can run within this time, or within the
  /// time for which timers are awaited if that is longer.
  func isCertainlyIdle(_ nanoseconds: UInt64) -> Bool {
    #if os(Linux)
    let length = past.withLock { $0.timerWaits.horizon(atLeast: nanoseconds) }
    if case .idle = horizon?.look(length, ignoring: watchdogs()) { return true }
    #endif
    return false
  }

  /// What the threads of the library wait in, in words; the calling one is left out.
  var waits: [String] { Threads.waits(ignoring: watchdogs()) }

  private func reachHorizon(_ run: ActiveRun, performTurns: () -> Bool) -> Answer {
    let performance = run.performance
    #if os(Linux)
    if let horizon {
      let length = performance.horizon
      // A library that never rests, because it polls for example, gets no more time than this.
      let limit = 2 * length + (past.withLock { $0.isRestless } ? bound(run) : Self.quietLimit)
      var backoff = Backoff()
      var quiet = QuietTime()
      var wait = TimerWait()
      search: while true {
        _ = performTurns()
        let count = performance.recorder.count
        if let time = wait.end(at: aplus_clock_now(), count) { past.withLock { $0.timerWaits.note(time) } }
        switch horizon.look(length, ignoring: watchdogs()) {
        case .idle(let nanoseconds) where !performance.hasTurns:
          if nanoseconds > past.withLock({ $0.timerWaits.horizon(atLeast: length) }) {
            past.withLock { $0.endPhase(wait, hasRested: true) }
            return .quiet(.quiescent)
          }
          wait.begin(at: aplus_clock_now(), count)
        case .idle, .busy: break
        case .unknown: break search
        }
        let time = time(&quiet, performance)
        if run.isOverdue(quiet) { return .computing(quiet) }
        if time > limit, !quiet.isComputing, time > limit + timeOfChain(run) {
          past.withLock { $0.endPhase(wait, hasRested: false) }
          return .quiet(.bounded)
        }
        backoff.wait()
      }
    }
    #endif
    let bound = max(bound(run), performance.horizon) + timeOfChain(run)
    return waitUntilQuiet(run, for: bound, performTurns: performTurns)
  }

  private func waitUntilQuiet(_ run: ActiveRun, for bound: UInt64, performTurns: () -> Bool) -> Answer {
    var quiet = QuietTime()
    while true {
      if performTurns() {
        quiet = QuietTime()
      } else {
        let time = time(&quiet, run.performance)
        if run.isOverdue(quiet) { return .computing(quiet) }
        if time > bound, !quiet.isComputing { return .quiet(.bounded) }
      }
      aplus_thread_nap(500)
    }
  }

  /// Nanoseconds without an event, except those in which a thread had to wait for a processor.
  private func time(_ quiet: inout QuietTime, _ performance: Performance) -> UInt64 {
    note(performance.recorder.count, &quiet)
    return quiet.nanoseconds
  }

  private func note(_ count: Int, _ quiet: inout QuietTime) {
    quiet.note(count, at: aplus_clock_now()) { shares(ignoring: []) }
  }

  /// How much each thread of the library uses the processors, without the calling one and those to
  /// be ignored; where the kernel does not show that, how much the process does.
  func shares(ignoring ignored: Set<Int32>) -> [Int32: QuietTime.Share] {
    #if os(Linux)
    if let horizon { return horizon.shares(ignoring: watchdogs().union(ignored)) }
    #endif
    return [0: QuietTime.Share(run: aplus_process_time(), wait: 0, isReady: false)]
  }

  /// How long to wait if nothing better is known, derived from the library's measured latency.
  private func bound(_ run: ActiveRun) -> UInt64 {
    min(max(Self.smallestBound, 50 * (latency(run) ?? Self.largestBound)), Self.largestBound)
  }

  /// How long an outcome may take along a chain of promises without an event.
  ///
  /// A library that starts each handler with a timer needs that long for each link of a chain. No
  /// chain has more links than the program has names.
  private func timeOfChain(_ run: ActiveRun) -> UInt64 {
    3 * (latency(run) ?? 0) * UInt64(run.performance.plan.slotCount)
  }

  /// How long the library takes to call a handler; nil if it did not call one in time.
  ///
  /// The watchdog watches the run meanwhile, because the library may hang.
  private func latency(_ run: ActiveRun) -> UInt64? {
    calibrated.withLock { calibrated in
      if let calibrated { return calibrated.latency }
      let measured = run.unsettled {
        Measured(latency: library.promises.flatMap { Calibration($0) { self.note(0, &$0) }.latency() })
      }
      calibrated = measured
      return measured.latency
    }
  }
}

/// What the earlier phases of the process have shown.
private struct Past {
  /// After this many phases in a row without rest, the library counts as one that never rests.
  private static let restless = 3

  var timerWaits = TimerWaitPolicy()
  private var phasesWithoutRest = 0

  /// Whether the library counts as one that never rests.
  var isRestless: Bool { phasesWithoutRest >= Self.restless }

  mutating func endPhase(_ wait: TimerWait, hasRested: Bool) {
    if wait.isUnderWay { timerWaits.note(nil) }
    phasesWithoutRest = hasRested ? 0 : phasesWithoutRest + 1
  }
}

extension Performance {
  /// Nanoseconds in which nothing may be due: at least twice the longest time in the program.
  var horizon: UInt64 { max(Quiescence.minimumHorizon, 2 * UInt64(plan.longestMilliseconds) * 1_000_000) }
}

/// Waits between two looks: first hardly at all, then longer.
private struct Backoff {
  /// Up to this many looks, the wait is only a yield.
  private static let first = 20

  private var looks = 0

  mutating func wait() {
    looks += 1
    if looks < Self.first { aplus_thread_yield() } else { aplus_thread_nap(looks < 200 ? 30 : 300) }
  }

  /// Looks more often again, but still leaves the processor to threads that work.
  mutating func shorten() { looks = min(looks, Self.first) }
}
