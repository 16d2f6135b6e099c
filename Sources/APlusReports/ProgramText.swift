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
    lines += program.contexts.sorted { $0.key < $1.key }.map { "let \($0.key) = \($0.value.rawValue) context" }
    if let patch = program.prototype { lines.append("patch \(patch.type).prototype.then") }
    lines += program.steps.flatMap { self.lines(of: $0, depth: 0) }
    for (name, function) in program.functions.sorted(by: { $0.key < $1.key })
    where !function.steps.isEmpty || !function.endings.isEmpty || function.released != nil {
      let endings = function.endings.map(text).joined(separator: ", then ")
      let release = function.released.map { "; when it is freed, \($0) runs" } ?? ""
      lines.append("\(name): \(endings.isEmpty ? "returns nothing" : endings)\(release)")
      lines += function.steps.flatMap { self.lines(of: $0, depth: 1) }
    }
    return lines
  }

  private static func lines(of step: Step, depth: Int) -> [String] {
    let blocks = step.action.blocks
    let indent = String(repeating: "  ", count: depth)
    let inner = blocks.enumerated().flatMap { number, block in
      let label = blocks.count > 1 ? ["\(indent)  thread \(number + 1):"] : []
      let deeper = depth + (blocks.count > 1 ? 2 : 1)
      return label + block.flatMap { lines(of: $0, depth: deeper) }
    }
    return [indent + step.action.phrase(text)] + inner
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
      "thenable\(thenable.name.map { " \($0)" } ?? "")" + (text(thenable.then).map { " whose then is \($0)" } ?? "")
        + (thenable.get == nil ? "" : " behind an accessor") + (thenable.reading.map { " that performs \($0)" } ?? "")
    case .list(let values): "[\(values.map(text).joined(separator: ", "))]"
    case .name, .scalar, .text, .special, .error: ExpectationText.text(of: value)
    }
  }
}
