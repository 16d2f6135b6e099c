package import APlusModel
import APlusRules

/// What performed programs used of a library, and so which requirements they could have shown to be
/// violated.
package struct ProgramUse: Sendable {
  /// The capabilities that each program used.
  private var programs: Set<[Capability]> = []
  /// Whether handlers ran on several threads: a library's own show in the trace of any program without contexts.
  private var hasThreads = false
  /// What the host shows of every program if it shows it at all: the receivers of functions, and reports
  /// of unhandled rejections.
  private var shown: Set<Capability>
  /// Whether the claims of the library, or else the traces, decide that.
  private let isShownKnown: Bool
  /// The laws that had something to check; nil where that is not known.
  package var laws: Set<Law>?

  /// - Parameters:
  ///   - claims: What the library claims; nil where that is not known.
  ///   - results: Results of programs.
  package init(claims: [Capability]?, _ results: some Sequence<CaseResult> = []) {
    shown = Set([Self.receiver, .unhandled].filter { claims?.provide($0) ?? false })
    isShownKnown = claims != nil
    for result in results { add(result) }
  }

  /// Adds the result of a program, unless it was not performed.
  package mutating func add(_ result: CaseResult) {
    guard let verdict = result.verdict else { return }
    if case .notApplicable = verdict.outcome { return }
    programs.insert(result.scenario.capabilities)
    // Where a program has contexts, chance decides whether handlers on several of them start at the same time.
    let isOfLibrary = !result.scenario.capabilities.contains { $0.name == "contexts" }
    hasThreads = hasThreads || isOfLibrary && verdict.concurrentStarts > 0
    guard !isShownKnown, shown.count < 2, let trace = result.trace else { return }
    for event in trace.events {
      switch event.kind {
      case .begin(_, let frame) where frame.call?.receiver != nil: shown.insert(Self.receiver)
      case .unhandled: shown.insert(.unhandled)
      default: break
      }
    }
  }

  /// What no program used, although only programs that use it can violate the requirement; nil where
  /// a program could have violated it.
  package func missing(for requirement: String) -> String? {
    guard !programs.isEmpty else { return "programs" }
    let ways = Self.ways(for: requirement)
    guard ways.isEmpty || ways.contains(where: isMet) else {
      return ways.map { $0.map(\.description).joined(separator: ", ") }.joined(separator: " or ")
    }
    guard let laws, let exercise = Self.exercises.first(where: { requirement.hasPrefix($0.prefix) }),
      !laws.contains(exercise.law)
    else { return nil }
    return exercise.need
  }

  private func isMet(_ way: [Capability]) -> Bool {
    if way == [Self.threads], hasThreads { return true }
    return programs.contains { program in way.allSatisfy((program + shown).provide) }
  }

  private static let threads = Capability("threads")
  private static let receiver = Capability("receiver")

  /// The laws that alone find violations of requirements whose numbers have a prefix, and what a
  /// trace must show for a law to have something to check.
  private static let exercises: [(prefix: String, law: Law, need: String)] = [
    ("2.2.6", .order, "several handlers of one promise"), ("T-order", .order, "several handlers of one promise"),
    ("RX-S5", .order, "several handlers of one promise"), ("2.2.4", .cleanStack, "a handler that runs"),
    ("Z-", .cleanStack, "a handler that runs"), ("C4", .lockIn, "several resolutions of one promise"),
    ("CX", .context, "a handler on a context"), ("RX-C", .cancellation, "a cancel"), ("CR", .cancellation, "a cancel"),
    ("CP", .cancellation, "a cancel"),
  ]

  /// The ways in which a program can violate a requirement; empty where every program can.
  ///
  /// A heading needs the least of what the requirements below it need. A test holds the table to the cases.
  package static func ways(for requirement: String) -> [[Capability]] {
    if let rule = rules.all.first(where: { $0.requirement == requirement }) { return rule.needs }
    let below = rules.all.filter { $0.requirement.hasPrefix("\(requirement).") }.map(\.needs)
    return below.min { $0.joined().count < $1.joined().count } ?? []
  }
}
