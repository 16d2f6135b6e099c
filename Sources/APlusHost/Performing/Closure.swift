import APlusAdapter
import APlusModel
import Synchronization

/// User code that is passed to the library: a function of the program, new for each registration.
final class Closure: UserCode, @unchecked Sendable {
  // SAFETY: its whole state is `Sendable`.

  /// What the code is used as.
  enum Role: Sendable {
    case handler(registration: Int32, HandlerSlot)
    /// A completion handler, whose argument decides the slot.
    case completion(registration: Int32)
    case task
  }

  private let performance: Performance
  private let function: Plan.UserFunction
  private let role: Role
  private let scope: Scope
  private let calls = Atomic<Int32>(0)
  /// The counter of a shared function object; nil if the closure is an object of its own.
  private let shared: CallCounter?

  init(_ performance: Performance, _ function: Plan.UserFunction, _ role: Role, in scope: Scope) {
    self.performance = performance
    self.function = function
    self.role = role
    self.scope = scope
    shared = function.code.isShared ? scope.environment.counter(function.name) : nil
  }

  deinit {
    guard let released = function.code.released else { return }
    performance.performRelease(released, in: scope)
  }

  override func value(_ argument: Argument) throws -> Token {
    let operand = try call(argument)
    guard let token = operand.token else {
      performance.fail("a handler that returns a promise instead of a value")
      return .nothing
    }
    return token
  }

  override func promise(_ argument: Argument) throws -> Handle { performance.lift(try call(argument)) }

  override func thenable(_ argument: Argument) throws -> UserThenable {
    switch try call(argument) {
    case .thenable(let entity):
      guard let thenable = entity.thenable else { return UserThenable { _ in } }
      return thenable
    case .token(let token): return UserThenable { pair in pair.fulfill(token) }
    case .promise(let entity): return UserThenable { pair in if let subject = entity.subject { pair.resolve(subject) } }
    }
  }

  private func call(_ argument: Argument) throws -> Operand {
    let call = shared?.next() ?? calls.add(1, ordering: .relaxed).newValue
    var event = performance.begin(.beginHandler, in: scope)
    event.function = Int32(function.number)
    event.call = call
    switch role {
    case .handler(let registration, let slot):
      event.number = function.code.isShared ? 0 : registration
      event.slot = slot.rank
      event.second = performance.currentContext
    case .completion(let registration):
      event.number = function.code.isShared ? 0 : registration
      event.slot = argument.slot.rank
    case .task: event.kind = .beginTask
    }
    switch argument {
    case .none, .neither: break
    case .both(let token, let error):
      event.argumentCount = 2
      event.first = performance.raw(token)
      event.second = performance.raw(error)
    case .value(let token):
      event.argumentCount = 1
      event.first = performance.raw(token)
    case .error(let error):
      event.argumentCount = 1
      event.first = performance.raw(error)
    }
    if case .completion = role, event.argumentCount < 2 { event.second = performance.currentContext }
    let frame = performance.recorder.record(event)
    performance.perform(function.code.steps, in: scope)
    return try performance.end(function.code, call: Int(call), frame: frame, in: scope)
  }
}

extension Performance {
  /// Ends a frame of user code as its function specifies.
  func end(_ code: Function, call: Int, frame: Int32, in scope: Scope) throws -> Operand {
    switch code.ending(ofCall: call) {
    case nil, .givesThen?:
      end(frame, in: scope)
      return .token(.nothing)
    case .returns(let value)?:
      let operand = evaluate(value, step: -1, in: scope)
      end(frame, .endReturned, raw(operand), in: scope)
      return operand
    case .throwing(let value)?:
      let operand = evaluate(value, step: -1, in: scope)
      end(frame, .endThrew, raw(operand), in: scope)
      guard let token = operand.token else {
        fail("throwing a promise or thenable: Swift throws errors")
        throw Reason(.nothing)
      }
      throw error(of: token)
    }
  }
}

extension HandlerSlot {
  /// The position of the slot in declaration order.
  var rank: UInt8 {
    switch self {
    case .onFulfilled: 0
    case .onRejected: 1
    case .finally: 2
    case .both: 3
    case .neither: 4
    }
  }
}

extension UserCode.Argument {
  /// What a completion handler with this argument is called for.
  fileprivate var slot: HandlerSlot {
    switch self {
    case .value: .onFulfilled
    case .error: .onRejected
    case .both: .both
    case .none, .neither: .neither
    }
  }
}
