extension Trace {
  /// What a frame does, in the words of the scenario language.
  func phrase(_ frame: Frame) -> String {
    switch frame {
    case .make(_, let state, let value, _):
      return "make a \(state) promise\(with(value))"
    case .settle(_, let verb, let promise, let value):
      return "\(verb.rawValue) \(text(promise)) with \(text(value))"
    case .then(let call, _):
      let slots = slot("ok", call.onFulfilled) + slot("bad", call.onRejected)
      return "then \(text(call.subject))\(slots)"
    case .call(_, let pair, let rejects, let value):
      return "\(rejects ? "rejectPromise" : "resolvePromise") of call \(pair)\(with(value))"
    case .cancel(_, let promise, let value): return "cancel \(text(promise))\(with(value))"
    case .combine(_, let kind, let members):
      return "\(kind) [\(members.map(text).joined(separator: ", "))]"
    case .drop(_, let names): return "drop \(names.joined(separator: ", "))"
    case .measure(_, let promise): return "time registrations on \(text(promise))"
    case .wait(_, let gate): return "wait for \(gate)"
    case .lanes(_, let count): return "\(count) lanes"
    case .handler(let call, _, let slot):
      let context = call.context.map { " on \($0)" } ?? ""
      return "\(call.function) (\(slot.rawValue))\(arguments(call))\(context)"
    case .thenable(_, let subject, let pair):
      return "call the then of \(text(subject)), call \(pair)"
    case .accessor(let subject, let prototype, let read):
      let owner = prototype.map { "\($0).prototype" } ?? subject.map(text) ?? "an object"
      return "read then of \(owner), read \(read)"
    case .task(let call): return "task \(call.function)"
    case .onCancel(let call): return "on cancel \(call.function)\(arguments(call))"
    }
  }

  /// How a frame ended, as a suffix.
  func phrase(_ result: FrameResult, of frame: Frame) -> String {
    switch result {
    case .nothing: ""
    case .gives(let value): " → \(text(value))"
    case .accepted(let accepted): accepted ? " → took effect" : " → ignored"
    case .returned(let value):
      frame.isUserCode && (value == .undefined || value == .nothing)
        ? "" : " returns \(text(value))"
    case .threw(let value): " throws \(text(value))"
    case .measured(let times): " → \(times.map(String.init).joined(separator: ", ")) ns"
    }
  }

  private func with(_ value: TracedValue?) -> String {
    value.map { " with \(text($0))" } ?? ""
  }

  private func slot(_ name: String, _ slot: Slot) -> String {
    switch slot {
    case .absent: ""
    case .function(let function): " \(name) \(function)"
    case .notFunction(let value): " \(name) \(text(value))"
    }
  }

  private func arguments(_ call: UserCall) -> String {
    call.arguments.first.map { " with \(text($0))" } ?? ""
  }
}
