import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

@Suite("Libraries in JavaScript") struct JavaScriptHostTests {
  @Test(
    "an adapter file that exports what cannot be used is refused",
    arguments: [
      ("exports.cancel = 5", "cancel is of type number, expected a function"),
      ("exports.resolved = 5", "resolved is of type number, expected a function"),
      ("exports.combinators = {all: 1}", "combinators.all is of type number, expected a function"),
      (
        "exports.capabilities = 'cancellation:downstream'",
        "capabilities: expected a list of strings, found \"cancellation:downstream\""
      ),
      ("exports.capabilities = ['threads']", "capabilities: threads is not available in a JavaScript host; remove it"),
    ]) func isRefused(_ start: String, _ words: String) async throws
  {
    let host = try JavaScriptHost(start: start)
    let result = await host.run(try JavaScriptHost.scenarios("2.2.1.1"), RunOptions())
    let message = result.launchFailure?.message ?? ""
    #expect(message.hasSuffix(words), "\(message)")
    #expect(!message.contains("    at "))
  }

  @Test(
    "a library that misbehaves costs its own case alone",
    arguments: [
      ("for (;;) {}", "aplus.computing: still computing; open: then (step 1)"), ("process.exit(0)", "violates"),
      ("process.abort()", "violates"), ("process.kill(process.pid, 'SIGSEGV'); for (;;) {}", "violates"),
      (
        "process.kill(process.pid, 'SIGKILL'); for (;;) {}",
        "aplus.adapter-crash: the host was ended by signal 9 (SIGKILL); open: then (step 1)"
      ), ("for (let i = 0; i < 50; i += 1) console.log('x'.repeat(1e6))", "conforms"),
      ("require('fs').closeSync(1)", "conforms"), ("require('fs').writeSync(1, 'garbage\\n')", "conforms"),
      ("process.stdout.write('{}\\n')", "conforms"), ("(function f() { f(); })()", "violates"),
    ]) func isContained(_ fault: String, _ outcome: String) async throws
  {
    let host = try JavaScriptHost(fault: fault)
    let scenarios = try JavaScriptHost.scenarios("2.2.1.1")
    let isHang = outcome.hasPrefix("aplus.computing")
    var options = RunOptions(timeout: .seconds(isHang ? 1 : 30))
    options.startTimeout = ScriptedHost.patience
    let result = await host.run(scenarios, options)
    let faulty = result.cases.filter { $0.summary != "conforms" }
    #expect(result.cases.count == scenarios.count)
    #expect(faulty.count == (outcome == "conforms" ? 0 : 1))
    // The times vary.
    let times = #/ after [^;]*/#
    #expect(faulty.allSatisfy { $0.summary.replacing(times, with: "") == outcome }, "\(faulty.map(\.summary))")
  }

  @Test func `the picture of a crash names what it shows`() async throws {
    let host = try JavaScriptHost(fault: "process.abort()")
    let result = await host.run(try JavaScriptHost.scenarios("2.2.1.1"), RunOptions(timeout: .seconds(30)))
    let crash = try #require(result.cases.first { $0.summary != "conforms" })
    let violation = try #require(crash.verdict?.violations.first)
    #expect(violation.type == .crash)
    #expect(violation.requirement == "2.2.1.1")
    #expect(violation.message == "the library crashed inside then")
    #expect(violation.observed == "the host was ended by signal 6 (SIGABRT)")
    let trace = try #require(crash.trace)
    #expect(trace.ending == .crashed)
    #expect(trace.objects.contains { $0.kind == .promise && $0.names == ["p"] })
    #expect(trace.objects.contains { $0.kind == .mark && $0.names == ["D"] })
  }

  @Test(
    "a chain of time-outs is waited for, however slow the machine, and a heartbeat is not",
    arguments: [
      // Each link of the chain blocks the process as a busy machine would.
      (
        """
        let links = 40;
        return new Promise((done) => setTimeout(function link() {
          const end = Date.now() + 40;
          while (Date.now() < end) {}
          links -= 1;
          if (links > 0) setTimeout(link);
          else done(Promise.prototype.then.call(promise, a, b));
        }));
        """, Strength.proved
      ), ("(function beat() { setTimeout(beat, 5); })()", .bounded),
      ("(function beat() { setImmediate(beat); })()", .bounded),
      ("(async () => { for (;;) await require('timers/promises').setTimeout(5); })()", .bounded),
    ]) func isPatient(_ fault: String, _ strength: Strength) async throws
  {
    let host = try JavaScriptHost(fault: fault)
    let scenarios = try JavaScriptHost.scenarios("2.2.1.1").filter { $0.id == "2.2.1.1-a.five" }
    // A heartbeat is waited for as long as the host may wait at all, which is a part of the time-out. The rest is
    // for a machine on which other suites run.
    var options = RunOptions(timeout: .seconds(strength == .bounded ? 10 : 30))
    options.startTimeout = ScriptedHost.patience
    let result = await host.run(scenarios, options)
    let seen = try #require(result.cases.first)
    #expect(seen.summary == "conforms")
    #expect(seen.verdict?.strength == strength)
  }

  @Test(
    "whatever a library takes its turns from, its handlers are waited for",
    arguments: [
      ("const next = (link) => setTimeout(link).unref()", Strength.proved),
      ("links = 4; const next = (link) => setTimeout(link, 300)", .proved),
      ("const next = (link) => setImmediate(link)", .proved),
      ("const next = (link) => process.nextTick(link)", .proved),
      ("const next = (link) => queueMicrotask(link)", .proved),
      ("const next = (link) => require('fs').stat('.', link)", .proved),
      ("const next = (link) => require('dns').lookup('127.0.0.1', link)", .proved),
      ("const next = (link) => new (require('stream').PassThrough)().once('data', link).write('.')", .proved),
      (
        """
        const { port1, port2 } = new MessageChannel();
        links = 10000;
        const next = (link) => { port1.once('message', link); port2.postMessage(0); };
        """, .proved
      ),
      (
        """
        const [near, far] = ['near', 'far'].map(() => new BroadcastChannel('turns'));
        links = 10000;
        const next = (link) => { near.onmessage = link; far.postMessage(0); };
        """, .proved
      ),
      (
        """
        const { Worker } = require('worker_threads');
        const echo = "const { parentPort: p } = require('worker_threads'); p.on('message', () => p.postMessage(0));";
        const thread = new Worker(echo, { eval: true });
        const next = (link) => { thread.once('message', link); thread.postMessage(0); };
        """, .bounded
      ),
      (
        """
        const next = (link) => {
          const { port1, port2 } = new MessageChannel();
          port2.postMessage(0);
          require('fs').stat('.', () => port1.once('message', () => { port1.close(); link(); }));
        };
        """, .proved
      ),
    ]) func isWaitedFor(_ source: String, _ strength: Strength) async throws
  {
    let host = try JavaScriptHost(
      fault: """
        return new Promise((done) => next(function link() {
          links -= 1;
          if (links > 0) next(link);
          else done(Promise.prototype.then.call(promise, a, b));
        }));
        """, start: "let links = 100; \(source)")
    let scenarios = try JavaScriptHost.scenarios("2.2.1.1").filter { $0.id == "2.2.1.1-a.five" }
    let result = await host.run(scenarios, RunOptions(jobs: 1, timeout: .seconds(30)))
    let seen = try #require(result.cases.first)
    #expect(seen.summary == "conforms")
    #expect(seen.verdict?.strength == strength)
  }

  @Test func `after an event that came too late no phase is proved`() async throws {
    // The handler of the first scenario is called in the second one.
    let host = try JavaScriptHost(
      fault: """
        if (held === undefined) {
          return new Promise((done) => { held = () => done(Promise.prototype.then.call(this, a, b)); });
        }
        held();
        """, start: "let held")
    let five = try JavaScriptHost.scenarios("2.2.1.1").filter { $0.id == "2.2.1.1-a.five" }
    let result = await host.run(five + five + five, RunOptions(jobs: 1, timeout: .seconds(30)))
    // The call during the second does not change the first one's verdict: its handler was missing.
    #expect(result.cases.first?.summary == "violates")
    let verdict = try #require(result.cases.last?.verdict)
    #expect(verdict.outcome == .conforms)
    #expect(verdict.strength == .bounded)
  }

  @Test func `a library that never stops is judged at the limit of events`() async throws {
    let host = try JavaScriptHost(
      fault: "const go = () => { if (typeof b === 'function') b(new Error()); setImmediate(go); }; go()")
    let five = try JavaScriptHost.scenarios("2.2.1.1").filter { $0.id == "2.2.1.1-a.five" }
    let result = await host.run(five, RunOptions(timeout: .seconds(60)))
    let trace = try #require(result.cases.first?.trace)
    #expect(trace.ending == .overrun)
    #expect(trace.events.count == five[0].program.eventLimit)
    #expect(result.cases.first?.summary == "violates")
  }

  @Test func `a library that cannot be loaded is a failed launch`() async throws {
    let host = try JavaScriptHost(start: "throw new Error('no promise today')")
    let result = await host.run(try JavaScriptHost.scenarios("2.2.1.1"), RunOptions())
    let message = result.launchFailure?.message ?? ""
    #expect(message.hasPrefix("the host says: Error: no promise today"))
  }

  @Test(arguments: [
    (
      "Object.defineProperty(process.versions, 'node', { value: '16.20.1' })",
      "the host says: Node.js 16.20.1 is too old: adapters in JavaScript need Node.js 18 or later"
    ), ("console.log('ready')", "the host wrote a line that is not JSON"),
  ]) func `what runs before the kit is named`(code: String, message: String) async throws {
    let file = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString).cjs"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(code.utf8).write(to: URL(fileURLWithPath: file))
    let host = Repository.root + "adapters/kits/javascript/host.mjs"
    let adapter = Adapter(
      name: "javascript", argument: "javascript", command: ["node", "--require", file, host, JavaScriptHost.node])
    let runner = Runner(scenarios: try JavaScriptHost.scenarios("2.2.1.1"), options: RunOptions(), judge: Judge.judge)
    let failure = await runner.run(adapter).launchFailure?.message ?? ""
    #expect(failure.hasPrefix(message), "\(failure)")
  }

  @Test func `verdicts and their order are the same for any number of jobs`() async throws {
    let scenarios = try JavaScriptHost.scenarios("2.2")
    var results: [AdapterResult] = []
    for jobs in [1, 2, 4] {
      results.append(await JavaScriptHost.run(JavaScriptHost.node, scenarios, RunOptions(jobs: jobs)))
    }
    for result in results {
      #expect(result.cases.map(\.scenario.id) == scenarios.map(\.id))
      #expect(result.cases.map(\.status) == results[0].cases.map(\.status))
    }
    #expect(results[0].cases.contains { $0.summary == "conforms" })
  }
}
