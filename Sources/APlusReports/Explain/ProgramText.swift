package import APlusModel

/// A program in words, a line for each step.
///
///     let p = pending promise
///     then p ok h
///     later, when nothing can run:
///       fulfill p with D
///     h: returns D
package enum ProgramText {
  /// The lines of the steps, then those of the functions.
  package static func lines(of program: Program) -> [String] {
    var lines = program.rounds > 1 ? ["\(program.rounds) rounds, each with its own names:"] : []
    lines += program.contexts.sorted { $0.key < $1.key }
      .map { "let \($0.key) = \($0.value.rawValue) context" }
    if let patch = program.prototype { lines.append("patch \(patch.type).prototype.then") }
    lines += program.steps.flatMap { self.lines(of: $0, depth: 0) }
    for (name, function) in program.functions.sorted(by: { $0.key < $1.key })
    where !function.steps.isEmpty || !function.endings.isEmpty {
      let endings = function.endings.map(text).joined(separator: ", then ")
      lines.append("\(name): \(endings.isEmpty ? "returns nothing" : endings)")
      lines += function.steps.flatMap { self.lines(of: $0, depth: 1) }
    }
    return lines
  }

  private static func lines(of step: Step, depth: Int) -> [String] {
    let (head, blocks) = text(of: step.action)
    let indent = String(repeating: "  ", count: depth)
    let inner = blocks.enumerated().flatMap { number, block in
      let label = blocks.count > 1 ? ["\(indent)  thread \(number + 1):"] : []
      let deeper = depth + (blocks.count > 1 ? 2 : 1)
      return label + block.flatMap { lines(of: $0, depth: deeper) }
    }
    return [indent + head] + inner
  }

  private static func text(of action: Action) -> (head: String, blocks: [[Step]]) {
    func with(_ value: Value?) -> String { value.map { " with \(text($0))" } ?? "" }
    switch action {
    case .bind(let name, let value): return ("let \(name) = \(text(value))", [])
    case .settle(let settlement, let promise, let value):
      return ("\(settlement.rawValue) \(promise)\(with(value))", [])
    case .then(let then):
      var words = ["then", then.promise]
      if let handler = text(then.onFulfilled) { words.append("ok \(handler)") }
      if let handler = text(then.onRejected) { words.append("error \(handler)") }
      if let context = then.context { words.append("on \(context)") }
      if let result = then.result { words.append("→ \(result)") }
      return (words.joined(separator: " "), [])
    case .call(let resolver, let value):
      let owner = resolver.thenable.map { " of \($0)" } ?? ""
      return ("call the \(resolver.rejects ? "reject" : "resolve")\(owner)\(with(value))", [])
    case .mark(let name): return ("mark \(name)", [])
    case .later(.turn, let block): return ("later, in another turn:", [block])
    case .later(.idle, let block): return ("later, when nothing can run:", [block])
    case .repeated(let count, let block): return ("\(count) times:", [block])
    case .lanes(let blocks): return ("at the same time:", blocks)
    case .wait(let gate): return ("wait for \(gate)", [])
    case .drop(let names): return ("release \(names.joined(separator: ", "))", [])
    case .probe(let name): return ("check whether \(name) is freed", [])
    case .pause(let milliseconds): return ("pause for \(milliseconds) ms", [])
    case .cancel(let promise, let reason): return ("cancel \(promise)\(with(reason))", [])
    case .combine(let call):
      var words = [call.kind, "[\(call.members.joined(separator: ", "))]"]
      if let function = call.function { words.append("by \(function)") }
      if let times = call.times { words.append("\(times) times") }
      if let milliseconds = call.milliseconds { words.append("\(milliseconds) ms") }
      if let result = call.result { words.append("→ \(result)") }
      return (words.joined(separator: " "), [])
    case .measure(let promise, let times):
      return ("time \(times) registrations on \(promise)", [])
    }
  }

  private static func text(_ handler: Handler) -> String? {
    switch handler {
    case .absent: nil
    case .function(let name): name
    case .notFunction(let value): "\(text(value)), which is not a function,"
    }
  }

  private static func text(_ ending: Ending) -> String {
    switch ending {
    case .returns(let value): "returns \(text(value))"
    case .throwing(let value): "throws \(text(value))"
    case .givesThen: "returns its then"
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .promise(let state, let value, let isIdle):
      "\(state.rawValue) promise" + (value.map { " of \(text($0))" } ?? "")
        + (isIdle ? ", settled when nothing can run" : "")
    case .thenable(let thenable):
      "thenable\(thenable.name.map { " \($0)" } ?? "")"
        + (text(thenable.then).map { " whose then is \($0)" } ?? "")
        + (thenable.get == nil ? "" : " behind an accessor")
    case .list(let values): "[\(values.map(text).joined(separator: ", "))]"
    case .name, .scalar, .text, .special, .error: ExpectationText.text(of: value)
    }
  }
}
