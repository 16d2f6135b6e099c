package import APlusModel

/// Decides from the traces of the smoke programs whether an adapter is wired correctly.
///
/// A fault counts only where the library proves it to be the adapter's: the library can do by
/// another route what goes wrong through the adapter. What a faulty library could also do is left
/// to the judge, at most with a hint.
///
/// A fault that makes every verdict void causes the adapter to be refused. A fault in one claim
/// withdraws that claim, and the run goes on without it.
package struct SmokeGate {
  package let traces: [SmokeProgram: SmokeTrace]
  let capabilities: [Capability]

  /// Creates a gate from the traces of a host; programs without a quiet trace are skipped.
  package init(_ traces: [SmokeProgram: Trace], capabilities: [Capability]) {
    self.traces = traces.filter { $0.value.ending == .quiet }.mapValues(SmokeTrace.init)
    self.capabilities = capabilities
  }

  /// What is wrong and what to change, in one line; nil where nothing makes every verdict void.
  package var fault: String? { deferredFault ?? readyMadeFault }

  /// The claims that the adapter does not keep, each with what was seen and what to change.
  package var withdrawals: [WithdrawnCapability] {
    func without(_ name: String, _ reason: String?) -> WithdrawnCapability? {
      reason.map { WithdrawnCapability(Capability(name), because: $0) }
    }
    let claims = [
      adoptionFault, without("cancellation", cancellationFault), without("acceptance", acceptanceFault),
      without("contexts", contextFault),
    ]
    return claims.compactMap(\.self)
      + combinatorFaults.map { WithdrawnCapability(Capability("combinators", detail: $0), because: $1) } + listFaults
  }

  /// What the traces show of the library, whether it is claimed or not.
  package var observed: [Capability] {
    (traces[.deferred]?.hasReported(SmokeProgram.unhandledReason) == true ? [.unhandled] : [])
      + (keepsAmbientContexts ? [.ambientContexts] : [])
  }

  /// Whether a handler ran in the ambient context of its registration, which no accident gives it.
  ///
  /// One is enough: a library that loses the context of others is asked the cases about that.
  private var keepsAmbientContexts: Bool {
    guard let trace = traces[.ambient] else { return false }
    return SmokeProgram.contextHandlers.contains { name, context in
      context != nil && trace.value(name) != nil && trace.place(name) == context
    }
  }

  /// Whether the traces show anything; it must then be seen more than once.
  package var hasFindings: Bool { fault != nil || hint != nil || !withdrawals.isEmpty }

  private var deferredFault: String? {
    guard let trace = traces[.deferred] else { return nil }
    return missingFault(trace) ?? crossingFault(trace) ?? swapFault(trace) ?? lossFault(trace) ?? silenceFault(trace)
  }
}

extension SmokeGate {
  /// A missing part of a deferred.
  private func missingFault(_ trace: SmokeTrace) -> String? {
    if let thrown = trace.thrown(0), trace.thrown(1) != nil {
      return "deferred threw \(thrown); it must make a pending promise and its settler"
    }
    if let given = trace.nonPromise(0) { return "deferred gave \(given) in place of its promise; return it as promise" }
    if let given = trace.given(0), given == trace.given(1), given == trace.given(2) {
      return "deferred gave the same promise twice; make a new one in each call"
    }
    if let thrown = trace.missingCode(3) {
      return "resolve of a new deferred threw \(thrown); return the function that fulfills it"
    }
    if let thrown = trace.missingCode(4) {
      return "reject of a new deferred threw \(thrown); return the function that rejects it"
    }
    let registrations = [5, 6, 7].map(trace.missingCode)
    if let thrown = registrations[0], !registrations.contains(nil), thrown.contains("then") {
      return "the promise of deferred has no callable then: \(thrown); return the promise"
    }
    return nil
  }

  /// A settler that belongs to another deferred.
  private func crossingFault(_ trace: SmokeTrace) -> String? {
    let seen = ["cOk", "cBad"].flatMap { handler in ["S", "R"].filter { trace.ran(handler, with: $0) } }
    guard !seen.isEmpty else { return nil }
    return "the settler of one deferred settled the promise of another; keep each settler with its" + " promise"
  }

  /// Swapped outcomes, on a library that can fulfill and reject.
  private func swapFault(_ trace: SmokeTrace) -> String? {
    let isRejecting = trace.ran("aBad", with: "S") && trace.value("aOk") == nil
    let isFulfilling = trace.ran("bOk", with: "R") && trace.value("bBad") == nil
    if isRejecting, isFulfilling { return "resolve rejects and reject fulfills; the two are swapped" }
    if isRejecting, trace.ran("eOk", with: "V") {
      return "resolve rejects the promise, though the library can fulfill one; call the function" + " that fulfills"
    }
    if isFulfilling, trace.ran("dBad", with: "E1") {
      return "reject fulfills the promise, though the library can reject one; call the function" + " that rejects"
    }
    return nil
  }

  /// Values that arrive unchanged through handlers, but not through the settler.
  private func lossFault(_ trace: SmokeTrace) -> String? {
    if let value = trace.value("aOk"), !trace.ran("aOk", with: "S"), trace.ran("eOk", with: "V") {
      return "resolve(value) fulfilled with \(trace.text(value)); pass the value on as it is"
    }
    if let reason = trace.value("bBad"), !trace.ran("bBad", with: "R"), trace.ran("dBad", with: "E1") {
      return "reject(reason) rejected with \(trace.text(reason)); pass the reason on as it is"
    }
    return nil
  }
}

extension SmokeGate {
  /// How many threads a message names.
  private static let shownWaits = 3

  /// No handler ran, neither late nor pending ones, though every call succeeded: every verdict would say only that.
  private func silenceFault(_ trace: SmokeTrace) -> String? {
    let isSilent = traces.values.allSatisfy { !$0.hasRunHandlers }
    guard isSilent, [5, 6, 7].allSatisfy({ trace.given($0) != nil }) else { return nil }
    let waits = trace.waits.isEmpty ? "" : " (\(trace.waits.prefix(Self.shownWaits).joined(separator: "; ")))"
    return "no handler ever ran\(waits); who runs your library's queue or event loop? Let drain run it" + Self.traps
  }

  /// Ready-made promises, compared with the deferred.
  private var readyMadeFault: String? {
    guard let trace = traces[.readyMade], let deferred = traces[.deferred] else { return nil }
    let advice = "make the promise with the library, or leave resolved and rejected out"
    for (step, function) in [(0, "resolved"), (1, "rejected")] {
      if let thrown = trace.thrown(step) { return "\(function) threw \(thrown); \(advice)" }
      if let given = trace.nonPromise(step) { return "\(function) gave \(given), which is no promise; \(advice)" }
      if trace.given(step) != nil, trace.given(2) != nil, trace.kind(step) != trace.kind(2) {
        let kinds = [step, 2].map { trace.kind($0) ?? "a promise of the library" }
        return "\(function) gives a promise of another kind than deferred: "
          + "\(kinds[0]) instead of \(kinds[1]); \(advice)"
      }
    }
    let isFulfilled = trace.ran("fOk", with: "S")
    let isRejected = trace.ran("gBad", with: "R")
    let isSettled = ["aOk", "aBad", "bOk", "bBad"].contains { deferred.value($0) != nil }
    if isFulfilled, isRejected, !isSettled, deferred.result(5) != nil, deferred.result(6) != nil {
      return "neither resolve nor reject settles the promise of deferred; "
        + "return the two functions that belong to that promise"
    }
    guard deferred.ran("aOk", with: "S"), deferred.ran("bBad", with: "R") else { return nil }
    if trace.ran("fBad", with: "S"), trace.value("fOk") == nil { return "resolved gives a rejected promise; \(advice)" }
    if trace.ran("gOk", with: "R"), trace.value("gBad") == nil {
      return "rejected gives a fulfilled promise; \(advice)"
    }
    if let value = trace.value("fOk"), !isFulfilled {
      return "resolved(value) is fulfilled with \(trace.text(value)); pass the value on as it is"
    }
    if let reason = trace.value("gBad"), !isRejected {
      return "rejected(reason) is rejected with \(trace.text(reason)); pass the reason on as it is"
    }
    return nil
  }

  /// A `resolve` or `resolved` that only fulfills, on a library that adopts what handlers return.
  private var adoptionFault: WithdrawnCapability? {
    guard let trace = traces[.adoption], trace.ran("qOk", with: "S") else { return nil }
    let isFulfilling = trace.ran("pOk", with: "m")
    let isReady = capabilities.provide(Capability("ready-made"))
    let isReadyFulfilling =
      isReady && (trace.ran("rOk", with: "m") || trace.ran("tOk", with: "x") && trace.ran("sOk", with: "S"))
    func without(_ detail: String?, _ reason: String) -> WithdrawnCapability {
      WithdrawnCapability(Capability("adopting-resolve", detail: detail), because: reason)
    }
    if isFulfilling {
      let isBoth = !isReady || isReadyFulfilling
      return without(
        isBoth ? nil : "resolve",
        "resolve fulfills with a promise instead of adopting it; call the function that"
          + " resolves, if the library has one")
    }
    guard isReadyFulfilling else { return nil }
    return without(
      "resolved",
      "resolved fulfills with what it is given instead of adopting it; call the function that resolves,"
        + " if the library has one")
  }

  private var cancellationFault: String? {
    guard let thrown = traces[.cancellation]?.missingCode(1) else { return nil }
    return "cancel of a pending promise threw \(thrown); call the function that cancels"
  }

  private var acceptanceFault: String? {
    guard let trace = traces[.acceptance], case .nothing? = trace.result(1), trace.ran("aOk", with: "S") else {
      return nil
    }
    return "resolve does not report whether it took effect; return true or false"
  }

  /// The combinators that return no promise, each with what it returned or threw; those that threw
  /// the same have one reason.
  private var combinatorFaults: [(kind: String, reason: String)] {
    guard let trace = traces[.combinators] else { return [] }
    let kinds = SmokeProgram.kinds(of: capabilities)
    let thrown = kinds.indices.map { trace.missingCode(SmokeProgram.combinatorStep($0)) }
    return kinds.enumerated().compactMap { place, kind in
      let step = SmokeProgram.combinatorStep(place)
      let advice = "return the promise of the library"
      if let text = thrown[place] {
        let alike = kinds.indices.filter { thrown[$0] == text }.map { kinds[$0] }
        let words = alike.count > 1 ? "combinators \(alike.joined(separator: ", "))" : "combinator \(kind)"
        return (kind, "the \(words) threw \(text); \(advice)")
      }
      return trace.nonPromise(step).map { (kind, "the combinator \(kind) gave \($0), which is no promise; \(advice)") }
    }
  }
}

extension SmokeGate {
  /// The forms of lists that no combinator takes: such a library is for arrays.
  ///
  /// Where one of them takes it, the others are judged.
  private var listFaults: [WithdrawnCapability] {
    guard let trace = traces[.lists] else { return [] }
    let calls = SmokeProgram.listCalls(for: capabilities)
    return MemberList.Form.allCases.compactMap { form in
      let own = calls.filter { $0.form == form }
      guard let capability = form.capability, !own.isEmpty, own.allSatisfy({ trace.value($0.ok) == nil }) else {
        return nil
      }
      return WithdrawnCapability(
        capability, because: "no combinator takes a list of the form \(form.rawValue); leave it out with -\(capability)"
      )
    }
  }
}

extension SmokeGate {
  /// Contexts that are claimed and never reported, or reported under each other's names.
  ///
  /// A library that runs a handler on the wrong context is itself at fault, and judged. But where
  /// no handler runs on any context, not even on the library's default, the adapter does not report
  /// contexts. And no library swaps the handlers of two contexts each time: the adapter swaps their
  /// names.
  private var contextFault: String? {
    guard let trace = traces[.contexts] else { return nil }
    let handlers = SmokeProgram.contextHandlers
    guard handlers.allSatisfy({ trace.value($0.name) != nil }) else { return nil }
    if handlers.allSatisfy({ trace.place($0.name) == nil }) {
      return "no handler runs on any context, though contexts are claimed; mark each context, and"
        + " let currentContext name the one that runs the calling code"
    }
    let given = handlers.filter { $0.context != nil }
    let other = ["c1": "c2", "c2": "c1"]
    if given.allSatisfy({ trace.place($0.name) == $0.context.flatMap { other[$0] } }) {
      return "the handlers of each of two contexts run on the other; let the identity of a context"
        + " be what currentContext returns there"
    }
    return nil
  }
}
