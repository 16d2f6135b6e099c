import APlusAdapter
import Dispatch
import Synchronization

/// A place that runs handlers one at a time.
final class CallContext: Sendable {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  let queue: DispatchQueue

  init(_ label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// The identity of the context that runs the calling code.
  static var current: ObjectIdentifier? { DispatchQueue.getSpecific(key: key) }
}

/// A service with functions that take completion handlers, right unless it has a fault.
///
/// A handler is called on its context, later or at once as the style says, with no lock held. The service forgets it
/// then. The faults are in the places where such services have them.
final class CallService: Sendable {
  /// What the service promises where libraries differ.
  enum Style: String, CaseIterable {
    /// Later, a cancel is reported, throws reach the report.
    case later
    /// At once, inside the call, wherever that is possible.
    case atOnce = "at-once"
    /// Later, and a cancelled call is silent.
    case silent
    /// Later, with two handlers for each call; a cancelled call may still call one of them.
    case pair
  }

  typealias Outcome = Result<Token, any Error>

  struct Cancelled: Error {}
  struct Failed: Error {}

  /// One call, until its handler is called.
  final class Call: Sendable {
    let handler: Mutex<Handler?>
    let context: CallContext?
    let isInside = Atomic<Bool>(true)

    init(_ handler: Handler, on context: CallContext?) {
      self.handler = Mutex(handler)
      self.context = context
    }

    /// Takes the handler, which only one caller gets.
    func take() -> Handler? { handler.withLock { handler in exchange(&handler, with: nil) } }
  }

  /// What a call is given: it gets a value, an error or, from faulty services, both or neither.
  final class Handler: Sendable {
    let body: @Sendable (Token?, (any Error)?) throws -> Void

    init(_ body: @escaping @Sendable (Token?, (any Error)?) throws -> Void) { self.body = body }
  }

  private let style: Style
  private let fault: CallFault?
  private let home = CallContext("callbacks.home")
  private let lock = DispatchSemaphore(value: 1)
  private let report: @Sendable (any Error) -> Void
  private let kept = Mutex<[Handler]>([])
  private let shared = Mutex<Token>(.nothing)
  private let latest = Mutex<Call?>(nil)
  private let held = Mutex<[@Sendable () -> Void]>([])

  init(_ style: Style, _ fault: CallFault? = nil, onUncaught report: @escaping @Sendable (any Error) -> Void) {
    self.style = style
    self.fault = fault
    self.report = report
  }

  // MARK: Calls

  /// Starts a call that stays open.
  func open(_ handler: Handler, on context: CallContext?) -> Call {
    let call = Call(handler, on: context)
    if fault == .keepsHandlers { kept.withLock { $0.append(handler) } }
    if fault == .oneCallAtATime {
      latest.withLock { latest in
        _ = latest?.take()
        latest = call
      }
    }
    return call
  }

  /// Starts a call of a kind that ends by itself.
  func start(_ kind: CallKind, _ value: Token, _ handler: Handler, on context: CallContext?) -> Call {
    let call = open(handler, on: context)
    defer { call.isInside.store(false, ordering: .releasing) }
    switch kind {
    case .open: break
    case .empty where fault == .losesEmpty, .closed where fault == .losesClosed, .invalid where fault == .losesInvalid:
      _ = call.take()
    case .cached where fault == .cachedAtOnce, .empty where fault == .emptyAtOnce,
      .invalid where fault == .invalidAtOnce, .closed where fault == .closedAtOnce:
      callBack(call, outcome(of: kind, value))
    case .cached where fault == .cachedLater, .invalid where fault == .invalidLater:
      home.queue.async { [self] in callBack(call, outcome(of: kind, value)) }
    case .cancelled: if fault == .forgetsEarlyCancel { finish(call, .success(value)) } else { cancel(call) }
    case .echo where fault == .sharesResult:
      shared.withLock { $0 = value }
      home.queue.async { [self] in finish(call, .success(shared.withLock { $0 })) }
    default:
      if style == .atOnce {
        finish(call, outcome(of: kind, value))
      } else {
        home.queue.async { [self] in finish(call, outcome(of: kind, value)) }
      }
    }
    return call
  }

  private func outcome(of kind: CallKind, _ value: Token) -> Outcome {
    switch kind {
    case .error, .invalid, .closed: .failure(Failed())
    default: .success(value)
    }
  }

  /// Ends a call; of several attempts the first counts.
  func finish(_ call: Call, _ outcome: Outcome) {
    if fault == .finishesTwice, let handler = call.handler.withLock({ $0 }) {
      deliver(handler, outcome, on: call.context, call)
      return deliver(handler, outcome, on: call.context, call)
    }
    if fault == .failsTwice, case .failure = outcome, let handler = call.handler.withLock({ $0 }) {
      deliver(handler, outcome, on: call.context, call)
    }
    if fault == .cancelRaces, let handler = call.handler.withLock({ $0 }) {
      deliver(handler, outcome, on: call.context, call)
      _ = call.take()
      return
    }
    if fault == .swapsResults, case .success(let value) = outcome {
      let other = shared.withLock { exchange(&$0, with: value) }
      guard let handler = call.take() else { return }
      return deliver(handler, .success(other == .nothing ? value : other), on: call.context, call)
    }
    if style == .silent, fault != .reportsBeforeSilence {
      // A cancel may still come before the handler is called.
      return run(on: call.context, call) { [self] in
        guard let handler = call.take() else { return }
        self.call(handler, outcome)
      }
    }
    guard let handler = call.take() else { return }
    deliver(handler, outcome, on: call.context, call)
  }

  /// Cancels a call.
  func cancel(_ call: Call) {
    switch style {
    case .pair: break
    case .silent:
      if fault == .silentStillReports { return finish(call, .failure(Cancelled())) }
      if fault != .ignoresCancel { _ = call.take() }
    case .later, .atOnce:
      switch fault {
      case .ignoresCancel: break
      case .cancelIsSilent: _ = call.take()
      case .cancelKeepsHandler:
        guard let handler = call.handler.withLock({ $0 }) else { return }
        deliver(handler, .failure(Cancelled()), on: call.context, call)
      case .cancelRaces:
        guard let handler = call.handler.withLock({ $0 }) else { return }
        deliver(handler, .failure(Cancelled()), on: call.context, call)
        _ = call.take()
      default: finish(call, .failure(Cancelled()))
      }
    }
  }

  /// Performs tasks one after another; the handler is called after the last, or at the first error.
  func sequence(_ tasks: [@Sendable (@escaping @Sendable (Outcome) -> Void) -> Void], _ handler: Handler) -> Call {
    let call = open(handler, on: nil)
    switch fault {
    case .sequenceOfNothingHangs where tasks.isEmpty: break
    case .sequenceStartsAll:
      let count = Countdown(from: tasks.count)
      if tasks.isEmpty { finish(call, .success(.nothing)) }
      for task in tasks {
        task { [self] outcome in
          if case .failure = outcome { return finish(call, outcome) }
          if count.isLast() { finish(call, outcome) }
        }
      }
    default: TaskSequence(tasks, fault) { [self] in finish(call, $0) }.advance()
    }
    return call
  }

  // MARK: Handlers

  private func callBack(_ call: Call, _ outcome: Outcome) {
    if let handler = call.take() { self.call(handler, outcome) }
  }

  private func deliver(_ handler: Handler, _ outcome: Outcome, on context: CallContext?, _ call: Call) {
    if fault == .lastFirst {
      held.withLock { $0.append { [self] in self.call(handler, outcome) } }
      return run(on: context, call) { [self] in
        let last = held.withLock { $0.popLast() }
        last?()
      }
    }
    run(on: context, call, isError: outcome.isFailure) { [self] in self.call(handler, outcome) }
  }

  private func run(
    on context: CallContext?, _ call: Call, isError: Bool = false, _ body: @escaping @Sendable () -> Void
  ) {
    if style == .atOnce, context == nil, call.isInside.load(ordering: .acquiring) { return body() }
    let isMisplaced = fault == .ignoresContext || fault == .errorsIgnoreContext && isError
    let place = isMisplaced ? home : context ?? home
    if fault == .errorsOvertake, !isError {
      return place.queue.asyncAfter(deadline: .now() + .milliseconds(20), execute: body)
    }
    place.queue.async(execute: body)
  }

  private func call(_ handler: Handler, _ outcome: Outcome) {
    let holds = fault == .holdsLock || fault == .holdsLockOnError && outcome.isFailure
    if holds { lock.wait() }
    defer { if holds { lock.signal() } }
    let value = try? outcome.get()
    let error: (any Error)? = if case .failure(let failure) = outcome { failure } else { nil }
    do {
      switch fault {
      case .givesBoth where error != nil: try handler.body(.nothing, error)
      case .givesNeither where error != nil: try handler.body(nil, nil)
      case .callsBoth:
        try handler.body(value, error)
        try handler.body(value == nil ? .nothing : nil, error == nil ? Failed() : nil)
      default: try handler.body(value, error)
      }
    } catch {
      switch fault {
      case .passesThrowToHandler: try? handler.body(nil, error)
      case .swallowsThrows: break
      default: if style != .silent || fault == .reportsThrows { report(error) }
      }
    }
  }

  /// Waits while a handler holds the lock, in a service with that fault.
  func enter() {
    guard fault == .holdsLock || fault == .holdsLockOnError else { return }
    lock.wait()
    lock.signal()
  }
}

/// Counts answers.
private final class Countdown: Sendable {
  private let left: Atomic<Int>

  init(from count: Int) { left = Atomic(count) }

  /// Whether this answer is the last.
  func isLast() -> Bool { left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

/// Tasks that run one after another, without a deeper stack for those that call back at once.
private final class TaskSequence: Sendable {
  private struct State {
    var next = 0
    var isLooping = false
    var isAnswered = false
    /// Whether a task has failed.
    var isOver = false
  }

  private let tasks: [@Sendable (@escaping @Sendable (CallService.Outcome) -> Void) -> Void]
  private let fault: CallFault?
  private let done: @Sendable (CallService.Outcome) -> Void
  private let state = Mutex(State())

  init(
    _ tasks: [@Sendable (@escaping @Sendable (CallService.Outcome) -> Void) -> Void], _ fault: CallFault?,
    _ done: @escaping @Sendable (CallService.Outcome) -> Void
  ) {
    self.tasks = tasks
    self.fault = fault
    self.done = done
  }

  /// Starts tasks until one does not call back at once.
  func advance() {
    while true {
      let next = state.withLock { state in
        state.isLooping = true
        state.isAnswered = false
        state.next += 1
        return state.next - 1
      }
      guard next < tasks.count else { return done(.success(.nothing)) }
      let task = tasks[next]
      task { self.answer($0, of: next) }
      let goesOn = state.withLock { state in
        state.isLooping = state.isAnswered && !state.isOver
        return state.isLooping
      }
      guard goesOn else { return }
    }
  }

  /// Takes the first answer of a task.
  private func answer(_ outcome: CallService.Outcome, of task: Int) {
    let ends = outcome.isFailure && fault != .sequenceGoesOn
    let isInLoop: Bool? = state.withLock { state in
      let isFirst = task == state.next - 1 && !state.isAnswered
      guard isFirst || fault == .takesSecondAnswer else { return nil }
      state.isAnswered = true
      state.isOver = ends
      return state.isLooping
    }
    guard let isInLoop else { return }
    if ends { return done(outcome) }
    if !isInLoop { advance() }
  }
}

extension Result { fileprivate var isFailure: Bool { if case .failure = self { true } else { false } } }
