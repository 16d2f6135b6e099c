import APlusJSON
import APlusModel

/// Derives the capabilities that a scenario requires from what it uses.
struct CapabilityDerivation {
  private let kinds: Kinds
  private var found: Set<Capability>
  /// The thenables that only stand for tasks.
  private let tasks: Set<Thenable>

  /// Derives the capabilities, sorted.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - kinds: The kinds of its names.
  ///   - expectations: The expectations of the case.
  ///   - needs: Capabilities that cannot be derived.
  /// - Returns: The capabilities, each once.
  static func capabilities(of program: Program, _ kinds: Kinds, _ expectations: [Expectation], needs: [Capability])
    -> [Capability]
  {
    var derivation = CapabilityDerivation(kinds: kinds, found: Set(needs), tasks: program.tasks)
    derivation.visit(program)
    for case .receiver in expectations { derivation.need("receiver") }
    for case .distinct in expectations { derivation.found.insert(.ownResults) }
    for case .runs(_, _, let expected?, _) in expectations {
      switch expected {
      case .outcomes: derivation.found.insert(.allSettledResults)
      case .errors: derivation.found.insert(.anyResults)
      case .value, .anyError, .cancellation, .timeout: break
      }
    }
    for case .unhandled in expectations { derivation.found.insert(.unhandled) }
    // A case that names no profile expects that a cancel rejects; laws alone do not.
    if !expectations.isEmpty, derivation.found.contains(Capability("cancellation")),
      CancelProfile(claimedIn: needs) == nil
    {
      derivation.found.insert(.rejectingCancel)
    }
    return derivation.found.sorted()
  }

  private mutating func visit(_ program: Program) {
    if program.usesPromises { found.insert(.promises) }
    if program.waitsForHandlers { found.insert(.runsItself) }
    program.forEachStep { step in
      if let channel = program.capabilities(ofChannelStep: step) {
        found.formUnion(channel)
      } else if let scope = program.capabilities(ofScopeStep: step) {
        found.formUnion(scope)
      } else if case .cancel = step.action, program.isAboutCall(step) {
        need("cancel")
      } else if case .start(let start) = step.action {
        need("callbacks")
        need("calls", start.kind)
      } else if program.isAboutTask(step) {
        found.insert(AwaitProfile.cancel)
      } else {
        step.action.operation.needs.map { _ = found.insert($0) }
      }
      step.action.forEachField { field, argument in visit(field, argument, of: step.action) }
      switch step.action {
      case .call(let resolver, let value) where resolver.rejects: visitReason(value ?? .scalar(.undefined))
      case .probe(let name) where program.functions[name] == nil:
        if kinds.kind(of: name) == .promise { need("collect", "promises") } else { need("collect-values") }
      default: break
      }
    }
    program.forEachValue { visit($0) }
    program.forEachEnding { visitThrow($0) }
    if program.functions.values.contains(where: \.isSloppy) { need("receiver") }
    for function in program.functions.values {
      if function.released != nil { found.insert(.destructors) }
      need(function.kind)
      if function.kind?.returnsPromise == true { need("thenables") }
    }
    for kind in program.contexts.values { need("contexts", kind.rawValue) }
    if program.prototype != nil { need("prototypes") }
  }

  private mutating func visit(_ field: Field, _ argument: FieldValue, of action: Action) {
    switch (field.type, argument) {
    case (.value(.rejection), .value(let value)): visitReason(value)
    case (.value(.resolution), .value(let value)) where kinds.isAdoptable(value): need("adopting-resolve", "resolve")
    case (.handler, _) where argument.value != nil: need("nonfunctions")
    default: break
    }
    guard let needed = field.needs else { return }
    switch argument {
    case .name(let word) where field.key == "list":
      MemberList.Form(rawValue: word)?.capability.map { _ = found.insert($0) }
    case .name(let word) where needed.detail == "*": need(needed.name, word)
    case .names(let names) where names.allSatisfy({ kinds.kind(of: $0) == .promise }): break
    // The member is not adopted: its `then` is the executor.
    case .names where action.isExecutor: break
    default: found.insert(needed)
    }
  }

  private mutating func visit(_ value: Value) {
    switch value {
    case .promise(.rejected, let reason?, _): visitReason(reason)
    // One that is due when nothing can run is a deferred, which is resolved then.
    case .promise(.resolved, let inner?, let isDue) where kinds.isAdoptable(inner):
      need("adopting-resolve", isDue ? "resolve" : "resolved")
    case .thenable(let thenable) where tasks.contains(thenable): break
    case .thenable(let thenable):
      need("thenables")
      if thenable.then.value != nil { need("nonfunctions") }
      // In a typed language, only an object with the method `then` is a thenable.
      if !thenable.shape.hasMethod || thenable.get != nil || thenable.then == .absent { need("accessors") }
      if case .kind(let kind) = thenable.shape { need(kind) }
      for ending in thenable.get ?? [] { visitThrow(ending) }
    case .special(let word): need(LanguageKind.values[word])
    default: break
    }
  }

  private mutating func visitThrow(_ ending: Ending) { if case .throwing(let value) = ending { visitReason(value) } }

  /// Requires `any-reason`, unless the reason is an exception or a mark.
  ///
  /// A language that throws only errors can carry a mark in one.
  private mutating func visitReason(_ value: Value) {
    switch kinds.definition(of: value) {
    case .name(let name) where name.isMarkName: break
    case .error(_, hasStack: true): break
    case .special(let word) where LanguageKind.values[word]?.isException == true: break
    default: need("any-reason")
    }
  }

  private mutating func need(_ kind: LanguageKind?) { if let kind { found.insert(kind.capability) } }

  private mutating func need(_ name: String, _ detail: String? = nil) { found.insert(Capability(name, detail: detail)) }
}

extension Action {
  fileprivate var isExecutor: Bool { if case .combine(let call) = self { call.kind == "executor" } else { false } }
}
