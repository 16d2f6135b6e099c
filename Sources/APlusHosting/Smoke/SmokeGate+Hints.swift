import APlusModel

/// Hints at what may be the adapter's fault or its library's: it is judged, and the hint says where
/// to look first.
extension SmokeGate {
  /// The first hint, in one line, with the section of the guide to adapters; nil where nothing is
  /// suspicious.
  package var hint: String? {
    guard let trace = traces[.deferred] else { return nil }
    return queueHint(trace) ?? wrappingHint(trace) ?? compositionHint(trace) ?? threadHint(trace)
  }

  private static let traps = " (guide to adapters, \"Traps\")"

  /// No handler ran, though every call succeeded: perhaps nothing runs the library's queue.
  private func queueHint(_ trace: SmokeTrace) -> String? {
    guard !trace.hasRunHandlers, [5, 6, 7].allSatisfy({ trace.given($0) != nil }) else { return nil }
    return "no handler ever ran; who runs your library's queue or event loop? Let drain run it" + Self.traps
  }

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
}
