import APlusJSON
import APlusModel

/// Finds out what an implementation must be able to do for a scenario, from what the scenario uses.
struct CapabilityDerivation {
  private let kinds: StaticKinds
  private var found: Set<Capability>

  /// Derives the capabilities, sorted.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - kinds: Its static kinds.
  ///   - expectations: What is expected of it.
  ///   - needs: Capabilities that no derivation can see.
  /// - Returns: All of them, each once.
  static func capabilities(
    of program: Program,
    _ kinds: StaticKinds,
    _ expectations: [Expectation],
    needs: [Capability]
  ) -> [Capability] {
    var derivation = CapabilityDerivation(kinds: kinds, found: Set(needs))
    derivation.visit(program)
    for case .receiver in expectations {
      derivation.found.insert(Capability("receiver"))
    }
    return derivation.found.sorted()
  }

  private mutating func visit(_ program: Program) {
    program.forEachStep { step in
      visit(step.action)
      if case .probe(let name) = step.action, program.functions[name] == nil {
        found.insert(Capability("collect", detail: "promises"))
      }
    }
    program.forEachValue { visit($0) }
    for function in program.functions.values {
      if function.isSloppy { need("receiver") }
      for ending in function.endings { visitThrow(ending) }
    }
    for kind in program.contexts.values {
      found.insert(Capability("contexts", detail: kind.rawValue))
    }
    if let prototype = program.prototype {
      need("prototypes")
      for ending in prototype.get { visitThrow(ending) }
    }
  }

  private mutating func visit(_ action: Action) {
    switch action {
    case .settle(.reject, _, let value): visitReason(value)
    case .call(let resolver, let value) where resolver.rejects:
      visitReason(value ?? .scalar(.undefined))
    case .settle(.resolve, _, let value):
      if isAdoptable(value) { need("adopting-resolve") }
    case .then(let registration):
      if registration.onFulfilled.value != nil || registration.onRejected.value != nil {
        need("nonfunctions")
      }
    case .lanes, .wait: need("threads")
    case .probe: need("collect")
    case .cancel(_, let reason):
      need("cancellation")
      if reason != nil { found.insert(Capability("cancellation", detail: "reason")) }
    case .combine(let combination):
      found.insert(Capability("combinators", detail: combination.kind))
      if combination.members.contains(where: { kinds.kind(of: $0) != .promise }) {
        need("any-member")
      }
    case .measure: need("timing")
    case .bind, .settle, .call, .mark, .later, .repeated, .drop: break
    }
  }

  private mutating func visit(_ value: Value) {
    switch value {
    case .promise(.rejected, let reason?, _): visitReason(reason)
    case .promise(.resolved, let inner?, _):
      if isAdoptable(inner) { need("adopting-resolve") }
    case .thenable(let thenable):
      need("thenables")
      if thenable.then.value != nil { need("nonfunctions") }
      // A typed language has objects with a method, and no other thenables.
      if thenable.shape != .object || thenable.get != nil { need("accessors") }
      for ending in thenable.get ?? [] { visitThrow(ending) }
    case .name, .scalar, .text, .special, .error, .list, .promise: break
    }
  }

  private mutating func visitThrow(_ ending: Ending) {
    if case .throwing(let value) = ending { visitReason(value) }
  }

  /// Languages that throw only errors can still carry a mark in one.
  private mutating func visitReason(_ value: Value) {
    switch kinds.definition(of: value) {
    case .name(let name) where name.isMarkName: break
    case .error(_, hasStack: true): break
    default: need("any-reason")
    }
  }

  private func isAdoptable(_ value: Value) -> Bool {
    let kind = kinds.kind(of: value)
    return kind == .promise || kind == .thenable
  }

  private mutating func need(_ name: String) {
    found.insert(Capability(name))
  }
}
