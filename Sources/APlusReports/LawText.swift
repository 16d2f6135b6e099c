package import APlusModel

/// The laws in one sentence each, for people.
package enum LawText {
  /// Says what a law demands.
  package static func sentence(for law: Law) -> String {
    switch law {
    case .fidelity:
      "The trace is a performance of the case, without gaps; else the host is at fault."
    case .cleanStack:
      "When a handler begins, no other frame is open on its stack."
    case .once:
      "A registration runs at most one handler, at most once; a pair of resolvers works once."
    case .notBefore:
      "A handler begins only after the begin of a settlement that explains it."
    case .agreement:
      "All handlers of a promise see one outcome and one value, those of one settlement."
    case .lockIn:
      "Once a promise is resolved, later settlements change nothing."
    case .order:
      "Handlers of one promise begin in the order of the calls to then."
    case .liveness:
      "When nothing can run any more, every handler that is owed has run, and has ended."
    case .propagation:
      "What then returned gets its handler's result, or the outcome of its parent."
    case .settleOnce:
      "At most one attempt to settle a promise is reported as accepted."
    case .cancellation:
      "A cancel reaches what was derived before it, and nothing that was derived after it."
    case .context:
      "A handler runs on the context that it was given."
    }
  }
}
