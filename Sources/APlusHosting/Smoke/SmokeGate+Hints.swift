import APlusModel

/// Hints at what may be the adapter's fault or its library's: it is judged, and the hint says where
/// to look first.
extension SmokeGate {
  /// The first hint, in one line, with the section of the guide to adapters; nil where nothing is
  /// suspicious.
  package var hint: String? {
    guard let trace = traces[.deferred] else { return nil }
    return wrappingHint(trace) ?? compositionHint(trace) ?? threadHint(trace) ?? registrationHint(trace) ?? resultHint(
      trace) ?? claimHint ?? cancelHint
  }

  static let traps = " (guide to adapters, \"Traps\")"

  /// Reasons arrive as objects that the library made, both from `reject` and from a throw.
  private func wrappingHint(_ trace: SmokeTrace) -> String? {
    guard let rejected = trace.value("bBad"), let thrown = trace.value("dBad"), let type = trace.wrapper(rejected),
      trace.wrapper(thrown) == type
    else { return nil }
    return "reasons arrive wrapped, in \(type): \(trace.text(rejected)); if the library does that,"
      + " let unwrap take them out" + Self.traps
  }

  /// One `then` with two handlers, which the adapter may make of two registrations with one each.
  private func compositionHint(_ trace: SmokeTrace) -> String? {
    let recipe = "register both handlers in one call, or turn the outcome into a value first and register once"
    if trace.value("aOk") != nil, trace.ran("aBad", with: "E1") {
      return "of then(f, r), r got what f threw; if the adapter makes it of then(f) and" + " a catch(r), \(recipe)"
        + Self.traps
    }
    if trace.value("bBad") != nil, trace.ran("bOk", with: "V") {
      return "of then(f, r), f got what r returned; if the adapter makes it of a catch(r) and" + " then(f), \(recipe)"
        + Self.traps
    }
    return nil
  }

  /// Handlers on several threads, where the adapter does not claim `parallel`.
  private func threadHint(_ trace: SmokeTrace) -> String? {
    let count = trace.handlerThreads.count
    guard count > 1, !capabilities.provide(Capability("parallel")) else { return nil }
    return "handlers ran on \(count) threads, so they may run in any order; give the library an"
      + " executor of one thread, or claim parallel" + Self.traps
  }

  /// Handlers that keep their order among those registered alone, and among those in pairs, but not
  /// together: perhaps the adapter registers the two by different calls of its library.
  private func registrationHint(_ trace: SmokeTrace) -> String? {
    guard trace.handlerThreads.count <= 1, !capabilities.limits.contains(.unordered) else { return nil }
    let isMixed = SmokeProgram.mixedHandlers.contains { alone, paired, all in
      func ran(_ handlers: [String]) -> [String] { trace.order.filter(handlers.contains) }
      return ran(alone) == alone && ran(paired) == paired && ran(all) != all
    }
    guard isMixed else { return nil }
    return "handlers that are registered alone and handlers that are registered in pairs overtake each other; if the"
      + " adapter uses different calls of the library for the two, register all handlers the same way" + Self.traps
  }

  /// What a kit claims of every library in its language, where the library has none of it, perhaps by design.
  private var claimHint: String? {
    let found = [thenableHint, nonfunctionHint].compactMap(\.self)
    return found.isEmpty ? nil : found.joined(separator: "; ") + " (guide to adapters, \"Claims\")"
  }

  /// A thenable is a value, however a promise gets it.
  private var thenableHint: String? {
    guard let trace = traces[.thenables], trace.ran("sOk", with: "x") else { return nil }
    guard trace.ran("pOk", with: "x") || !trace.isRegistered("pOk") else { return nil }
    return "a thenable fulfills a promise in place of being adopted; if the library takes no thenables by design,"
      + " remove the claim with \"-thenables\" among the capabilities"
  }

  /// Each call of `then` throws that gets a value in the place of a function, but the one with functions does not.
  private var nonfunctionHint: String? {
    guard let trace = traces[.nonfunctions], trace.value("aOk") != nil else { return nil }
    let thrown = SmokeProgram.nonfunctionSteps.compactMap(trace.thrown)
    guard thrown.count == SmokeProgram.nonfunctionSteps.count, let first = thrown.first else { return nil }
    return "then threw \(first) for a handler that is no function; if the library refuses these by design,"
      + " remove the claim with \"-nonfunctions\" among the capabilities"
  }

  /// A `then` that returns no promise of its own, without the claim that says so.
  private func resultHint(_ trace: SmokeTrace) -> String? {
    guard capabilities.limits.isDisjoint(with: [.nothingFromThen, .sameFromThen]) else { return nil }
    if let given = trace.nonPromise(5), trace.nonPromise(6) == given {
      return "then gave \(given); return what the library's then returns, or claim then-returns:nothing" + Self.traps
    }
    guard let given = trace.given(5), given == trace.given(0), trace.given(6) == trace.given(1) else { return nil }
    return "then gave the promise that it was called on; return what the library's then returns, or claim"
      + " then-returns:same" + Self.traps
  }
}
