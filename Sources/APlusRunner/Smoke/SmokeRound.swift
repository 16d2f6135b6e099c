import APlusJSON
import APlusSpec
import APlusTrace

/// The smoke programs that one host was sent, and what it has answered.
struct SmokeRound {
  private let capabilities: [Capability]
  private let programs: [SmokeProgram]
  private let firstRun: Int
  private var traces: [SmokeProgram: Trace] = [:]

  /// Chooses the programs; their runs are numbered after all scenarios.
  init(for capabilities: [Capability], after scenarios: Int) {
    self.capabilities = capabilities
    programs = SmokeProgram.allCases.filter { $0.isClaimed(by: capabilities) }
    firstRun = scenarios + 1
  }

  /// The run that must be answered next; nil when all are.
  var nextRun: Int? { traces.count < programs.count ? firstRun + traces.count : nil }

  /// What is wrong with the adapter, as far as the answers tell.
  var fault: String? { SmokeGate(traces, capabilities: capabilities).fault }

  /// All requests, a line each.
  var requests: [UInt8] {
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

  /// Keeps the answer to the next run.
  mutating func accept(_ trace: Trace) {
    guard traces.count < programs.count else { return }
    traces[programs[traces.count]] = trace
  }
}
