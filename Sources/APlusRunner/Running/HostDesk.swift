import Synchronization

/// Where sessions wait with their hosts for the next run.
final class HostDesk: Sendable {
  /// A run, and what repeats its failures.
  typealias Job = (run: AdapterRun, isolation: Isolation?)

  private struct State {
    var waiting: [(hasHost: Bool, session: CheckedContinuation<Job?, Never>)] = []
    /// How many sessions perform a run, or have not come yet.
    var active: Int
    /// Who waits until none does.
    var owner: CheckedContinuation<Void, Never>?
    var isClosed = false
  }

  private let state: Mutex<State>

  /// - Parameter sessions: How many sessions will come.
  init(sessions: Int) { state = Mutex(State(active: sessions)) }

  /// Waits for the next run; nil once there will be none.
  func next(withHost: Bool) async -> Job? {
    await withCheckedContinuation { session in
      let (isClosed, owner) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
        state.active -= 1
        if !state.isClosed { state.waiting.append((withHost, session)) }
        guard state.active == 0 else { return (state.isClosed, nil) }
        defer { state.owner = nil }
        return (state.isClosed, state.owner)
      }
      if isClosed { session.resume(returning: nil) }
      owner?.resume()
    }
  }

  /// Has a run performed by all sessions with a host, and by as many others as there are requests for.
  func perform(_ job: Job) async {
    await idle()
    let chosen = state.withLock { state in
      let hosts = state.waiting.count(where: \.hasHost)
      var others = max(0, job.run.count - hosts)
      var chosen: [CheckedContinuation<Job?, Never>] = []
      state.waiting.removeAll { hasHost, session in
        guard hasHost || others > 0 else { return false }
        if !hasHost { others -= 1 }
        chosen.append(session)
        return true
      }
      state.active = chosen.count
      return chosen
    }
    job.run.enter(chosen.count)
    for session in chosen { session.resume(returning: job) }
    await idle()
  }

  /// Ends all sessions, now or when they come.
  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for (_, session) in waiting { session.resume(returning: nil) }
  }

  /// Waits until no session performs a run.
  private func idle() async {
    await withCheckedContinuation { owner in
      let isIdle = state.withLock { state in
        if state.active > 0 { state.owner = owner }
        return state.active == 0
      }
      if isIdle { owner.resume() }
    }
  }
}
