import APlusModel

/// The picture of a failure in a page: its trace next to the expectation, or with a lane for each
/// thread; for a growing cost, a plot.
enum PagePicture {
  /// The largest number of lanes; a trace with more is drawn as one column.
  private static let mostLanes = 6

  /// The HTML of the picture; empty where there is no trace or no violation.
  static func markup(of result: CaseResult, expected: String) -> String {
    guard let trace = result.trace, let violation = result.verdict?.violations.first else { return "" }
    if violation.type == .growth, let plot = plot(of: trace) { return plot }
    let part = TraceDiagram(trace, of: result.scenario.program).part(at: violation.event, limit: 40)
    let stacks = Set(part.lines.compactMap(\.stack)).sorted()
    let hasLanes = (2...mostLanes).contains(stacks.count)
    let round = part.round.map { " in round \($0)" } ?? ""
    let heads = hasLanes ? stacks.map { $0 == 0 ? "Script" : "Thread \($0)" } : ["Expected", "Observed\(round)"]
    var writer = HTMLWriter()
    writer.element("div", HTMLWriter.scrolling("Trace")) { writer in
      writer.element("table", [("class", "trace")]) { writer in
        writer.heads(heads)
        writer.element("tbody") { writer in
          gap(part.before, heads.count, &writer)
          if hasLanes { lanes(of: part, stacks, expected, &writer) } else { columns(of: part, expected, &writer) }
          gap(part.after, heads.count, &writer)
        }
      }
    }
    return writer.document
  }

  /// The expected events next to the observed ones.
  private static func columns(of part: TraceDiagram.Part, _ expected: String, _ writer: inout HTMLWriter) {
    let end = part.divergence ?? part.lines.endIndex
    for (place, line) in zip(part.lines.indices, part.lines) {
      writer.line()
      writer.element("tr", place == end ? [("class", "first")] : []) { writer in
        if place == end { writer.element("td", [], "✘ \(expected)") } else { cell(place < end ? line : nil, &writer) }
        cell(line, &writer)
      }
    }
    guard part.divergence == nil else { return }
    writer.line()
    writer.element("tr", [("class", "first")]) { writer in
      writer.element("td", [], "✘ \(expected)")
      writer.element("td", [], "(nothing)")
    }
  }

  /// A column for each thread.
  private static func lanes(of part: TraceDiagram.Part, _ stacks: [Int], _ expected: String, _ writer: inout HTMLWriter)
  {
    func divergence(_ observed: String) {
      writer.line()
      writer.element("tr", [("class", "first")]) { writer in
        let whole = [("colspan", String(stacks.count))]
        writer.element("td", whole, "✘ expected: \(expected); observed:\(observed)")
      }
    }
    for (place, line) in zip(part.lines.indices, part.lines) {
      if place == part.divergence { divergence("") }
      writer.line()
      writer.element("tr", place == part.divergence ? [("class", "first")] : []) { writer in
        for stack in stacks { cell(line.stack == stack ? line : nil, &writer) }
      }
    }
    if part.divergence == nil { divergence(" nothing") }
  }

  private static func cell(_ line: TraceDiagram.Line?, _ writer: inout HTMLWriter) {
    guard let line else {
      writer.element("td", [], "")
      return
    }
    writer.element("td") { writer in
      // A browser drops ordinary blanks at the start of a cell.
      writer.text(String(repeating: "\u{A0}\u{A0}", count: min(line.depth, 20)))
      writer.text(Excerpt.line(line.words, limit: 200))
    }
  }

  private static func gap(_ count: Int, _ width: Int, _ writer: inout HTMLWriter) {
    guard count > 0 else { return }
    writer.line()
    writer.element("tr", [("class", "gap")]) { writer in
      writer.element("td", [("colspan", String(width))], "… \(count) lines")
    }
  }

  /// The time of a registration, plotted against the number of waiting handlers: the shortest
  /// reading of each level in all rounds; nil with fewer than two levels.
  private static func plot(of trace: Trace) -> String? {
    var shortest: [Int] = []
    for event in trace.events {
      guard case .end(_, .measured(let readings)) = event.kind else { continue }
      for (level, reading) in readings.enumerated() {
        if level < shortest.count { shortest[level] = min(shortest[level], reading) } else { shortest.append(reading) }
      }
    }
    let top = shortest.max() ?? 0
    guard shortest.count > 1, top > 0 else { return nil }
    let width = 420.0
    let height = 160.0
    let points = shortest.enumerated().map { level, reading in
      (x: 40 + width * Double(level) / Double(shortest.count - 1), y: 10 + height * (1 - Double(reading) / Double(top)))
    }
    func number(_ value: Double) -> String { FixedDecimal.seconds(value, decimals: 1) }
    let line = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
    let dots = points.map { "<circle cx=\"\(number($0.x))\" cy=\"\(number($0.y))\" r=\"3\"/>" }
    let last = Measurement.waiting(at: shortest.count - 1)
    let microseconds = number(Double(top) / Double(Measurement.batch) / 1000)
    return """
      <figure><svg viewBox="0 0 480 200" role="img" aria-label="A registration takes \(microseconds) µs \
      with \(last) waiting handlers"><path d="M40 10V170H460" fill="none" stroke="currentColor"/>\
      <polyline points="\(line)" fill="none" stroke="currentColor" stroke-width="2"/>\
      <g fill="currentColor">\(dots.joined())</g><text x="44" y="20">\(microseconds) µs</text>\
      <text x="40" y="190">\(Measurement.waiting(at: 0)) waiting</text>\
      <text x="460" y="190" text-anchor="end">\(last) waiting</text></svg>\
      <figcaption>Time of one registration; the number of waiting handlers doubles at each point.\
      </figcaption></figure>
      """
  }
}
