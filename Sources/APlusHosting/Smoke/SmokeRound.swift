import APlusJSON
package import APlusModel

/// The smoke programs that the runner sends to a host, and the host's answers.
package struct SmokeRound {
  /// How often a fault must be seen: wrong wiring shows each time, a race of the library does not.
  private static let certainty = 3

  private let capabilities: [Capability]
  private let programs: [SmokeProgram]
  /// How long the host waits for its library, in milliseconds.
  private let patience: Int
  private var firstRun: Int
  private var tries = 1
  private var traces: [SmokeProgram: Trace] = [:]

  /// Chooses the programs; their runs are numbered after all scenarios.
  package init(for capabilities: [Capability], after scenarios: Int, patience: Int) {
    self.capabilities = capabilities
    self.patience = patience
    programs = SmokeProgram.allCases.filter { $0.isClaimed(by: capabilities) }
    firstRun = scenarios + 1
  }

  /// The run that must be answered next; nil when all are answered.
  package var nextRun: Int? { traces.count < programs.count ? firstRun + traces.count : nil }

  /// The number of the last run so far.
  package var lastRun: Int { firstRun + programs.count - 1 }

  /// What the answers show.
  package var gate: SmokeGate { SmokeGate(traces, capabilities: capabilities) }

  /// All requests, one per line.
  package var requests: [UInt8] {
    var bytes: [UInt8] = []
    for (place, program) in programs.enumerated() {
      let request: JSON = [
        "run": .integer(firstRun + place), "patience": .integer(patience), "waits": true,
        "program": program.program(for: capabilities).json,
      ]
      request.serialize(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Starts another round where the answers show a fault that has not been seen often enough.
  ///
  /// - Returns: Whether the requests are to be sent again.
  package mutating func startOver() -> Bool {
    guard gate.hasFindings, tries < Self.certainty else { return false }
    tries += 1
    firstRun += programs.count
    traces = [:]
    return true
  }

  /// Adds the answer to the next run.
  package mutating func accept(_ trace: Trace) {
    guard traces.count < programs.count else { return }
    traces[programs[traces.count]] = trace
  }
}
