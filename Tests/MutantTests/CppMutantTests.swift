import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

/// Every C++ mutant is killed by its named case with its named message; the correct promise is not.
@Suite("C++ mutants", .enabled(if: HostProcess.canBuildCpp, "needs g++ and make")) struct CppMutantTests {
  private static let faults = (try? Repository.faults(in: "mutants-cpp")) ?? []
  private static let library = ProjectSpecs.library
  private static let building = Task { try await HostProcess.buildCppMutants() }

  @Test func `each mutant has a row, and each row a mutant`() throws {
    let path = Repository.root + "adapters/mutants-cpp/mutants.inc"
    let list = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    let names = list.matches(of: /MUTANT\("([^"]+)"/).map { String($0.output.1) }
    #expect(Set(names) == Set(Self.faults.map(\.name)))
    #expect(names.count == Self.faults.count)
  }

  @Test(arguments: faults.withoutRaces) func `a mutant is killed by its case, with its message`(fault: Fault)
    async throws
  {
    try #require(try await Self.building.value == nil)
    try await HostProcess(cppMutant: fault.name).expectKill(of: fault)
  }

  @Test(.enabled(if: sanitizer != nil && !isShortRun, "needs libasan; not in a short run"))
  func `a cancel that touches a freed promise is shown by the address sanitizer`() async throws {
    let runtime = try #require(Self.sanitizer)
    try #require(try await HostProcess.buildCppMutants(["SANITIZE=address"]) == nil)
    let scenario = try #require(try Self.library.get().scenarios.first { $0.id == "F19-a" })
    let variables = ["LD_PRELOAD=\(runtime)", "ASAN_OPTIONS=detect_leaks=0:print_legend=0"]
    for (name, isFound) in [("correct", false), ("cancel-touches-freed-parent", true)] {
      let host = HostProcess(cppMutant: name, library: "mutants-cpp-address.so", variables: variables)
      let result = try #require(await host.run([scenario]).first)
      #expect(result.standardError.contains("heap-use-after-free") == isFound, "\(result)")
    }
  }

  @Test(arguments: ["aplus", "zalgo", "once", "threads", "cancellation"].sampled(every: 5))
  func `the correct promise conforms in every case that the interface can express`(chapter: String) async throws {
    try #require(try await Self.building.value == nil)
    let scenarios = try Self.library.get().scenarios.filter { $0.chapter == chapter }
    let conforming = await HostProcess(cppMutant: "correct").conforming(to: scenarios)
    #expect(conforming >= 30)
  }

  /// The runtime of the sanitizer, which must be there before everything else; nil without one.
  private static let sanitizer: String? = {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/gcc/x86_64-linux-gnu")) ?? []
    return folders.map { "/usr/lib/gcc/x86_64-linux-gnu/\($0)/libasan.so" }.first {
      FileManager.default.fileExists(atPath: $0)
    }
  }()
}
