import APlusModel
import APlusReports

/// The progress of a run, shown as one line.
///
///     node  812/2600  3 failed  0:12, 0:25 left  2.2.4-a.fulfilled.already
///
/// A case that takes long is named with its time, and with how to leave it out.
struct ProgressState: Sendable {
  /// The share of the work after which the remaining time is shown.
  private static let estimateThreshold = 0.02
  private static let longestName = 24
  private static let shortestName = 10
  /// The seconds after which a case counts as slow.
  private static let slow = 10.0

  /// How many results there will be.
  private let total: Int
  /// The cost of each case, and of the whole run.
  private let costs: [String: Double]
  private let work: Double
  private let foreign: [String: Set<String>]
  private var adapter: String
  private var stage: (name: String, place: String)?
  private var done = 0
  private var workDone = 0.0
  private var failures = 0
  /// The cases that hosts are performing, in the order in which they began, with the second of the run.
  private var running: [(id: String, since: Double)] = []

  /// Makes the state of a run that has not begun.
  ///
  /// - Parameters:
  ///   - scenarios: The cases.
  ///   - adapters: The names of the adapters, in their order.
  ///   - foreign: The cases that are about another language than an adapter's, and do not count, by their ids.
  ///   - performances: How often each case is performed.
  init(_ scenarios: [Scenario], on adapters: [String], foreign: [String: Set<String>] = [:], performances: Int) {
    let asked = adapters.map { name in scenarios.filter { foreign[name]?.contains($0.id) != true } }
    total = asked.reduce(0) { $0 + $1.count } * performances
    self.foreign = foreign
    let costs = scenarios.map { ($0.id, $0.cost) }
    self.costs = Dictionary(costs, uniquingKeysWith: { first, _ in first })
    work = asked.joined().reduce(0) { $0 + $1.cost } * Double(performances)
    adapter = adapters.first ?? ""
  }

  /// Notes that a stage or a case begins, at a second of the run.
  mutating func note(_ event: RunEvent, of adapter: String, at second: Double) {
    switch event {
    case .began(let stage, let number, let count):
      self.stage = count > 1 ? (stage.name, "\(number)/\(count)") : nil
      running = []
    case .performing(let id): if !running.contains(where: { $0.id == id }) { running.append((id, second)) }
    case .identified, .traced, .performed, .recorded, .warned, .noted: return
    }
    self.adapter = adapter
  }

  mutating func note(_ result: CaseResult, isExpected: Bool) {
    guard foreign[adapter]?.contains(result.scenario.id) != true else { return }
    done += 1
    workDone += costs[result.scenario.id] ?? 0
    if result.isFailure, !isExpected { failures += 1 }
    running.removeAll { $0.id == result.scenario.id }
  }

  /// The line, which fits into a width.
  ///
  /// It shows the case that has been running longest. If the line is too long, first the case is
  /// cut, then the name of the stage is omitted, then the adapter's name is cut, and last the time
  /// is omitted.
  func line(after seconds: Double, width: Int?) -> String {
    let count = String(done)
    let whole = String(total)
    let padded = String(repeating: " ", count: max(0, whole.count - count.count)) + count
    let name = Self.cut(TerminalEscaping.line(adapter), to: Self.longestName)
    var time = Self.clock(seconds)
    if workDone < work, workDone > work * Self.estimateThreshold {
      time += ", \(Self.clock(seconds * (work - workDone) / workDone)) left"
    }
    let failed = failures == 0 ? "" : "\(failures) failed"
    let counts = "\(padded)/\(whole)"
    let place = stage?.place ?? ""
    let named = stage.map { "\($0.name) \($0.place)" } ?? ""
    let short = Self.cut(name, to: Self.shortestName)
    // The forms from wide to narrow, each with the length that an id must keep to be recognized.
    let forms = [
      (parts: [name, named, counts, failed, time], gap: "  ", id: 14), ([name, place, counts, failed, time], "  ", 14),
      ([short, place, counts, failed, time], " ", 7), ([short, counts, failed, Self.clock(seconds)], " ", 7),
      ([counts, failed], " ", 7),
    ].map { form in (text: form.parts.filter { !$0.isEmpty }.joined(separator: form.gap), gap: form.gap, id: form.id) }
    let id = TerminalEscaping.line(running.first?.id ?? "")
    let taken = seconds - (running.first?.since ?? seconds)
    let hint = taken < Self.slow ? "" : " for \(Self.clock(taken)); --filter '!\(id)' leaves it out"
    guard let width else { return id.isEmpty ? forms[0].text : "\(forms[0].text)  \(id)\(hint)" }
    let fitting = forms.first { form in
      form.text.count + (id.isEmpty ? 0 : form.gap.count + min(id.count, form.id)) <= width
    }
    guard let fitting else { return Self.cut(forms[4].text, to: width) }
    guard !id.isEmpty else { return fitting.text }
    let room = width - fitting.text.count - fitting.gap.count
    return fitting.text + fitting.gap + (id.count + hint.count <= room ? id + hint : Self.cut(id, to: room))
  }

  private static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : "\(text.prefix(max(0, width - 1)))…"
  }

  /// A duration: `0:07`, `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 359_999))
    let (minutes, rest) = (whole / 60 % 60, whole % 60)
    let digits = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
    return whole < 3600 ? "\(minutes):\(digits(rest))" : "\(whole / 3600):\(digits(minutes)):\(digits(rest))"
  }
}
