import APlusJSON
package import APlusModel

/// The smoke programs that one host was sent, and what it has answered.
package struct SmokeRound {
  /// How often a fault must be seen: the wiring of an adapter is the same each time, and a library that loses
  /// a race is not.
  private static let certainty = 3

  private let capabilities: [Capability]
  private let programs: [SmokeProgram]
  private var firstRun: Int
  private var tries = 1
  private var traces: [SmokeProgram: Trace] = [:]

  /// Chooses the programs; their runs are numbered after all scenarios.
  package init(for capabilities: [Capability], after scenarios: Int) {
    self.capabilities = capabilities
    programs = SmokeProgram.allCases.filter { $0.isClaimed(by: capabilities) }
    firstRun = scenarios + 1
  }

  /// The run that must be answered next; nil when all are.
  package var nextRun: Int? { traces.count < programs.count ? firstRun + traces.count : nil }

  /// What is wrong with the adapter, as far as the answers tell.
  package var gate: SmokeGate { SmokeGate(traces, capabilities: capabilities) }

  /// All requests, a line each.
  package var requests: [UInt8] {
    var bytes: [UInt8] = []
    for (place, program) in programs.enumerated() {
      let request: JSON = [
        "run": .integer(firstRun + place), "program": program.wire(for: capabilities),
      ]
      request.serialize(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Asks the programs again where the answers show something wrong that has not been seen often enough.
  ///
  /// - Returns: Whether the requests are to be sent again.
  package mutating func startOver() -> Bool {
    guard gate.isWanting, tries < Self.certainty else { return false }
    tries += 1
    firstRun += programs.count
    traces = [:]
    return true
  }

  /// Keeps the answer to the next run.
  package mutating func accept(_ trace: Trace) {
    guard traces.count < programs.count else { return }
    traces[programs[traces.count]] = trace
  }
}
