import APlusAdapter
import APlusModel
import Synchronization

/// The contexts of a program, and which of them runs a handler.
extension Performance {
  /// Numbers contexts: those of the program in the order of their names, then any others in the
  /// order in which they are encountered.
  struct ContextNumbers {
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var foreignCount = 0
    /// Keeps contexts alive: another one could get the identity of a freed one.
    private var held: [Handle] = []

    mutating func add(_ context: Handle, _ identity: ObjectIdentifier, _ number: Int) {
      held.append(context)
      numbers[identity] = number
    }

    mutating func number(of identifier: ObjectIdentifier, after known: Int) -> Int {
      if let number = numbers[identifier] { return number }
      foreignCount += 1
      numbers[identifier] = known + foreignCount - 1
      return known + foreignCount - 1
    }
  }

  /// Makes the contexts of a round.
  func makeContexts() -> [String: Handle] {
    guard !plan.contextNames.isEmpty else { return [:] }
    guard let contexts = library.contexts else {
      fail("a context")
      return [:]
    }
    var made: [String: Handle] = [:]
    for (number, name) in plan.contextNames.enumerated() {
      let kind = plan.program.contexts[name]?.rawValue ?? ""
      guard contexts.kinds.contains(kind) else {
        fail("a context of the kind \(kind)")
        continue
      }
      let (context, identity) = contexts.make(kind)
      contextNumbers.withLock { $0.add(context, identity, number) }
      made[name] = context
    }
    return made
  }

  /// The number of the context that runs the calling code, as recorded in events.
  var currentContext: RawValue {
    guard !plan.contextNames.isEmpty, let identifier = library.contexts?.current() else { return .none }
    let number = contextNumbers.withLock { numbers in numbers.number(of: identifier, after: plan.contextNames.count) }
    return RawValue(.integer, Int64(number))
  }

  /// Registers handlers, for the context that the registration names, if any.
  func register(_ registration: Registration, _ handlers: UserHandlers, on subject: Handle, in scope: Scope) -> Handle {
    guard let name = registration.context else { return promises.then(subject, handlers) }
    guard let then = promises.contexts?.then, let context = scope.environment.contexts[name], handlers.kind != .thenable
    else {
      fail("a handler for the context \(name)")
      return promises.then(subject, handlers)
    }
    return then(subject, handlers, context)
  }
}
