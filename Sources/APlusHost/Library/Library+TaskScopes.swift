import APlusAdapter
import APlusModel
import Synchronization

/// Scopes that wait for their tasks: the host performs the body, which does what calls from outside ask for.
extension Library.Calls {
  /// What a call returns: the scope or the item that it made.
  private enum Made<Adapter: TaskScopeAdapter>: Sendable {
    case scope(TaskScope<Adapter>)
    case item(ScopeTask)
    case nothing
  }

  /// Erases the types of an adapter.
  init<Adapter: TaskScopeAdapter>(taskScopesOf adapter: Adapter) {
    typealias Call = Made<Adapter>
    @Sendable func scope(_ handle: Handle) -> TaskScope<Adapter>? {
      if case .scope(let scope) = handle.value() as Call { scope } else { nil }
    }
    start = { request, done, _, members in
      let outer = members.first.flatMap(scope)
      let word = ScopeWord(rawValue: request.kind.name)
      guard word != .scope, let scope = outer else {
        let scope = TaskScope(adapter, done)
        if let outer { outer.ask(.nest(scope)) } else { scope.start() }
        return Handle(Call.scope(scope))
      }
      switch word {
      case .add, .linger, .completed:
        let item = ScopeTask(done, goesOn: word == .linger)
        if word == .completed { item.finish(with: .success(request.value)) }
        scope.ask(.add(item))
        return Handle(Call.item(item))
      case .launch: scope.ask(.launch(done))
      case .scope, .notify, .holds, nil: break
      }
      return Handle(Call.nothing)
    }
    finish = { call, result in
      switch call.value() as Call {
      case .scope(let scope): scope.ask(.end(result))
      case .item(let item): item.finish(with: result)
      case .nothing: break
      }
    }
    cancel = { call in scope(call)?.cancel() }
    contexts = nil
  }

  /// What the protocols of an adapter claim.
  static func capabilities<Adapter: TaskScopeAdapter>(ofTaskScopes adapter: Adapter) -> [Capability] {
    [ScopeProfile.scopes, ScopeProfile.structured, ScopeProfile.linger, ScopeProfile.completed]
      + Adapter.features.map { Capability("scopes", detail: $0.name) }
  }
}

/// The error of an item that came when the body of its scope had ended.
private struct ScopeHasEnded: Error {}

/// A scope whose body does what it is asked for, one thing after another.
private final class TaskScope<Adapter: TaskScopeAdapter>: Sendable {
  enum Request: Sendable {
    case add(ScopeTask)
    case launch(Completion)
    case nest(TaskScope)
    case cancel
    case end(Result<Token, any Error>)
  }

  private struct State {
    /// In the order in which they came; those before `next` are done.
    var requests: [Request] = []
    var next = 0
    /// The body, while it waits for a request.
    var body: CheckedContinuation<Request, Never>?
    var hasEnded = false
    /// The task of a scope that is in no other.
    var task: Task<Void, Never>?
  }

  private let adapter: Adapter
  private let done: Completion
  private let state = Mutex(State())

  init(_ adapter: Adapter, _ done: Completion) {
    self.adapter = adapter
    self.done = done
  }

  /// Starts the body in a task of its own.
  func start() {
    let task = Task.immediateDetached { () async -> Void in try? await self.run() }
    state.withLock { $0.task = task }
  }

  /// Cancels the scope; once its body has ended, the task that waits for the items.
  func cancel() { ask(.cancel) }

  func ask(_ request: Request) {
    let (body, isLate) = state.withLock { state in
      if !state.hasEnded, state.body == nil { state.requests.append(request) }
      defer { state.body = nil }
      return (state.body, state.hasEnded)
    }
    if isLate { refuse(request) } else { body?.resume(returning: request) }
  }

  // MARK: The body

  private func run() async throws {
    var result: Result<Token, any Error>
    do { result = .success(try await adapter.withScope { group in try await self.perform(in: &group) }) } catch {
      result = .failure(error)
    }
    close()
    // The code after the scope learns of a cancellation that came from around it.
    let isCancelled = Task.isCancelled
    if isCancelled { result = .failure(CancellationError()) }
    done.result(result)
    // A scope that was cancelled by itself is no failure for the scope around it.
    if case .failure(let error) = result, isCancelled || !(error is CancellationError) { throw error }
  }

  private func perform(in group: inout Adapter.Group) async throws -> Token {
    while true {
      switch await next() {
      case .add(let item): adapter.add({ try await item.run() }, to: &group)
      case .launch(let work): adapter.launch({ work(nil, nil) }, in: &group)
      case .nest(let inner): adapter.add({ try await inner.run() }, to: &group)
      case .cancel: adapter.cancel(&group)
      case .end(let result):
        close()
        return try result.get()
      }
    }
  }

  private func next() async -> Request {
    await withCheckedContinuation { continuation in
      let request = state.withLock { state -> Request? in
        guard state.next < state.requests.count else {
          state.requests.removeAll(keepingCapacity: true)
          state.next = 0
          state.body = continuation
          return nil
        }
        defer { state.next += 1 }
        return state.requests[state.next]
      }
      if let request { continuation.resume(returning: request) }
    }
  }

  /// Refuses what nobody will perform any more.
  private func close() {
    let late = state.withLock { state in
      defer {
        state.requests = []
        state.next = 0
        state.hasEnded = true
      }
      return state.requests[state.next...]
    }
    for request in late { refuse(request) }
  }

  private func refuse(_ request: Request) {
    switch request {
    case .add(let item): item.refuse()
    case .nest(let inner): inner.done.error(ScopeHasEnded())
    case .cancel: state.withLock { $0.task }?.cancel()
    case .launch, .end: break
    }
  }
}

/// A task of a scope, which ends when it is finished from outside or cancelled.
private final class ScopeTask: Sendable {
  private struct State {
    var result: Result<Token, any Error>?
    /// Whether a cancel has come that the task goes on after.
    var isInterrupted = false
    /// Gets the result, or nil at such a cancel.
    var waiting: CheckedContinuation<Result<Token, any Error>?, Never>?
  }

  private let done: Completion
  /// Whether a cancel does not end it.
  private let goesOn: Bool
  private let state = Mutex(State())

  init(_ done: Completion, goesOn: Bool) {
    self.done = done
    self.goesOn = goesOn
  }

  func run() async throws {
    var result = await withTaskCancellationHandler(operation: next, onCancel: cancel)
    // The task reports the cancel itself: a cancel handler runs under a lock of the task.
    if result == nil {
      done.error(CancellationError())
      result = await next()
    }
    guard let result else { return }
    done.result(result)
    _ = try result.get()
  }

  @Sendable private func next() async -> Result<Token, any Error>? {
    await withCheckedContinuation { continuation in
      let (hasCome, result) = state.withLock { state in
        let hasCome = state.result != nil || state.isInterrupted
        state.isInterrupted = false
        if !hasCome { state.waiting = continuation }
        return (hasCome, state.result)
      }
      if hasCome { continuation.resume(returning: result) }
    }
  }

  @Sendable private func cancel() {
    guard goesOn else { return finish(with: .failure(CancellationError())) }
    let waiting = state.withLock { state in
      state.isInterrupted = state.waiting == nil
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: nil)
  }

  /// Ends the task, unless it has ended.
  func finish(with result: Result<Token, any Error>) {
    let waiting = state.withLock { state in
      if state.result == nil { state.result = result }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: result)
  }

  /// Reports that the scope has not taken the task.
  func refuse() { done.error(ScopeHasEnded()) }
}
