import Dispatch
import Foundation
import Synchronization

/// Kills a host's process group when the host is overdue.
///
/// An overdue host is an error, not yet a verdict about the library.
package final class HostWatchdog: Sendable {
  private struct State {
    var program: HostedProgram?
    var group: Int32? { program?.process }
    /// The process whose threads are the host's.
    var performer: Int32 { program?.performer ?? 0 }
    var deadline: HostDeadline?
    var lastLook = ContinuousClock.now
    var hasFired = false
    var isOverdue = false
    var priority = TaskPriority.medium
    /// Gives the reader time to catch up once the deadline has passed.
    var catchUp: ReaderCatchUp?
    var activity = HostActivity()
    var notice: ComputationNotice?
    var hang: HangDiagnosis?
    /// Whether an interrupt gives the host a grace period.
    var hasGracePeriod = false
    /// How many looks there were since an interrupt.
    var looksSinceInterrupt = 0
    var isAbandoned = false
  }

  /// How late a deadline or an interrupt may be noticed.
  private static let tick = DispatchTimeInterval.milliseconds(20)
  /// The grace period after an interrupt, in looks: 5 s, and longer where looks come late.
  private static let grace = 250
  /// The interval between looks at the host's threads.
  private static let lookInterval = Duration.milliseconds(100)

  private let state = Mutex(State())
  private let isInterrupted: @Sendable () -> Bool

  package init(isInterrupted: @escaping @Sendable () -> Bool) { self.isInterrupted = isInterrupted }

  /// Whether the group was killed because a deadline had passed.
  ///
  /// A host that had ended by then is not overdue, even if its end is noticed late.
  package var isOverdue: Bool { state.withLock { $0.isOverdue } }

  /// Whether the group was killed because it outlasted the grace period after an interrupt.
  package var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// What the host did when it was overdue; nil if it was not.
  package var hang: HangDiagnosis? { state.withLock { $0.hang } }

  /// Sets the program whose process group to kill; nil before another process can get its ID.
  func guardGroup(_ program: HostedProgram?) { state.withLock { $0.program = program } }

  /// Sets the deadline of the host; nil while nothing is expected of it.
  ///
  /// - Parameters:
  ///   - deadline: When the host is overdue, if it need not wait for a processor.
  ///   - longest: How long a host may take in all whose threads compute, which moves the deadline;
  ///     nil where that does not count.
  ///   - hasGracePeriod: Whether an interrupt gives the host some seconds before it is killed.
  package func expect(
    by deadline: ContinuousClock.Instant?, upTo longest: Duration? = nil, hasGracePeriod: Bool = false
  ) {
    state.withLock { state in
      if deadline == nil || deadline != state.deadline?.instant {
        state.deadline = deadline.map { HostDeadline($0, from: .now, upTo: longest) }
        state.priority = Task.currentPriority
        state.catchUp = nil
        state.activity = HostActivity()
      }
      state.hasGracePeriod = hasGracePeriod
    }
  }

  /// Sets what is to be told, once, of a thread that computes too long before the deadline; nil for nothing.
  package func tell(_ notice: ComputationNotice?) { state.withLock { $0.notice = notice } }

  /// Kills the whole group.
  package func endGroup() { state.withLock { state in if let group = state.group { kill(-group, SIGKILL) } } }

  /// Starts to watch; the caller cancels the timer.
  func startWatching() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated))
    timer.schedule(deadline: .now(), repeating: Self.tick, leeway: .milliseconds(5))
    timer.setEventHandler { self.look() }
    timer.activate()
    return timer
  }

  private func look() {
    let isInterrupted = isInterrupted()
    defer { tellOfComputation() }
    state.withLock { state in
      if let group = state.group, !state.hasFired, Self.isOverdue(&state), Self.hasCaughtUp(&state) {
        state.hasFired = true
        state.isOverdue = state.program?.hasEnded == false
        if state.isOverdue { state.hang = state.activity.diagnosis(of: state.performer, at: .now) }
        kill(-group, SIGKILL)
      }
      guard isInterrupted, let group = state.group else { return }
      state.looksSinceInterrupt += 1
      if state.hasGracePeriod {
        guard state.looksSinceInterrupt > Self.grace, state.program?.hasEnded == false else { return }
        state.isAbandoned = true
      }
      kill(-group, SIGKILL)
    }
  }

  /// Tells of a thread that has computed too long, outside of the lock.
  private func tellOfComputation() {
    let found = state.withLock { state -> (notice: ComputationNotice, thread: String)? in
      guard let notice = state.notice,
        let thread = state.activity.thread(computingFor: notice.limit, in: state.performer)
      else { return nil }
      state.notice = nil
      return (notice, thread)
    }
    if let found { found.notice.report(found.thread) }
  }

  /// Whether the host's deadline has passed; until it comes, looks only once per interval.
  private static func isOverdue(_ state: inout State) -> Bool {
    let now = ContinuousClock.now
    guard let due = state.deadline?.due, now >= due || now - state.lastLook >= lookInterval else { return false }
    state.lastLook = now
    var waits = ProcessorTimes()
    waits.add(process: state.performer)
    state.activity.note(waits, at: now)
    let isComputing = state.activity.isComputing
    // An answer also waits for a processor on which the runner reads it.
    waits.add(process: getpid())
    return state.deadline?.isOver(at: now, waits, isComputing: isComputing) ?? false
  }

  /// Whether the runner has had time to read what the host wrote before its deadline.
  private static func hasCaughtUp(_ state: inout State) -> Bool {
    if let catchUp = state.catchUp { return catchUp.isOver }
    state.catchUp = ReaderCatchUp(priority: state.priority)
    return false
  }
}

/// What is to be told of a thread of the host that computes, although little was asked.
package struct ComputationNotice: Sendable {
  /// How much processor time is too much.
  let limit: Duration
  /// Called with the name of the thread.
  let report: @Sendable (_ thread: String) -> Void

  package init(limit: Duration, report: @escaping @Sendable (_ thread: String) -> Void) {
    self.limit = limit
    self.report = report
  }
}

/// When a host must have answered, not counting the time that it waited for a processor.
///
/// So neither a busy machine nor one that sleeps changes a result. A host that computes makes
/// progress, and has its time anew, up to a limit for all of it.
struct HostDeadline {
  /// The limit by the clock, as a multiple of the host's time.
  private static let longest = 5
  /// A longer gap between two looks shows that the runner was stopped.
  private static let latest = Duration.seconds(1)

  let instant: ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  /// How long the host may take in all if it computes; nil if that does not move the deadline.
  private let longestInAll: Duration?
  /// When the host last computed; at first the start.
  private var progress: ContinuousClock.Instant
  private var seen: ProcessorTimes?
  private var lastLook: ContinuousClock.Instant
  /// What does not count since the last progress, and in all.
  private var recent = Loss()
  private var whole = Loss()

  /// Time that does not count.
  private struct Loss {
    var waited = Duration.zero
    /// How long the runner and the host were stopped: the machine slept, or both were frozen.
    var paused = Duration.zero

    /// How much of it counts where so much time is allowed.
    func time(for allowed: Duration) -> Duration { paused + min(waited, allowed * (HostDeadline.longest - 1)) }
  }

  init(_ instant: ContinuousClock.Instant, from start: ContinuousClock.Instant, upTo longest: Duration? = nil) {
    self.instant = instant
    self.start = start
    longestInAll = longest
    progress = start
    lastLook = start
  }

  /// When the host is overdue if it does not compute any more, and need not wait for a processor.
  var due: ContinuousClock.Instant { progress + (instant - start) }

  /// Whether the host has used up its time, or five times as much by the clock without pauses.
  ///
  /// `now` must not go back from call to call.
  mutating func isOver(at now: ContinuousClock.Instant, _ waits: ProcessorTimes, isComputing: Bool = false) -> Bool {
    if now - lastLook > Self.latest {
      recent.paused += now - lastLook
      whole.paused += now - lastLook
    } else if let seen {
      let wait = waits.longest(since: seen, in: now - lastLook)
      recent.waited += wait
      whole.waited += wait
    }
    seen = waits
    lastLook = now
    if let longestInAll {
      if isComputing {
        progress = now
        recent = Loss()
      }
      if start + longestInAll + whole.time(for: longestInAll) <= now { return true }
    }
    return due + recent.time(for: instant - start) <= now
  }
}

/// Gives the runner time to read what a host wrote before its deadline.
///
/// A runner that judges large traces reads late. It gets a few turns of its executor, which come
/// after everything that was due before.
private final class ReaderCatchUp: Sendable {
  /// More turns than it takes from the end of a read to the task that waits for a line.
  private static let count = 8

  private let hasCome = Atomic(false)

  /// Starts the turns with the priority of the task that reads.
  init(priority: TaskPriority) {
    Task(priority: priority) {
      for _ in 0..<Self.count { await Task.yield() }
      hasCome.store(true, ordering: .releasing)
    }
  }

  /// Whether the turns are over.
  var isOver: Bool { hasCome.load(ordering: .acquiring) }
}
