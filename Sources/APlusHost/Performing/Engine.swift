import APlusAdapter
package import APlusModel

/// Performs programs on a library in this process and records what it sees.
package final class Engine: Sendable {
  /// The outcome of a program.
  package enum Outcome: Sendable {
    case recorded(Recording)
    /// A thread began to record an event and did not finish, so the trace is incomplete.
    case incomplete
    /// The program needs something that this host cannot perform.
    case refused(NotExpressible)
  }

  /// Receives the outcome and the events of a run.
  package struct Observer: Sendable {
    /// Called once, with the outcome.
    package var onEnd: @Sendable (Outcome) -> Void
    /// Called for each event that occurs after the trace was taken.
    package var onLate: @Sendable (Event) -> Void = { _ in }
    /// Called for each event as it is recorded, before the library continues, with the objects that
    /// are new or have new names, by their number; nil to not stream.
    package var onEvent: (@Sendable (Event, [Int: TracedObject]) -> Void)?
    /// Whether the trace shows what threads wait in even where nothing can run any more.
    package var asksForWaits = false

    /// Creates an observer.
    package init(onEnd: @escaping @Sendable (Outcome) -> Void) { self.onEnd = onEnd }
  }

  /// What the engine must know about its process.
  package struct Options: Sendable {
    /// Descriptors that do not belong to the library.
    package var descriptors: Set<Int32> = []
    /// The seed of the random delays of threads in programs with lanes.
    package var seed: UInt64 = 0

    package init() {}
  }

  /// How long a run may record nothing by default, in milliseconds.
  package static let defaultPatience = 6000

  /// A day, in milliseconds: the longest time limit.
  private static let longestPatience = 86_400_000

  private let library: Library
  private let options: Options
  private let lanes: LanePool
  private let quiescence: Quiescence
  private let watchdog: Watchdog

  /// Creates an engine and starts its watchdog.
  package init(_ library: Library, _ options: Options = Options()) {
    self.library = library
    self.options = options
    lanes = LanePool(seed: options.seed)
    let watchdog = Watchdog()
    self.watchdog = watchdog
    quiescence = Quiescence(library, descriptors: options.descriptors, watchdogs: { watchdog.threads })
    watchdog.start(quiescence)
  }

  deinit { watchdog.stop() }

  /// The best strength of evidence that this library and system allow.
  package var bestStrength: Strength { quiescence.bestStrength }

  /// Performs a program on the calling thread.
  ///
  /// If a scenario gets stuck or exceeds its limit of events, another thread reports it to the
  /// observer. This call may then never return, and the process needs a restart.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - limit: The largest number of events to record; the run ends with one more.
  ///   - patience: Milliseconds without an event after which the run counts as stuck, whatever its
  ///     threads do. A run that still records events is slow; only the runner limits its time.
  ///   - observer: Receives the outcome and the events of the run.
  package func perform(
    _ program: Program, limit: Int = .max, patience: Int = Engine.defaultPatience, _ observer: Observer
  ) {
    let plan: Plan
    do throws(NotExpressible) {
      plan = try Plan(program)
      if program.usesCalls, library.calls == nil { throw NotExpressible("completion handlers: the library has none") }
      if program.usesTasks, library.awaits == nil { throw NotExpressible("awaits: the library has none") }
      if program.usesPromises, library.promises == nil { throw NotExpressible("promises: the library has none") }
    } catch {
      observer.onEnd(.refused(error))
      return
    }
    if let outcome = perform(plan, limit: limit, patience: patience, observer) { observer.onEnd(outcome) }
  }

  /// Performs a plan and releases everything that it made.
  ///
  /// Whatever the library does when its promises are freed, even ending the process, happens before
  /// the run is answered.
  ///
  /// - Returns: The outcome; nil if the watchdog has already reported it.
  private func perform(_ plan: Plan, limit: Int, patience: Int, _ observer: Observer) -> Outcome? {
    let performance = Performance(plan, on: library, lanes: lanes, limit: limit, onEvent: observer.onEvent)
    let patience = min(patience, Self.longestPatience)
    UncaughtErrors.receive { [weak performance] error in performance?.recordUncaught(error) }
    let run = ActiveRun(performance, patience: patience, observer)
    watchdog.watch(run)
    let ending = Script(performance: performance, quiescence: quiescence, run: run).perform()
    lanes.endDelays()
    watchdog.unwatch(run)
    defer { library.calls?.endRun?() }
    return run.finish(ending)
  }
}
