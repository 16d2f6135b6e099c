package import APlusModel

/// A trace event by event, in words, with the known states of the promises.
///
///     TraceReplay(result, of: "node").steps[0]  // ["   1-3  script  0  make a fulfilled promise with D → p", …]
package struct TraceReplay: Sendable {
  /// The lines before the events: the case, and the facts about the run.
  package let head: [TerminalText]
  /// The lines of each step, which covers one or more events.
  package let steps: [[TerminalText]]
  /// The lines of the verdict.
  package let foot: [TerminalText]

  /// Prepares a trace; nil where the case has none.
  ///
  /// - Parameters:
  ///   - result: The judged case, with its trace.
  ///   - adapter: The adapter's name.
  ///   - style: The style of the lines.
  package init?(_ result: CaseResult, of adapter: String, style: ConsoleStyle) {
    guard let trace = result.trace else { return nil }
    let scenario = result.scenario
    let lines = TraceDiagram(trace, of: scenario.program).lines
    let last = trace.events.last?.sequence ?? 0
    var violations: [Int: [Violation]] = [:]
    for violation in result.verdict?.violations ?? [] {
      guard let event = violation.event, let line = lines.last(where: { $0.event <= event }) else { continue }
      violations[line.event, default: []].append(violation)
    }
    var states = ObservedStates(trace)
    let digits = String(last).count
    let lanes = trace.events.contains { $0.stack != 0 }
    var steps: [[TerminalText]] = []
    for (place, line) in lines.enumerated() {
      let next = place + 1 < lines.count ? lines[place + 1].event : last + 1
      let range = next - 1 > line.event ? "\(line.event)-\(next - 1)" : "\(line.event)"
      let number = String(repeating: " ", count: max(0, 2 * digits + 1 - range.count)) + range
      let lane = lanes ? "  \(Self.lane(line.stack ?? 0))" : ""
      let round = line.round > 0 ? "  round \(line.round)" : ""
      let isWrong = violations[line.event] != nil
      let words = String(repeating: "  ", count: line.depth) + Excerpt.line(line.words)
      let mark: TerminalText = isWrong ? style.mark(.bad) : " "
      let phase = states.phase
      let changes = states.changes(through: next - 1)
      var step: [TerminalText] = ["\(mark) \(number)\(lane)  phase \(phase)\(round)  \(words)"]
      let blank = String(repeating: " ", count: 2 * digits + 5)
      step += changes.map { "\(blank)= \(Excerpt.line($0))" }
      step += (violations[line.event] ?? []).map { "\(blank)\(style.colored(Self.text($0), .bad))" }
      steps.append(step.map(style.spelled))
    }
    self.steps = steps
    let idleness = trace.strength.map { ", idleness \($0.rawValue): \($0.meaning)" } ?? ""
    head = [
      style.emphasized("\(scenario.id) \(scenario.title)"),
      "\(adapter), \(trace.events.count) events, ending: \(trace.ending.rawValue)\(idleness)", "",
    ].map(style.spelled)
    foot = Self.verdict(result, style).map(style.spelled)
  }

  private static func lane(_ stack: Int) -> String { (stack == 0 ? "script" : "thread \(stack)").padded(to: 9) }

  private static func text(_ violation: Violation) -> TerminalText {
    "violates \(violation.requirement): \(Excerpt.line(violation.message)) (\(violation.type.rawValue))"
  }

  private static func verdict(_ result: CaseResult, _ style: ConsoleStyle) -> [TerminalText] {
    guard let verdict = result.verdict else { return [] }
    var lines: [TerminalText] = [""]
    let missing = verdict.violations.filter { $0.event == nil }
    switch verdict.outcome {
    case .conforms: lines.append("\(style.mark(.good)) conforms")
    case .violates:
      let event = verdict.violations.lazy.compactMap(\.event).first
      let place = event.map { ", first at event \($0)" } ?? ", by a missing event at the end"
      lines.append("\(style.mark(.bad)) violates \(result.scenario.requirement)\(place)")
      lines += missing.map { "  \(text($0))" }
    case .notReached, .notApplicable: lines.append("\(style.mark(.neutral)) \(CaseLine(result).text ?? "")")
    case .error(let error): lines.append("\(style.mark(.broken)) no verdict: \(Excerpt.line(error.message))")
    }
    lines += verdict.incidental.map { "\(style.mark(.bad)) incidental: \(text($0))" }
    return lines
  }
}
