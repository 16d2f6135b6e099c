import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

@Suite("Cancellation that is a rejection") struct RejectionProfileTests {
  /// Runs the cases of the profile on a promise in whose class parts are overridden.
  private func failures(_ fault: String) async throws -> [String] {
    let failed = try await failures(class: fault) { scenario in
      !scenario.capabilities.contains { $0.name == "combinators" }
    }
    return Set(failed.map { String($0.prefix { $0 != "." }) }).sorted()
  }

  private func failures(class fault: String, combinators: String = "", where isAsked: (Scenario) -> Bool) async throws
    -> [String]
  {
    let text = """
      class Cancelled extends Error {}
      class Cancellable extends Promise {
        cancel() { if (!this.isFixed) { this.isFixed = true; this.reject(new Cancelled()); } }
        \(fault)
      }
      exports.deferred = () => {
        let resolve, reject;
        const promise = new Cancellable((a, b) => { resolve = a; reject = b; });
        promise.isFixed = false;
        promise.reject = reject;
        const fix = (settle) => (value) => { promise.isFixed = true; settle(value); };
        return { promise, resolve: fix(resolve), reject: fix(reject) };
      };
      exports.capabilities = ['cancellation:rejection'];
      exports.cancel = (promise) => promise.cancel();
      exports.isCancellation = (reason) => reason instanceof Cancelled;
      \(combinators)
      """
    let path = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString).cjs"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scenarios = try ProjectSpecs.library.get().scenarios.filter { scenario in
      (scenario.id.hasPrefix("CR") || scenario.id.hasPrefix("CP-8-a.rejection")) && isAsked(scenario)
    }
    let result = await JavaScriptHost.run(path, scenarios, RunOptions(timeout: .seconds(30)))
    #expect(result.cases.count == scenarios.count)
    let failed = result.cases.filter { $0.summary == "violates" }.map(\.scenario.id)
    #expect(result.cases.allSatisfy { ["conforms", "violates"].contains($0.summary) })
    return failed
  }

  @Test(
    "each rule has a fault that breaks it, and what keeps the rules passes",
    arguments: [
      ("", []), ("cancel() {}", ["CR1-a", "CR2-a", "CR2-b", "CR3-a", "CR3-d"]),
      // What then gives without handlers is the promise itself, which a cancel then reaches.
      ("then(a, b) { return a || b ? super.then(a, b) : this; }", ["CR4-a"]),
      // What an error handler gives does not count.
      (
        """
        then(a, b) {
          return super.then(a, b && ((reason) => {
            const value = b(reason);
            if (reason instanceof Cancelled) throw reason;
            return value;
          }));
        }
        """, ["CR2-a"]
      ),
      // A cancel of a settled promise changes what comes later.
      (
        """
        then(a, b) {
          if (this.reason !== undefined) return Promise.reject(this.reason).then(a, b);
          return super.then(a, b);
        }
        cancel() { this.reason ??= new Cancelled(); this.reject(this.reason); }
        """, ["CR3-b", "CR3-c", "CR3-f", "CR3-g"]
      ),
      // A cancel reaches only the handlers that were registered since the promise is settled or follows another.
      (
        """
        get end() {
          if (this.made === undefined) {
            this.made = {};
            this.made.promise = new Promise((_, reject) => { this.made.reject = reject; });
            this.made.promise.catch(() => {});
          }
          return this.made;
        }
        then(a, b) {
          if (this.isFixed !== true) return super.then(a, b);
          const own = new Promise((resolve, reject) => { super.then(resolve, reject); });
          return Promise.race([own, this.end.promise]).then(a, b);
        }
        cancel() {
          if (this.isFixed) this.end.reject(new Cancelled());
          else { this.isFixed = true; this.reject(new Cancelled()); }
        }
        """, ["CR3-b", "CR3-g"]
      ),
      // A cancel changes what a settled promise hands on; that a follower is cancelled is allowed.
      (
        """
        then(a, b) {
          const seen = (value) => {
            if (this.isCancelled) throw new Cancelled();
            return value;
          };
          return Promise.prototype.then.call(super.then(seen), a, b);
        }
        cancel() { this.isCancelled = true; this.reject(new Cancelled()); }
        """, ["CR3-b"]
      ),
    ]) func isKilled(_ fault: String, _ expected: [String]) async throws
  { #expect(try await failures(fault) == expected) }

  @Test(
    "a cancel of a combined promise leaves its members",
    arguments: [("", [String]()), ("members.forEach((member) => member.cancel());", ["CP-8-a", "CP-8-a", "CP-8-a"])])
  func leavesMembers(_ fault: String, _ expected: [String]) async throws {
    let combinators = """
      const combined = (kind) => (members) => {
        const { promise, resolve, reject } = exports.deferred();
        const { cancel } = promise;
        promise.cancel = () => { \(fault) cancel.call(promise); };
        Promise[kind](members).then(resolve, reject);
        return promise;
      };
      exports.combinators = { all: combined('all'), race: combined('race'), any: combined('any') };
      """
    let failed = try await failures(class: "", combinators: combinators) { $0.id.hasPrefix("CP-8-a.rejection") }
    #expect(failed.map { String($0.prefix { $0 != "." }) } == expected)
  }

  @Test(
    "a member that is cancelled is one that is rejected",
    arguments: [
      ("members", [String]()),
      (
        "members.map((member) => member.catch((reason) => (reason instanceof Cancelled ? new Promise(() => {}) : member)))",
        ["CR3-h.all", "CR3-h.allSettled", "CR3-h.any-rejected", "CR3-h.race"]
      ),
    ]) func combines(_ seen: String, _ expected: [String]) async throws
  {
    let combinators = """
      exports.combinators = Object.fromEntries(['all', 'race', 'any', 'allSettled'].map(
        (kind) => [kind, (members) => Promise[kind](\(seen))],
      ));
      """
    let failed = try await failures(class: "", combinators: combinators) { $0.id.hasPrefix("CR3-h") }
    #expect(Set(failed.map { $0.split(separator: ".").prefix(2).joined(separator: ".") }).sorted() == expected)
  }
}
