import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Ends a host's process group when it keeps the runner waiting for too long.
///
/// Time decides here about hosts alone: a host that is overdue gives an error,
/// never a verdict about the library.
package final class HostWatchdog: Sendable {
  private struct State {
    var group: Int32?
    var deadline: HostDeadline?
    var lastLook = ContinuousClock.now
    var hasFired = false
    var isOverdue = false
    var priority = TaskPriority.medium
    /// Asked for when the deadline has passed.
    var turn: RunnerTurn?
    var activity = HostActivity()
    var standstill: Standstill?
    /// Whether an interrupt waits for what is expected.
    var isPatient = false
  }

  /// How late a deadline or an interrupt may be noticed.
  private static let tick = DispatchTimeInterval.milliseconds(20)
  /// How often the kernel is asked what threads wait for.
  private static let lookInterval = Duration.milliseconds(100)

  private let state = Mutex(State())
  private let isInterrupted: @Sendable () -> Bool

  package init(isInterrupted: @escaping @Sendable () -> Bool) {
    self.isInterrupted = isInterrupted
  }

  /// Whether the group was ended because a deadline had passed.
  ///
  /// A host that had already ended by then is not overdue, however late that is noticed.
  package var isOverdue: Bool { state.withLock { $0.isOverdue } }

  /// What the host did when it was ended as overdue; nil where the kernel does not show it.
  package var standstill: Standstill? { state.withLock { $0.standstill } }

  /// Names the process group to end; nil when the process has been reaped.
  package func guardGroup(_ group: Int32?) {
    state.withLock { state in
      if let old = state.group { LiveGroups.remove(old) }
      state.group = group
      if let group { LiveGroups.insert(group) }
    }
  }

  /// Sets when the host must have done something; nil while nothing is expected of it.
  ///
  /// - Parameters:
  ///   - deadline: When the host is overdue, if it need not wait for a processor.
  ///   - isPatient: Whether an interrupt waits for it too, and does not end the host at once.
  package func expect(by deadline: ContinuousClock.Instant?, isPatient: Bool = false) {
    state.withLock { state in
      if deadline == nil || deadline != state.deadline?.instant {
        state.deadline = deadline.map { HostDeadline($0, from: .now) }
        state.priority = Task.currentPriority
        state.turn = nil
        state.activity = HostActivity()
      }
      state.isPatient = isPatient
    }
  }

  /// Ends the whole group at once; nothing can be ignored or cleaned up.
  package func endGroup() {
    state.withLock { state in
      if let group = state.group { kill(-group, SIGKILL) }
    }
  }

  /// Starts to watch; whoever asked for it cancels the timer.
  func startWatching() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated))
    timer.schedule(deadline: .now(), repeating: Self.tick, leeway: .milliseconds(5))
    timer.setEventHandler { self.look() }
    timer.activate()
    return timer
  }

  private func look() {
    let isInterrupted = isInterrupted()
    state.withLock { state in
      if let group = state.group, !state.hasFired, Self.isOverdue(&state, group),
        Self.hasRead(&state)
      {
        state.hasFired = true
        state.isOverdue = !Self.hasEnded(group)
        if state.isOverdue { state.standstill = state.activity.standstill(of: group, at: .now) }
        kill(-group, SIGKILL)
      }
      if isInterrupted, !state.isPatient, let group = state.group { kill(-group, SIGKILL) }
    }
  }

  /// Whether the deadline of a group has passed, as far as was looked.
  private static func isOverdue(_ state: inout State, _ group: Int32) -> Bool {
    let now = ContinuousClock.now
    guard let instant = state.deadline?.instant,
      now >= instant || now - state.lastLook >= lookInterval
    else { return false }
    state.lastLook = now
    var waits = ProcessorWaits()
    waits.add(process: group)
    state.activity.note(waits, at: now)
    // The answer also waits for the runner to read it.
    waits.add(process: getpid())
    return state.deadline?.isOver(at: now, waits) ?? false
  }

  /// Whether the runner has read what the host wrote in time.
  private static func hasRead(_ state: inout State) -> Bool {
    if let turn = state.turn { return turn.isOver }
    state.turn = RunnerTurn(priority: state.priority)
    return false
  }

  /// Whether a process has ended; it is left for others to reap.
  private static func hasEnded(_ process: Int32) -> Bool {
    var information = unsafe siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    guard unsafe waitid(P_PID, id_t(process), &information, options) == 0 else { return false }
    return unsafe information.si_signo == SIGCHLD
  }
}
