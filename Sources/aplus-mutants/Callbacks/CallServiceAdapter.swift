package import APlusAdapter

/// What every adapter of the service has; the style decides what it claims.
protocol CallServiceAdapter: CallContextAdapter where Call == CallService.Call, Context == CallContext {
  static var style: CallService.Style { get }
  var service: CallService { get }
}

struct LaterCalls: CallServiceAdapter {
  static var style: CallService.Style { .later }
  let service: CallService

  init() { self.init(nil) }
  init(_ fault: CallFault?) { service = CallService(Self.style, fault) { UncaughtErrors.report($0) } }
}

struct AtOnceCalls: CallServiceAdapter {
  static var style: CallService.Style { .atOnce }
  let service: CallService

  init() { self.init(nil) }
  init(_ fault: CallFault?) { service = CallService(Self.style, fault) { UncaughtErrors.report($0) } }
}

struct SilentCalls: CallServiceAdapter {
  static var style: CallService.Style { .silent }
  let service: CallService

  init() { self.init(nil) }
  init(_ fault: CallFault?) { service = CallService(Self.style, fault) { UncaughtErrors.report($0) } }
}

struct PairCalls: CallServiceAdapter {
  static var style: CallService.Style { .pair }
  let service: CallService

  init() { self.init(nil) }
  init(_ fault: CallFault?) { service = CallService(Self.style, fault) { UncaughtErrors.report($0) } }
}

extension CallService.Style {
  /// The adapter of a service in the style, with a fault or without.
  func adapter(_ fault: CallFault?) -> any CallbackAdapter {
    switch self {
    case .later: LaterCalls(fault)
    case .atOnce: AtOnceCalls(fault)
    case .silent: SilentCalls(fault)
    case .pair: PairCalls(fault)
    }
  }
}

extension CallFault {
  /// Makes the adapter of the faulty service.
  package func makeAdapter() -> any CallbackAdapter { style.adapter(self) }
}

extension CallServiceAdapter {
  static var calls: Set<CallKind> {
    [.open, .echo, .value, .error, .cached, .empty, .invalid, .closed, .cancelled, .sequence]
  }

  static var claims: Set<Claim> {
    let common: Set<Claim> = [.threads, .blockingHandlers]
    switch style {
    case .later: return common.union([.callsBackLater, .cancelReportsOnce, .throwsReachPlatform, .ordersByCompletion])
    case .atOnce: return common.union([.callsBackAtOnce, .cancelReportsOnce, .throwsReachPlatform])
    case .silent: return common.union([.callsBackLater, .cancelSilences, .throwsAreSwallowed])
    case .pair: return common.union([.callsBackLater, .cancelMayStillRun, .takesPairs])
    }
  }

  var driver: Driver { .background }

  func meaning(of error: any Error) -> ErrorMeaning { error is CallService.Cancelled ? .cancellation : .other }

  func makeContext() -> CallContext { CallContext("callbacks.context") }

  var currentContext: ObjectIdentifier? { CallContext.current }

  func identity(of context: CallContext) -> ObjectIdentifier { ObjectIdentifier(context) }

  func start(_ request: CallRequest, _ done: Completion) -> CallService.Call { start(request, done, on: nil) }

  func start(_ request: CallRequest, _ done: Completion, on context: CallContext) -> CallService.Call {
    start(request, done, on: .some(context))
  }

  func finish(_ call: CallService.Call, with result: Result<Token, any Error>) { service.finish(call, result) }

  func cancel(_ call: CallService.Call) { service.cancel(call) }

  private func start(_ request: CallRequest, _ done: Completion, on context: CallContext?) -> CallService.Call {
    service.enter()
    let handler = CallService.Handler { value, error in try done.throwing(error, value) }
    if request.kind == .sequence { return service.sequence(request.tasks, handler) }
    return service.start(request.kind, request.value, handler, on: context)
  }
}

/// The services without a fault: one for each choice that libraries have.
package enum CallServices {
  /// Their names and adapters; the first is the reference.
  package static var right: [(name: String, adapter: any CallbackAdapter)] {
    CallService.Style.allCases.map { ($0.rawValue, $0.adapter(nil)) }
  }
}
