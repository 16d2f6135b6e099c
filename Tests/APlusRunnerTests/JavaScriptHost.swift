import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport

/// A library in JavaScript, performed by the project's own kit.
final class JavaScriptHost {
  private static let specifications = Result { try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"]) }

  /// The promise that is built into Node.js, with the project's own adapter.
  static let node = Repository.root + "adapters/node/adapter.cjs"

  /// The scenarios of the chapter `aplus` whose requirement begins so.
  static func scenarios(_ requirement: String) throws -> [Scenario] {
    try specifications.get().scenarios.filter { $0.requirement.hasPrefix(requirement) && $0.isAsked(in: "javascript") }
  }

  private let path = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString).cjs"

  /// Writes a promise that does something when 5 is registered as its onFulfilled.
  ///
  /// - Parameters:
  ///   - fault: What it does then, before the registration.
  ///   - start: What it does when it is loaded.
  /// - Throws: What keeps the file from being written.
  init(fault: String = "", start: String = "") throws {
    let text = """
      \(start);
      exports.deferred = () => {
        let resolve, reject;
        const promise = new Promise((a, b) => { resolve = a; reject = b; });
        promise.then = function (a, b) {
          if (a === 5) { \(fault); }
          return Promise.prototype.then.call(this, a, b);
        };
        return { promise, resolve, reject };
      };
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Runs scenarios and judges them.
  func run(_ scenarios: [Scenario], _ options: RunOptions) async -> AdapterResult {
    await Self.run(path, scenarios, options)
  }

  /// Runs scenarios on an adapter file and judges them.
  static func run(_ file: String, _ scenarios: [Scenario], _ options: RunOptions) async -> AdapterResult {
    let command = ["node", Repository.root + "adapters/kits/javascript/host.mjs", file]
    let adapter = Adapter(name: "javascript", argument: "javascript", command: command)
    let runner = Runner(scenarios: scenarios, options: options) { Judge.judge($0, $1) }
    return await runner.run(adapter)
  }
}
