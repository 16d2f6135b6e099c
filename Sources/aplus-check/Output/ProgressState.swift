import APlusModel
import APlusReports
import APlusRunner

/// How far a run is, as one line says it.
///
///     node  812/2600  3 failed  0:12, 0:25 left  2.2.4-a.fulfilled.already
struct ProgressState: Sendable {
  /// A time that is left is told once so much of the work is done.
  private static let telling = 0.02
  private static let longestName = 24

  /// How many results there will be.
  private let total: Int
  /// What each case costs, and all of them do.
  private let costs: [String: Double]
  private let work: Double
  private var adapter: String
  private var stage: (name: String, place: String)?
  private var done = 0
  private var workDone = 0.0
  private var failures = 0
  /// The cases that hosts perform, in the order in which they began.
  private var running: [String] = []

  /// Makes the state of a run that has not begun.
  ///
  /// - Parameters:
  ///   - scenarios: The cases.
  ///   - adapters: The names of the adapters, in their order.
  ///   - performances: How often each case is performed.
  init(_ scenarios: [Scenario], on adapters: [String], performances: Int) {
    total = scenarios.count * adapters.count * performances
    costs = Dictionary(scenarios.map { ($0.id, $0.cost) }, uniquingKeysWith: { first, _ in first })
    work = scenarios.reduce(0) { $0 + $1.cost } * Double(adapters.count * performances)
    adapter = adapters.first ?? ""
  }

  mutating func note(_ adapter: String, _ activity: RunOptions.Activity) {
    self.adapter = adapter
    switch activity {
    case .stage(let stage, let number, let count):
      self.stage = count > 1 ? (stage.name, "\(number)/\(count)") : nil
      running = []
    case .performing(let id): if !running.contains(id) { running.append(id) }
    }
  }

  mutating func note(_ result: CaseResult, isExpected: Bool) {
    done += 1
    workDone += costs[result.scenario.id] ?? 0
    if result.isFailure, !isExpected { failures += 1 }
    running.removeAll { $0 == result.scenario.id }
  }

  /// The line, of at most a width.
  ///
  /// The case is the one that runs for the longest time; of what does not fit, first it is cut, then goes
  /// the name of the stage, and then the time.
  func line(after seconds: Double, width: Int?) -> String {
    let count = String(done)
    let whole = String(total)
    let padded = String(repeating: " ", count: max(0, whole.count - count.count)) + count
    let name = Self.cut(TerminalEscaping.line(adapter), to: Self.longestName)
    var time = Self.clock(seconds)
    if workDone < work, workDone > work * Self.telling {
      time += ", \(Self.clock(seconds * (work - workDone) / workDone)) left"
    }
    let failed = failures == 0 ? "" : "\(failures) failed"
    let counts = "\(padded)/\(whole)"
    let place = stage?.place ?? ""
    let named = stage.map { "\($0.name) \($0.place)" } ?? ""
    let forms = [
      [name, named, counts, failed, time], [name, place, counts, failed, time],
      [name, counts, failed, Self.clock(seconds)], [counts, failed],
    ].map { $0.filter { !$0.isEmpty }.joined(separator: "  ") }
    let id = TerminalEscaping.line(running.first ?? "")
    guard let width else { return id.isEmpty ? forms[0] : "\(forms[0])  \(id)" }
    // Room for an id that can be told from others.
    let room = id.isEmpty ? 0 : min(id.count, 14) + 2
    let form = forms.first { $0.count + room <= width } ?? Self.cut(forms[3], to: width)
    guard !id.isEmpty, form.count + room <= width else { return form }
    return "\(form)  \(Self.cut(id, to: width - form.count - 2))"
  }

  private static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : "\(text.prefix(max(0, width - 1)))…"
  }

  /// A duration: `0:07`, `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 359_999))
    let (minutes, rest) = (whole / 60 % 60, whole % 60)
    let digits = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
    return whole < 3600
      ? "\(minutes):\(digits(rest))" : "\(whole / 3600):\(digits(minutes)):\(digits(rest))"
  }
}
