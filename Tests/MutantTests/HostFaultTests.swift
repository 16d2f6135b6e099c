import APlusCases
import APlusJudge
import APlusModel
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// Traces of the reference in which the host's own part is altered: each must be the host's fault.
///
/// Were a step that a host left out taken for performed, a library would be praised or blamed for what
/// it was never asked.
@Suite("faults of hosts") struct HostFaultTests {
  /// Every so many cases one is altered in every way, so that the tests take seconds, and each kind
  /// of alteration where it is first possible; all of them with `APLUS_EVERY_CASE=1`.
  private static let stride = ProcessInfo.processInfo.environment["APLUS_EVERY_CASE"] == nil ? 12 : 1

  @Test func `what a host leaves out or alters is its fault, never the library's`() throws {
    let process = InProcess(ReferenceAdapter())
    // Deep chains need a stack that a test does not have.
    let scenarios = try ProjectSpecs.library.get().scenarios.filter { process.canPerform($0) && $0.chapter != "scale" }
    var kinds: Set<String> = []
    for (number, scenario) in scenarios.enumerated() {
      let trace = try #require(process.trace(of: scenario.program), "\(scenario.id)")
      for alteration in HostAlteration.all(of: trace, limit: 200) {
        let isNew = kinds.insert(alteration.name).inserted
        guard isNew || number.isMultiple(of: Self.stride) else { continue }
        let outcome = Judge.judge(scenario, alteration.trace).outcome
        guard case .error = outcome else {
          Issue.record("\(scenario.id), event \(alteration.event), \(alteration.name): \(outcome)")
          continue
        }
      }
    }
    #expect(kinds.count >= 46, "\(kinds.sorted())")
  }
}
