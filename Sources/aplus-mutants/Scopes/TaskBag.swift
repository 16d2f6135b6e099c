import APlusAdapter
import Synchronization

/// A scope whose end waits for its tasks: right unless it has a fault.
final class TaskBag: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    /// The tasks of scopes inside, by the number of the task.
    var inner: [Int: TaskBag] = [:]
    var numbers = 0
    /// How many tasks have begun, and not ended.
    var running = 0
    var hasEndedOne = false
    var isCancelled = false
    var failure: (any Error)?
    var waiting: CheckedContinuation<Void, Never>?
    /// The task around, where its cancel is passed on at the end of the scope.
    var owed: Task<Void, Never>?
  }

  /// The bag and the number of the task that runs.
  @TaskLocal static var current: (bag: TaskBag, task: Int)?

  private let sparesSiblings: Bool
  private let fault: ScopeFault?
  private let state = Mutex(State())

  private init(sparesSiblings: Bool, _ fault: ScopeFault?) {
    self.sparesSiblings = sparesSiblings
    self.fault = fault
  }

  /// Performs a body with a new scope, and waits for the tasks of the scope.
  static func with(sparesSiblings: Bool, _ fault: ScopeFault?, _ body: ScopeBody<TaskBag>) async throws -> Token {
    var bag = TaskBag(sparesSiblings: sparesSiblings, fault)
    let inside = current
    if let inside { inside.bag.state.withLock { $0.inner[inside.task] = bag } }
    let scope = bag
    return try await withTaskCancellationHandler {
      do {
        let value = try await body(&bag)
        await scope.wait()
        if let failure = scope.failure { throw failure }
        scope.state.withLock { $0.owed }?.cancel()
        return value
      } catch {
        if !sparesSiblings { scope.cancel() }
        await scope.wait()
        throw error
      }
    } onCancel: {
      if fault != .innerUnaware || inside == nil { scope.cancel() }
    }
  }

  private var failure: (any Error)? { fault == .swallowsFailure ? nil : state.withLock { $0.failure } }

  // MARK: Tasks

  func add(_ work: @escaping ScopeWork) {
    let number = state.withLock { state in
      state.numbers += 1
      state.running += 1
      return state.numbers
    }
    let task = Task.detached {
      await Self.$current.withValue((self, number)) {
        do { try await work() } catch { self.fail(error) }
        self.end(number)
      }
    }
    let isCancelled = state.withLock { state in
      if state.running > 0 { state.tasks[number] = task }
      return state.isCancelled && !(fault == .lingeringKeepsOpen && state.running > 1)
    }
    if isCancelled { cancel(number, task) }
  }

  /// Starts work, unless the scope is cancelled.
  func launch(_ work: @escaping ScopeWork) { if !state.withLock({ $0.isCancelled }) { add(work) } }

  private func fail(_ error: any Error) {
    guard !(error is CancellationError) else { return }
    let spares = sparesSiblings && fault != .cancelsAnyway
    if !sparesSiblings { state.withLock { state in state.failure = state.failure ?? error } }
    if !spares, fault != .spares { cancel() }
    release()
  }

  private func end(_ number: Int) {
    let isLost = state.withLock { state in
      state.tasks[number] = nil
      state.running -= 1
      state.hasEndedOne = true
      return fault == .neverEnds && state.isCancelled
    }
    if !isLost { release() }
  }

  /// Lets the end of the scope come, if that is what it waits for.
  private func release() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard isOver(state) else { return nil }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  private func isOver(_ state: State) -> Bool {
    if state.running == 0 { return true }
    return switch fault {
    case .waitsForFirst: state.hasEndedOne
    case .cancelAbandons: state.isCancelled
    case .failureAbandons: state.failure != nil
    default: false
    }
  }

  private func wait() async {
    if fault == .endsEarly { return }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        let isOver = self.isOver(state)
        if !isOver { state.waiting = continuation }
        return isOver
      }
      if isOver { continuation.resume() }
    }
  }

  // MARK: Cancelling

  func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks
    }
    for (number, task) in tasks { cancel(number, task) }
    if fault == .cancelAbandons { release() }
  }

  private func cancel(_ number: Int, _ task: Task<Void, Never>) {
    let inner = state.withLock { $0.inner[number] }
    switch fault {
    case .innerSwallows: if let inner { return inner.cancel() }
    case .failureSwallows:
      if let inner {
        inner.state.withLock { $0.owed = task }
        return inner.cancel()
      }
    case .ownCancelSwallows: if let inner, inner.state.withLock({ $0.isCancelled }) { return }
    default: break
    }
    task.cancel()
  }
}
