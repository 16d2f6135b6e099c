extension SmokeGate {
  /// A claim of contexts that no mark backs, or marks that name the wrong ones.
  ///
  /// A library that sends a handler to another context is at fault itself, and judged. But it has a context to
  /// send it to: where no handler is on any, not even those of the library's default, the adapter tells nothing.
  /// And no library runs the handlers of either context on the other, each time: the adapter mixes their names up.
  package var contextFault: String? {
    guard let trace = traces[.contexts] else { return nil }
    let handlers = SmokeProgram.contextHandlers
    guard handlers.allSatisfy({ trace.value($0.name) != nil }) else { return nil }
    if handlers.allSatisfy({ trace.place($0.name) == nil }) {
      return "no handler runs on any context, though contexts are claimed; let currentContext name"
        + " the one that runs the calling code, by a mark of its own"
    }
    let given = handlers.filter { $0.context != nil }
    let other = ["c1": "c2", "c2": "c1"]
    if given.allSatisfy({ trace.place($0.name) == $0.context.flatMap { other[$0] } }) {
      return "the handlers of each of two contexts run on the other; let the identity of a context"
        + " be that which currentContext gives there"
    }
    return nil
  }
}
