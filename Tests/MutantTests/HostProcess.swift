import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

/// Scenarios, performed by hosts in processes of their own.
struct HostProcess {
  /// Program and arguments of the host.
  let command: [String]

  /// The host of a mutant in Swift.
  init(swiftMutant name: String) { command = [ProgramRun.built("aplus-mutants"), name] }

  /// The host of a mutant with completion handlers.
  init(callbackMutant name: String) { command = [ProgramRun.built("aplus-mutants"), "callbacks", name] }

  /// The host of a mutant whose promises tasks await.
  init(awaitMutant name: String) { command = [ProgramRun.built("aplus-mutants"), "await", name] }

  /// The host of channels.
  init(channelsMutant name: String) { command = [ProgramRun.built("aplus-mutants"), "channels", name] }

  /// The host of scopes.
  init(scopesMutant name: String) { command = [ProgramRun.built("aplus-mutants"), "scopes", name] }

  /// The host of a mutant in C++, for which `buildCppMutants` was called.
  init(cppMutant name: String, library: String = "mutants-cpp.so", variables: [String] = []) {
    command =
      ["env", "APLUS_MUTANT=\(name)"] + variables + [
        Self.product, "host-native", "\(Self.cppMutants).build/\(library)",
      ]
  }

  /// The host of a mutant in JavaScript.
  init(javaScriptMutant name: String) {
    let folder = Repository.root + "adapters/"
    command = ["node", folder + "kits/javascript/host.mjs", folder + "mutants-javascript/adapter.cjs", name]
  }

  /// The host of a mutant in Python.
  init(pythonMutant name: String) {
    let folder = Repository.root + "adapters/"
    command = [
      "env", "APLUS_MUTANT=\(name)", "python3", folder + "kits/python/host.py", folder + "mutants-python/adapter.py",
    ]
  }

  /// The command that was built along with the tests.
  private static let product = ProgramRun.built("aplus-check")

  private static let cppMutants = Repository.root + "adapters/mutants-cpp/"

  /// Builds the shared library of the C++ mutants.
  ///
  /// - Parameter arguments: Further arguments for `make`.
  /// - Throws: That `make` cannot be started.
  /// - Returns: What was said where they cannot be built; nil where they are.
  static func buildCppMutants(_ arguments: [String] = []) async throws -> String? {
    let make = try await ProgramRun("make", ["-s", "-C", cppMutants] + arguments)
    return make.status == 0 ? nil : make.output + make.error
  }

  /// Whether the C++ mutants can be built here.
  static let canBuildCpp = ProgramPath.has("g++") && ProgramPath.has("make")
  /// Whether the Python mutants can run here.
  static let hasPython = ProgramPath.has("python3")

  /// Performs scenarios, each on a new host, and judges them.
  func run(_ scenarios: [Scenario], seed: UInt64 = 0) async -> [CaseResult] {
    let adapter = Adapter(name: "mutant", argument: "mutant", command: command)
    // The kernel shows when a host is stuck; this bounds hosts that starve beside others.
    var options = RunOptions(timeout: .seconds(60), seed: seed)
    options.isolatesFailures = scenarios.count > 1
    let runner = Runner(scenarios: scenarios, options: options, judge: Judge.judge)
    return await runner.run(adapter).cases
  }

  /// How many scenarios a promise without a fault conforms to; one that it fails is an issue.
  func conforming(to scenarios: [Scenario]) async -> Int {
    var conforming = 0
    for result in await run(scenarios) {
      guard let verdict = result.verdict else {
        Issue.record("\(result.scenario.id) was not performed")
        continue
      }
      switch verdict.outcome {
      case .conforms: conforming += 1
      case .notApplicable: break
      case .violates, .notReached, .error: Issue.record("\(result.scenario.id): \(verdict)")
      }
    }
    return conforming
  }

  /// Expects that the mutant is killed by the case of its fault, with its message.
  func expectKill(of fault: Fault, sourceLocation: Testing.SourceLocation = #_sourceLocation) async throws {
    let message = try #require(fault.message, sourceLocation: sourceLocation)
    let scenario = try #require(
      try ProjectSpecs.library.get().scenarios.first { $0.id == fault.killedBy }, "there is no such case",
      sourceLocation: sourceLocation)
    let found = await messages(on: scenario, until: message, type: fault.type, attempts: fault.attempts ?? 1)
    #expect(found.contains { $0.contains(message) }, "\(found)", sourceLocation: sourceLocation)
  }

  /// What the verdict on a scenario says, once it says what it should.
  ///
  /// A race may go well, and a host that dies may take long on a busy machine, so the scenario is
  /// performed again until the message is found.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - message: A part of a message of the verdict.
  ///   - type: The type of the violation; nil where an error will do as well.
  ///   - attempts: How often it is performed at most.
  /// - Returns: The messages of the last performance; none where the promise conformed.
  private func messages(on scenario: Scenario, until message: String, type: String?, attempts: Int) async -> [String] {
    var messages: [String] = []
    for attempt in 0..<attempts where !messages.contains(where: { $0.contains(message) }) {
      messages = []
      for result in await run([scenario], seed: UInt64(attempt)) {
        guard let verdict = result.verdict else { continue }
        switch verdict.outcome {
        case .violates: messages += verdict.violations.filter { [nil, $0.type.rawValue].contains(type) }.map(\.message)
        case .error(let error) where type == nil: messages.append(error.message)
        case .error, .conforms, .notReached, .notApplicable: break
        }
      }
    }
    return messages
  }
}
