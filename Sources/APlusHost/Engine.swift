package import APlusModel
import Synchronization

/// Performs programs on a library in this process and records what it sees.
package final class Engine: Sendable {
  /// What came of a program.
  package enum Outcome: Sendable {
    case recorded(Recording)
    /// A thread has not recorded an event that it had begun, so that there is no whole trace.
    case incomplete
    /// The program asks for something that cannot be performed here.
    case refused(NotExpressible)
  }

  /// Who is told about a run.
  package struct Observer: Sendable {
    /// Called once, with what came of the program.
    package var onEnd: @Sendable (Outcome) -> Void
    /// Called for each event that comes after the trace was handed out.
    package var onLate: @Sendable (Event) -> Void = { _ in }
    /// Called for each event as it is recorded, before the library goes on.
    package var onEvent: (@Sendable (Event) -> Void)?

    /// Creates an observer.
    package init(onEnd: @escaping @Sendable (Outcome) -> Void) {
      self.onEnd = onEnd
    }
  }

  /// What the engine is told about its process.
  package struct Options: Sendable {
    /// Descriptors that do not belong to the library.
    package var descriptors: Set<Int32> = []
    /// Decides the random delays of threads in programs with lanes.
    package var seed: UInt64 = 0

    package init() {}
  }

  /// How long a run may record nothing where nobody says otherwise, in milliseconds.
  package static let usualPatience = 6000

  /// A day: no time-out is longer.
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
    quiescence = Quiescence(
      library,
      descriptors: options.descriptors,
      watchdogs: { watchdog.threads }
    )
    watchdog.start(quiescence)
  }

  deinit {
    watchdog.stop()
  }

  /// The best strength of evidence that can be reached here.
  package var bestStrength: Strength { quiescence.bestStrength }

  /// Performs a program on the calling thread.
  ///
  /// A scenario that gets stuck, or records more events than it may, is handed out on another thread,
  /// and this call may never return: the engine and its process are of no use after that.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - limit: How many events are recorded at most; with one more the run ends.
  ///   - patience: Milliseconds without an event after which the run counts as stuck, whatever its
  ///     threads do. One that goes on is slow, and its time is the runner's to limit.
  ///   - observer: Who is told about the run.
  package func perform(
    _ program: Program,
    limit: Int = .max,
    patience: Int = Engine.usualPatience,
    _ observer: Observer
  ) {
    let plan: Plan
    do {
      plan = try Plan(program)
    } catch {
      observer.onEnd(.refused(error))
      return
    }
    if let outcome = perform(plan, limit: limit, patience: patience, observer) {
      observer.onEnd(outcome)
    }
  }

  /// Performs a plan, and lets go of all that it made: what the library does as its promises die,
  /// and be it the end of the process, happens before the run is answered.
  ///
  /// - Returns: What came of it; nil where the watchdog has told it.
  private func perform(
    _ plan: Plan,
    limit: Int,
    patience: Int,
    _ observer: Observer
  ) -> Outcome? {
    let performance = Performance(
      plan,
      on: library,
      lanes: lanes,
      limit: limit,
      onEvent: observer.onEvent
    )
    let patience = min(patience, Self.longestPatience)
    let run = ActiveRun(performance, patience: patience, observer)
    watchdog.watch(run)
    let ending = Script(performance: performance, quiescence: quiescence, run: run).perform()
    lanes.endDelays()
    watchdog.watch(nil)
    return run.finish(ending)
  }
}
