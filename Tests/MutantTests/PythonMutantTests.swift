import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

/// Every Python mutant is killed by its named case with its named message; the correct promise is not.
@Suite("Python mutants", .enabled(if: HostProcess.hasPython, "needs python3")) struct PythonMutantTests {
  private static let faults = (try? Repository.faults(in: "mutants-python")) ?? []
  private static let library = ProjectSpecs.library

  @Test func `each mutant has a row, and each row a mutant`() throws {
    let path = Repository.root + "adapters/mutants-python/faults.py"
    let table = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    let names = table.matches(of: /\n    "([a-z-]+)": \w+,/).map { String($0.output.1) }
    #expect(Set(names).subtracting(["correct"]) == Set(Self.faults.map(\.name)))
  }

  @Test(arguments: faults.withoutRaces) func `a mutant is killed by its case, with its message`(fault: Fault)
    async throws
  { try await HostProcess(pythonMutant: fault.name).expectKill(of: fault) }

  @Test func `the correct promise conforms in every case that the language can express`() async throws {
    let scenarios = try Self.library.get().scenarios.filter { $0.chapter == "aplus" }
    let conforming = await HostProcess(pythonMutant: "correct").conforming(to: scenarios)
    #expect(conforming >= 600)
  }

  @Test func `what only the host refers to is not kept`() async throws {
    let scenarios = try Self.library.get().scenarios.filter { ["M6-a.all", "M6-a.all-rejected"].contains($0.id) }
    #expect(await HostProcess(pythonMutant: "correct").conforming(to: scenarios) == 2)
  }
}
