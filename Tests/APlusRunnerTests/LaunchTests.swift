import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Launches") struct LaunchTests {
  @Test(
    "a host that says no valid hello is not run",
    arguments: [
      ("exit 3;", "the host exited with code 3 before it said hello"),
      (
        "print STDERR qq(no such library\n); exit 3;",
        "the host exited with code 3 before it said hello: no such library"
      ), ("kill SEGV => $$; forever();", "the host was ended by signal 11 (SIGSEGV) before it said hello"),
      ("forever();", "the host said no hello within 0.2 s"),
      (#"print qq({"fatal":"no module"}\n); exit 1;"#, "the host says: no module"),
      (#"print "Welcome!\n";"#, "the host wrote a line that is not JSON: line:1:1: found 'Welcome!', expected a value"),
      (#"$hello =~ s/host.1/host\/2/;"#, #"the host speaks "aplus-host/2" instead of "aplus-host/1""#),
      (
        #"$hello =~ s/thenables/thenable/;"#,
        #"the host said hello with the unknown capability "thenable"; did you mean "thenables"?"#
      ),
      (
        #"$hello =~ s/downstream/downstraem/;"#,
        #"the host said hello with the unknown capability "cancellation:downstraem";"#
          + #" did you mean "cancellation:downstream"?"#
      ),
      (
        #"$hello =~ s/proved/sure/;"#,
        #"the host said hello with quiescence "sure", which is none of bounded, quiescent, proved"#
      ), (#"$hello =~ s/"version":"1",//;"#, #"the host said hello without the text "version""#),
      (#"print qq({"run":1,"trace":{}}\n);"#, "the host answered before it said hello"),
    ]) func fails(_ start: String, _ message: String) async
  {
    let isSilent = message.contains("no hello within")
    let result = await ScriptedHost(start: start).run { if isSilent { $0.startTimeout = ScriptedHost.deadline } }
    #expect(result.launchFailure?.type == .launch)
    // What was run, and what to do, follows where the host said nothing.
    let said = try? #require(result.launchFailure?.message)
    #expect(said?.hasPrefix(message) == true, "\(said ?? "")")
    let isMute = message.contains(/(exited|ended).* before it said hello/) || message.contains("said no hello")
    #expect((said == message) == !isMute)
    #expect(said?.contains("; it was started as: perl -e ") == isMute)
    #expect(result.cases.allSatisfy { $0.summary == "not run: the adapter could not be started" })
  }

  @Test func `a program that does not exist is a failed launch`() async {
    let adapter = Adapter(name: "none", argument: "none", command: ["/no/such/program"])
    let result = await ScriptedHost.run(adapter, Scenario.numbered(2), RunOptions())
    #expect(result.launchFailure?.message == "/no/such/program: No such file or directory")
  }

  @Test func `a build step that fails is a failed launch`() async {
    var adapter = ScriptedHost().adapter
    adapter.build = [["perl", "-e", "exit 0"], ["perl", "-e", "print STDERR qq(bad code\n); exit 2"]]
    let result = await ScriptedHost.run(adapter, Scenario.numbered(2), RunOptions())
    let message = result.launchFailure?.message ?? ""
    #expect(message.hasPrefix("the build step \"perl -e print STDERR"))
    #expect(message.hasSuffix(" exited with code 2: bad code"))
  }

  @Test func `a failed build step is reported with the error on its standard output`() async {
    var adapter = ScriptedHost().adapter
    let words = "print qq(Compiling\na.swift:3:5: error: no such type\n[2/3] Compiling\n); exit 1"
    adapter.build = [["perl", "-e", words]]
    let result = await ScriptedHost.run(adapter, Scenario.numbered(2), RunOptions())
    let message = result.launchFailure?.message ?? ""
    #expect(message.contains("exited with code 1: a.swift:3:5: error: no such type"))
  }

  @Test func `a build step that writes a very long line goes on`() async {
    var adapter = ScriptedHost().adapter
    adapter.build = [["perl", "-e", "print 'x' x (1 << 22); print qq(\nwrong\n); exit 1"]]
    let result = await ScriptedHost.run(adapter, Scenario.numbered(2), RunOptions())
    let message = result.launchFailure?.message ?? ""
    #expect(message.contains("exited with code 1"), "\(message.prefix(200))")
  }

  @Test func `an error that a build step writes to standard output is quoted`() async {
    var adapter = ScriptedHost().adapter
    adapter.build = [["sh", "-c", "echo 'a.c:1: error: wrong'; echo Fetching >&2; exit 1"]]
    let result = await ScriptedHost.run(adapter, Scenario.numbered(2), RunOptions())
    let message = result.launchFailure?.message ?? ""
    #expect(message.hasSuffix("exited with code 1: a.c:1: error: wrong"), "\(message)")
  }

  @Test func `a build step that times out is not reported as killed`() async {
    var adapter = ScriptedHost().adapter
    adapter.build = [["perl", "-e", "sleep 1000"]]
    let failure = await Gate.programs.run {
      await AdapterBuild.run(
        adapter, adapter.environment(), timeout: ScriptedHost.deadline, isInterrupted: { false }, log: { _ in })
    }
    let message = failure?.message ?? ""
    #expect(message.hasSuffix(" was ended after its limit of 0.2 s"), "\(message)")
  }

  @Test func `a build ended by an interrupt is reported as such`() async {
    var adapter = ScriptedHost().adapter
    adapter.build = [["perl", "-e", "$| = 1; print qq(begun\n); sleep 1000"]]
    let hasBegun = Mutex(false)
    let failure = await Gate.programs.run {
      await AdapterBuild.run(
        adapter, adapter.environment(), isInterrupted: { hasBegun.withLock { $0 } },
        log: { line in if line.hasSuffix(": begun") { hasBegun.withLock { $0 = true } } })
    }
    #expect(failure?.message == "the build was interrupted; run the command again")
  }

  @Test func `an interrupt ends the wait for a lock, and leaves none`() async {
    var adapter = ScriptedHost().adapter
    adapter.build = [["true"]]
    adapter.directory = "/tmp/aplus-lock-\(UInt64.random(in: .min ... .max))"
    let directory = adapter.directory ?? ""
    unsafe mkdir(directory, 0o700)
    defer { unsafe rmdir(directory) }
    let first = await BuildLock.hold(adapter, .building, isInterrupted: { false }, log: { _ in })
    let second = await BuildLock.hold(adapter, .starting, isInterrupted: { true }, log: { _ in })
    withExtendedLifetime(first) { #expect(first != nil && second == nil) }
  }

  @Test func `runs of one adapter do not build at the same time`() async {
    // A build that finds another one at work fails.
    let directory = "/tmp/aplus-build-\(UInt64.random(in: .min ... .max))"
    var adapter = ScriptedHost().adapter
    adapter.build = [["perl", "-e", "mkdir 'busy' or die 'not alone'"], ["perl", "-e", "rmdir 'busy' or die 'gone'"]]
    adapter.directory = directory
    unsafe mkdir(directory, 0o700)
    defer { unsafe rmdir(directory) }
    let built = adapter
    let failures = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask { await ScriptedHost.run(built, Scenario.numbered(2), RunOptions()).launchFailure?.message }
      }
      return await group.reduce(into: [String]()) { found, message in message.map { found.append($0) } }
    }
    #expect(failures == [])
  }

  @Test func `a launch that fails says what must be installed`() async throws {
    var adapter = ScriptedHost(start: "exit 3;").adapter
    adapter.packages = [
      PackageList(manager: "apt", names: ["nodejs", "node-q"]), PackageList(manager: "pip", names: ["promise"]),
    ]
    let result = await ScriptedHost.run(adapter, Scenario.numbered(2), RunOptions())
    let said = try #require(result.launchFailure?.message)
    #expect(said.hasPrefix("the host exited with code 3 before it said hello"))
    #expect(said.hasSuffix("; it needs: apt install nodejs node-q, pip install promise"))
  }

  @Test func `three launches that fail in a row end the run`() async {
    // The first host leaves a mark in its family's directory, the later ones find it.
    let file = "/tmp/aplus-launch-\(UInt64.random(in: .min ... .max))"
    let start = "if (-e '\(file)') { exit 6 } open(my $f, '>', '\(file)'); close $f;"
    let result = await ScriptedHost(start: start, third: "$answer = qq(no\n);").run()
    _ = await ScriptedHost(start: "unlink '\(file)';").run()
    #expect(result.cases.map(\.summary).prefix(2) == ["conforms", "conforms"])
    #expect(result.cases[2].summary.hasPrefix("aplus.adapter-protocol"))
    #expect(result.cases[3].summary == "not run: the adapter could not be started")
    #expect(result.launchFailure?.message.hasPrefix("the host exited with code 6 before it said hello") == true)
  }
}
