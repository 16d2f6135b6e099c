import APlusModel
import APlusRules

/// What becomes of what completion handlers throw, and of calls that throw themselves.
extension Escapes {
  func calls() -> [Violation] { throwingStarts() + throwingHandlers() }

  /// Calls that threw what no handler of theirs had thrown: errors are reported through the handler.
  private func throwingStarts() -> [Violation] {
    facts.calls.compactMap { frame, call, _ in
      guard case .threw(let value) = facts.frames[frame].result, !facts.isThrownByCompletion(value) else { return nil }
      let thrown = facts.trace.text(value)
      return Violation(
        law: .cleanStack, requirement: rules[.cleanStack, .start, .rejected], type: .state,
        message: "the start of \(facts.trace.text(call.call)) threw \(thrown)",
        expected: "errors that are found at once come through the handler, like all others", observed: "it threw",
        event: facts.frames[frame].begin)
    }
  }

  private func throwingHandlers() -> [Violation] {
    let isReported = facts.isDeclared(CallProfile.toPlatform)
    guard facts.trace.ending == .quiet, isReported || facts.isDeclared(CallProfile.swallowed) else { return [] }
    let escaped = Set(facts.trace.events.compactMap(\.kind.uncaught) + facts.frames.compactMap(thrownByLibrary))
    return facts.calls.flatMap { _, call, registration in
      registration.runs.compactMap { index -> Violation? in
        let run = facts.frames[index]
        guard case .threw(let value) = run.result, escaped.contains(value) != isReported else { return nil }
        let (name, thrown) = ("`\(run.named(call.function))`", facts.trace.text(value))
        return Violation(
          law: .propagation, requirement: rules[.propagation, .start, isReported ? .threw : .uncaught], type: .state,
          message: isReported
            ? "\(thrown), which \(name) threw, was lost" : "\(thrown), which \(name) threw, left the library",
          expected: isReported ? "it reaches the platform, as the library declares" : "it is swallowed, as declared",
          observed: isReported ? "nothing reported it" : "uncaught \(thrown)", event: run.begin)
      }
    }
  }

  /// What a call of the library threw.
  private func thrownByLibrary(_ record: FrameRecord) -> TracedValue? {
    if case .threw(let value) = record.result, record.frame.isLibraryCall { value } else { nil }
  }
}

extension Event.Kind {
  fileprivate var uncaught: TracedValue? { if case .uncaught(let value) = self { value } else { nil } }
}
