/// A trace as text, one line per observation, indented by the frames that are open on its stack.
///
///     TraceDiagram(trace).text(expected: "`h` runs later", at: 7)
///
/// draws two columns: what was expected, and what was observed; the first divergence is marked.
package struct TraceDiagram: Sendable {
  /// One line of the diagram.
  package struct Line: Sendable, Hashable {
    /// The sequence number of the event.
    package let event: Int
    /// The round of the event, from 0.
    package let round: Int
    /// The thread, or the coroutine where user code suspends; nil if there is only one.
    package let stack: Int?
    /// How many frames are open on its stack.
    package let depth: Int
    /// What happened.
    package let words: String

    package var text: String { (stack.map { "[\($0)] " } ?? "") + String(repeating: "  ", count: depth) + words }
  }

  /// The part of a trace that is drawn: the lines around the first divergence.
  package struct Part: Sendable {
    package let lines: ArraySlice<Line>
    /// The index of the line that diverges; nil if something is missing at the end.
    package let divergence: Int?
    /// How many lines are omitted before and after.
    package let before: Int
    package let after: Int
    /// The round that is drawn; nil if there are no others.
    package let round: Int?
  }

  package let lines: [Line]

  /// Draws a trace; of a program with contexts, each registration shows the one that it named.
  package init(_ trace: Trace, of program: Program? = nil) {
    let contexts = program?.contextsOfSteps ?? [:]
    var lines: [Line] = []
    var depth: [Int: Int] = [:]
    var frames: [Int: Frame] = [:]
    var singleLineFrames: Set<Int> = []
    let hasStacks = trace.events.contains { $0.stack != 0 }
    for (position, event) in trace.events.enumerated() {
      func add(_ text: String, indent: Int) {
        lines.append(
          Line(
            event: event.sequence, round: event.round, stack: hasStacks ? event.stack : nil, depth: indent, words: text)
        )
      }
      let indent = depth[event.stack, default: 0]
      switch event.kind {
      case .begin(let number, let frame):
        frames[number] = frame
        let place = frame.step.flatMap { contexts[$0] }.map { " on \($0)" } ?? ""
        if let end = Self.immediateEnd(of: number, after: position, in: trace) {
          singleLineFrames.insert(number)
          add(trace.phrase(frame) + place + trace.phrase(end, of: frame), indent: indent)
        } else {
          add(trace.phrase(frame) + place + " {", indent: indent)
          depth[event.stack, default: 0] += 1
        }
      case .end(let number, let result):
        guard singleLineFrames.remove(number) == nil, let frame = frames[number] else { continue }
        depth[event.stack] = max(0, indent - 1)
        add("}" + trace.phrase(result, of: frame), indent: max(0, indent - 1))
      case .suspend: add("suspended", indent: indent)
      case .resume: add("resumed", indent: indent)
      case .bound(_, let name, let value):
        if trace.text(value) != name { add("\(name) = \(trace.text(value))", indent: indent) }
      case .mark(_, let name): add("mark \(name)", indent: indent)
      case .block: add("— later —", indent: indent)
      case .due(let promise): add("— later: \(trace.text(promise)) is due —", indent: indent)
      case .lane(_, let lane): add("— lane \(lane) —", indent: indent)
      case .phase: add("— nothing can run any more —", indent: indent)
      case .unbound(_, let name): add("\(name) is not bound", indent: indent)
      case .gone(_, let name, let gone): add("\(name) is \(gone ? "freed" : "kept")", indent: indent)
      case .unhandled(let value): add("unhandled rejection \(trace.text(value))", indent: indent)
      case .uncaught(let value): add("uncaught \(trace.text(value))", indent: indent)
      }
    }
    self.lines = lines
  }

  /// The result of a frame that ends with the next event.
  private static func immediateEnd(of number: Int, after position: Int, in trace: Trace) -> FrameResult? {
    guard position + 1 < trace.events.count, case .end(number, let result) = trace.events[position + 1].kind else {
      return nil
    }
    return result
  }

  /// The two columns, with at most `limit` lines around the first divergence.
  ///
  /// Rounds may overlap, so of several only the round that diverges is drawn.
  ///
  /// - Parameters:
  ///   - expected: What was expected where the trace diverges.
  ///   - event: The sequence number of the first divergent event; nil if something is missing at
  ///     the end.
  ///   - limit: The most lines to draw.
  ///   - total: The width in columns; nil for no limit.
  /// - Returns: Lines without a trailing newline.
  package func text(expected: String, at event: Int?, limit: Int = 24, width total: Int? = nil) -> String {
    let part = part(at: event, limit: limit)
    let end = part.divergence ?? part.lines.endIndex
    var rows = zip(part.lines.indices, part.lines).map { place, line in
      (
        mark: place == end ? "✘" : " ", expected: place < end ? line.text : place == end ? expected : "",
        observed: line.text
      )
    }
    if part.divergence == nil { rows.append(("✘", expected, "(nothing)")) }
    let half = total.map { max(8, ($0 - Self.frame) / 2) } ?? .max
    let width = min(44, half, max(8, rows.map(\.expected.count).max() ?? 8))
    let right = total.map { max(8, $0 - Self.frame - width) } ?? .max
    let round = part.round.map { " in round \($0)" } ?? ""
    var text: [String] = ["  " + Self.pad("expected", width) + " │ observed\(round)"]
    if part.before > 0 { text.append("  " + Self.pad("… \(part.before) lines", width) + " │ …") }
    for row in rows { text += Self.columns(row.mark, row.expected, row.observed, width, right) }
    if part.after > 0 { text.append("  " + Self.pad("", width) + " │ … \(part.after) more lines") }
    return text.joined(separator: "\n")
  }

  /// Draws the trace as one column, with what was expected above what came instead.
  ///
  /// - Parameters:
  ///   - expected: What was expected where the trace diverges.
  ///   - event: The sequence number of the first divergent event; nil if something is missing at
  ///     the end.
  ///   - limit: The most lines to draw.
  /// - Returns: Lines without a trailing newline.
  package func column(expected: String, at event: Int?, limit: Int = 24) -> String {
    let part = part(at: event, limit: limit)
    var text: [String] = part.before > 0 ? ["  … \(part.before) lines"] : []
    for (place, line) in zip(part.lines.indices, part.lines) {
      if place == part.divergence { text.append("✘ expected: \(expected)") }
      text.append("  " + line.text)
    }
    if part.divergence == nil { text.append("✘ expected: \(expected)") }
    if part.after > 0 { text.append("  … \(part.after) more lines") }
    return text.joined(separator: "\n")
  }

  /// The lines around the first divergence.
  ///
  /// - Parameters:
  ///   - event: The sequence number of the first divergent event; nil if something is missing at
  ///     the end.
  ///   - limit: The most lines to draw, including one for what is missing.
  /// - Returns: These lines, and how many there are before and after.
  package func part(at event: Int?, limit: Int = 24) -> Part {
    let line = event.flatMap { event in lines.last { $0.event <= event } }
    let drawn = line.map { line in lines.filter { $0.round == line.round } } ?? lines
    let divergence = line.flatMap { drawn.lastIndex(of: $0) }
    let count = drawn.count + (divergence == nil ? 1 : 0)
    let first = max(0, min((divergence ?? drawn.count) - limit + 6, count - limit))
    let end = min(drawn.count, first + limit)
    return Part(
      lines: drawn[first..<end], divergence: divergence, before: first, after: drawn.count - end,
      round: drawn.count < lines.count ? line?.round : nil)
  }

  /// The width of the mark, and of the line between the two columns.
  private static let frame = 5

  /// One row; long texts continue below.
  private static func columns(_ mark: String, _ expected: String, _ observed: String, _ width: Int, _ right: Int)
    -> [String]
  {
    let left = fitted(expected, width)
    let seen = fitted(observed, right)
    return (0..<max(left.count, seen.count)).map { index in
      let part = index < left.count ? left[index] : ""
      let other = index < seen.count ? seen[index] : ""
      return "\(index == 0 ? mark : " ") \(pad(part, width)) │ \(other)".trimmedRight
    }
  }

  /// The lines of a text in a column; what continues is indented by two more.
  private static func fitted(_ text: String, _ width: Int) -> [String] {
    guard text.count > width else { return [text] }
    let indent = String(text.prefix { $0 == " " }.prefix(width / 2))
    return wrapped(String(text.dropFirst(indent.count)), width - indent.count - 2).enumerated().map { place, line in
      indent + (place > 0 ? "  " : "") + line
    }
  }

  /// Breaks a text into lines of at most the width, between words where possible.
  private static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
      while line.count > width {
        lines.append(String(line.prefix(width)))
        line = String(line.dropFirst(width))
      }
    }
    return lines + [line]
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension String {
  fileprivate var trimmedRight: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
