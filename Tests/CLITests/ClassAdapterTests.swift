import Foundation
import TestSupport
import Testing

/// An adapter of one line: the host takes what the class has, and nothing else.
@Suite("Adapters that export a class", .testFolder, .enabled(if: Node.isInstalled)) struct ClassAdapterTests {
  @Test(arguments: [
    ("exports.Promise = Promise;", 0), ("exports.Promise = class extends Promise { static any = undefined; };", 1),
  ]) func `the class gives entry points and combinators`(text: String, missing: Int) async throws {
    let arguments = ["--adapter", "./library.cjs"]
    let filters = ["K8-a", "K9-c.throw", "K1-a.all", "K1-b"].flatMap { ["--filter", $0] }
    let run = try await CommandRun(arguments + filters) {
      try Data(text.utf8).write(to: $0.appending(path: "library.cjs"))
    }
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("\(4 - missing) passed"), "\(run.output)")
  }

  @Test func `explicit exports win`() async throws {
    let text = """
      exports.Promise = Promise;
      exports.combinators = { all: () => { throw new Error('mine'); } };
      """
    let run = try await CommandRun(["--adapter", "./library.cjs", "--filter", "K1-a.all"]) {
      try Data(text.utf8).write(to: $0.appending(path: "library.cjs"))
    }
    #expect(run.status == 1)
    #expect(run.output.contains("the combinator `all` threw Error: mine"), "\(run.output)")
  }
}
