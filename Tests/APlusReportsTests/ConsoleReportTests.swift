import APlusJudge
import APlusModel
import APlusRunner
import Testing

@testable import APlusReports

@Suite("Console report") struct ConsoleReportTests {
  private let plain = ConsoleStyle(usesColor: false, usesUnicode: true)

  @Test func `a case outside of chapter aplus is in the section of its chapter`() {
    var generated = Samples.passed("random-2.1.2", requirement: "2.1.2")
    generated.scenario.chapter = "random"
    let cases = [Samples.passed("2.1.2-a", requirement: "2.1.2"), generated]
    let sections = Section.all(of: Samples.adapter(cases))
    #expect(sections.map(\.name) == ["2.1.2", "random"])
  }

  @Test func `columns stay columns in ASCII`() {
    let ascii = ConsoleStyle(usesColor: false, usesUnicode: false)
    let picture = TerminalText(
      block: """
        expected        │ observed
        then p → q …    │ then p → q → r
        a full column → │ ✘
        """)
    #expect(
      ascii.spelled(picture).string == """
        expected        | observed
        then p -> q ... | then p -> q -> r
        a full column -> | x
        """)
  }

  @Test func `a run is reported by section, failure and sum`() {
    let text = ConsoleReport(Samples.mixed, in: Samples.context, style: plain).text().string
    #expect(
      text == """
        mylib  MyLib 2.0 (swift)
          2.2.4  ✘ 1 passed, 1 failed, 1 error
          2.3.3  – 0 passed, 1 n/a
          2.1.2  ✔ 2 passed

        ✘ 2.2.4-b handler added in a handler
            2.2.4: A handler is called only when the stack holds nothing but platform code.
            violates  2.2.4: handler h ran inside then on p (aplus.zalgo)
            expected  h begins with no other frame open
            observed  h begins inside then
            case      specs/aplus/2.2.4.json:41
            official  not in the official suite
            replay    aplus-check --adapter mylib --filter 2.2.4-b --seed 42 -v

        ! 2.2.4-d a title
            2.2.4: A handler is called only when the stack holds nothing but platform code.
            error     adapter ended by signal 6 (SIGABRT) (aplus.adapter-crash)
            stderr
              last words
            case      specs/aplus/2.2.4.json:41
            official  not in the official suite
            replay    aplus-check --adapter mylib --filter 2.2.4-d --seed 42 -v

        ✘ 2.2.4 is also violated in 2 other cases, first in 2.1.2-a:
            handler h ran inside then on p
            cases     2.1.2-a, 2.1.2-b
            replay    aplus-check --adapter mylib --filter 2.1.2-a --seed 42 -v

        6 cases: 3 passed, 1 failed, 1 error, 1 n/a (0.41s, seed 42)
        ✘ mylib: violates 2.2.4, 1 error, 1 not applicable

        """)
  }

  @Test func `quiet shows only the sum, and a mistake in the adapter`() {
    var style = plain
    style.verbosity = .quiet
    #expect(
      ConsoleReport(Samples.mixed, in: Samples.context, style: style).text().string == """
        6 cases: 3 passed, 1 failed, 1 error, 1 n/a (0.41s, seed 42)
        ✘ mylib: violates 2.2.4, 1 error, 1 not applicable

        """)
    var mistaken = Samples.mixed
    mistaken.adapters[0].hint = "who runs your queue?"
    let text = ConsoleReport(mistaken, in: Samples.context, style: style).text().string
    #expect(text.hasSuffix("1 not applicable\n  hint: who runs your queue?\n"))
  }

  @Test func `verbose shows every case`() {
    var style = plain
    style.verbosity = .verbose
    style.usesUnicode = false
    let text = ConsoleReport(Samples.mixed, in: Samples.context, style: style).text().string
    #expect(text.contains("\n    + 2.2.4-a a title (0.002s)\n"))
    #expect(text.contains("\n    - 2.3.3.1-a a title: n/a: needs thenables\n"))
    #expect(!text.contains("✔"))
  }

  @Test func `a claim counts what could not be asked`() {
    func headline(_ cases: [CaseResult]) -> String { AdapterSummary(Samples.adapter(cases)).headline }
    let passed = Samples.passed("2.2.4-a")
    #expect(headline([passed]) == "conforms")
    #expect(
      headline([passed, Samples.notApplicable("x")]) == "conforms, section 2.3.3 was not asked, 1 not applicable")
    // That a library of callbacks has no promises is said by its section, and not of each section of Promises/A+.
    var unasked = Samples.notApplicable("x")
    unasked.status = .judged(Verdict(outcome: .notApplicable(reason: "promises")))
    #expect(headline([passed, unasked]) == "conforms, 1 not applicable")
    func headline(_ scope: RunScope) -> String {
      var adapter = Samples.adapter([passed, passed])
      adapter.scope = scope
      return AdapterSummary(adapter).headline
    }
    #expect(headline(RunScope(chapters: ["aplus"])) == "conforms to chapter aplus")
    #expect(headline(RunScope(chapters: ["aplus", "once"])) == "conforms to chapters aplus, once")
    #expect(headline(RunScope(total: 4979)) == "2 of 4979 cases passed")
    #expect(headline(RunScope(chapters: ["aplus"], total: 1263)) == "2 of 1263 cases passed")
    #expect(headline([Samples.notApplicable("x")]) == "no case is applicable, 1 not applicable")
    #expect(headline([passed, Samples.notRun("x")]) == "incomplete, 1 not run")
    #expect(headline([passed, Samples.incidental("x")]) == "violates 2.2.4")
    #expect(headline([passed, Samples.errored("x"), Samples.errored("y")]) == "2 errors")
  }

  @Test func `a missing capability that is required is no claim`() {
    var adapter = Samples.adapter([Samples.passed("2.2.4-a")])
    adapter.missing = [Capability("threads")]
    #expect(AdapterSummary(adapter).headline == "lacks threads, which is required")
    #expect(
      JUnitReport(Samples.run([adapter]), in: Samples.context).text().contains(
        #"<failure type="aplus.required" message="the adapter lacks threads"#))
  }

  @Test func `a trace that is too large to keep is reported as omitted`() {
    var result = Samples.failed("2.2.4-a")
    result.isTraceOmitted = true
    let run = Samples.run([Samples.adapter([result])])
    let text = ConsoleReport(run, in: Samples.context, style: plain).text().string
    #expect(text.contains("use --report traces=DIRECTORY"))
  }

  @Test func `a failure that rests on a bound says so`() {
    func text(_ strength: Strength) -> String {
      var failed = Samples.failed("2.2.4-b")
      failed.status = .judged(Verdict(outcome: .violates, violations: [Samples.violation()], strength: strength))
      let run = Samples.run([Samples.adapter([failed])])
      return ConsoleReport(run, in: Samples.context, style: plain).text().string
    }
    #expect(text(.bounded).contains("evidence  bounded: nothing happened within a bound"))
    #expect(!text(.quiescent).contains("evidence"))
  }

  @Test func `omitted violations are counted`() {
    var result = Samples.failed("2.2.4-a")
    guard case .judged(var verdict) = result.status else { return }
    verdict.omitted = 99_980
    result.status = .judged(verdict)
    let run = Samples.run([Samples.adapter([result])])
    let text = ConsoleReport(run, in: Samples.context, style: plain).text().string
    #expect(text.contains("\n    omitted   99980 more violations\n"))
    #expect(JSONReport(run, in: Samples.context).text().contains("\"omitted\":99980"))
  }

  @Test func `what no machine can check is said where every case is shown`() {
    let run = Samples.run([Samples.adapter([Samples.passed("2.2.4-a")])])
    var style = plain
    let words = "1 requirement is not machine-checkable: aplus-check list --untestable\n"
    #expect(!ConsoleReport(run, in: Samples.context, style: style).text().string.contains(words))
    style.verbosity = .verbose
    #expect(ConsoleReport(run, in: Samples.context, style: style).text().string.contains(words))
  }

  @Test func `failures of one kind are shown once, and listed`() {
    let run = Samples.run([Samples.adapter((0..<23).map { Samples.failed("2.2.4-x\($0)") })])
    var style = plain
    let text = ConsoleReport(run, in: Samples.context, style: style).text().string
    #expect(text.contains("--filter 2.2.4-x0 --seed"))
    #expect(!text.contains("--filter 2.2.4-x1 --seed"))
    #expect(text.contains("\n    also      2.2.4-x1, 2.2.4-x2, 2.2.4-x3, 2.2.4-x4, 2.2.4-x5, 2.2.4-x6 and 16 more\n"))
    style.verbosity = .verbose
    #expect(ConsoleReport(run, in: Samples.context, style: style).text().string.contains("x22 --seed"))
  }

  @Test func `failures of one kind hide neither those of another nor errors`() {
    let often = (0..<30).map { Samples.failed("2.2.4-x\($0)") }
    let kinds = (1...14).map { Samples.failed("2.2.7-a\($0)", Samples.violation("2.9.\($0)")) }
    let errors = (0..<3).map { Samples.errored("9.9-e\($0)") }
    let run = Samples.run([Samples.adapter(often + kinds + errors)])
    let text = ConsoleReport(run, in: Samples.context, style: plain).text().string
    #expect(text.contains("--filter 2.2.4-x0 --seed"))
    #expect(text.contains("--filter 2.2.7-a9 --seed"))
    #expect(!text.contains("--filter 2.2.7-a10 --seed"))
    #expect(text.contains("--filter 9.9-e0 --seed"))
    #expect(text.contains("\n    also      9.9-e1, 9.9-e2\n"))
    #expect(text.contains("\nand 5 failures of other kinds (-v shows all, as do the reports)\n"))
  }

  @Test func `the shortest trace represents its kind`() {
    var long = Samples.failed("2.2.4-a")
    long.trace = Samples.trace(events: 9)
    var short = Samples.failed("2.2.4-b")
    short.trace = Samples.trace(events: 3)
    let groups = FailureGroup.all(of: Samples.adapter([long, short]))
    #expect(groups.map { $0.cases.map(\.scenario.id) } == [["2.2.4-b", "2.2.4-a"]])
  }

  @Test func `a case belongs to what most cases violate`() {
    let often = ["a", "b", "c"].map { Samples.failed("2.2.4-\($0)") }
    var both = Samples.failed("2.3.4-a")
    both.status = .judged(
      Verdict(outcome: .violates, violations: [Samples.violation("2.3.4"), Samples.violation("2.2.4")]))
    let groups = FailureGroup.all(of: Samples.adapter([both] + often))
    #expect(groups.map(\.requirement) == ["2.2.4"])
    #expect(groups.first?.cases.count == 4)
  }

  @Test func `of one severity, what few cases show comes first`() {
    let often = (0..<100).map { Samples.failed("2.2.4-x\($0)") }
    let rare = [Samples.failed("2.2.5-a", Samples.violation("2.2.5"))]
    let groups = FailureGroup.all(of: Samples.adapter(often + rare))
    #expect(groups.map(\.requirement) == ["2.2.5", "2.2.4"])
  }

  @Test func `of one severity and frequency, the simplest comes first`() {
    func failed(_ number: String, events: Int) -> CaseResult {
      var result = Samples.failed("\(number)-a", Samples.violation(number))
      result.trace = Samples.trace(events: events)
      return result
    }
    let groups = FailureGroup.all(
      of: Samples.adapter([failed("2.2.4", events: 9), failed("2.2.5", events: 3), failed("2.2.7", events: 5)]))
    #expect(groups.map(\.requirement) == ["2.2.5", "2.2.7", "2.2.4"])
  }

  @Test func `a generated program represents its kind only where nothing else does`() {
    func failed(_ id: String, chapter: String, events: Int) -> CaseResult {
      var result = Samples.failed(id)
      result.scenario.chapter = chapter
      result.trace = Samples.trace(events: events)
      return result
    }
    let generated = failed("random-2.2.4", chapter: Scenario.generatedChapter, events: 3)
    let named = failed("2.2.4-a", chapter: "aplus", events: 9)
    #expect(FailureGroup.all(of: Samples.adapter([generated, named])).map(\.simplest.scenario.id) == ["2.2.4-a"])
    #expect(FailureGroup.all(of: Samples.adapter([generated])).map(\.simplest.scenario.id) == ["random-2.2.4"])
  }

  @Test func `what one law says in the same words is one kind, whatever requirement it violates`() {
    func failed(_ id: String, _ number: String, _ message: String) -> CaseResult {
      Samples.failed(id, Samples.violation(number, message, of: .order))
    }
    let results = [
      failed("a", "2.2.6.1", "`h2` ran before `h1`, which was registered on p first"),
      failed("b", "2.2.6.2", "`h3` ran before `h2`, which was registered on promise #4 first"),
      failed("c", "2.2.6.2", "`h3` ran twice"), failed("d", "2.3.4", "`h4` ran too late"),
    ]
    let groups = FailureGroup.all(of: Samples.adapter(results))
    #expect(groups.map { $0.cases.map(\.scenario.id) } == [["a", "b", "c"], ["d"]])
    #expect(groups.map(\.requirements) == [["2.2.6.1", "2.2.6.2"], ["2.3.4"]])
    // The third failure shows that the first two are one kind.
    let late = FailureGroup.all(of: Samples.adapter([results[0], results[2], results[1]]))
    #expect(late.map { $0.cases.map(\.scenario.id) } == [["a", "c", "b"]])
  }

  @Test func `a file outside of the working directory has the shorter path`() {
    #expect(ShortPath.of("/home/me/tool/a.json", from: "/home/me/project") == "../tool/a.json")
    #expect(ShortPath.of("/home/me/project/a.json", from: "/home/me/project") == "a.json")
    #expect(ShortPath.of("/usr/a.json", from: "/home/me/project") == "/usr/a.json")
    #expect(ShortPath.of("a.json", from: "/home") == "a.json")
  }

  @Test func `a cause comes before what it causes`() throws {
    func failed(_ id: String, _ number: String, _ law: Law, _ type: FailureType, event: Int) -> CaseResult {
      var violation = Samples.violation(number, "\(law.rawValue)", of: law)
      violation.type = type
      violation.event = event
      var result = Samples.failed(id, violation)
      result.trace = Samples.trace(events: 9)
      return result
    }
    let inline = failed("2.2.4-a", "2.2.4", .cleanStack, .zalgo, event: 5)
    func order(after cause: CaseResult?) -> CaseResult {
      var result = failed("2.2.6.1-a", "2.2.6.1", .order, .order, event: 7)
      result.trace = Samples.trace(events: 3)
      var verdict = result.verdict ?? Verdict(outcome: .violates)
      verdict.incidental = cause?.verdict?.violations ?? []
      result.status = .judged(verdict)
      return result
    }
    func first(_ cases: CaseResult...) -> String? { FailureGroup.all(of: Samples.adapter(cases)).first?.requirement }
    #expect(first(order(after: inline), inline) == "2.2.4", "the handler overtakes because it runs at once")
    #expect(first(order(after: nil), inline) == "2.2.6.1", "a fault of its own is more severe")
    #expect(
      first(order(after: failed("2.2.4-a", "2.2.4", .cleanStack, .zalgo, event: 8)), inline) == "2.2.6.1",
      "what comes later causes nothing")
  }

  @Test func `the first picture says once what its names are`() {
    #expect(
      PictureNames(in: ["make a fulfilled promise with D → p", "then p ok h {", "  h (ok) with D"]).sentence
        == "D is an object that only has to arrive as it is; h is a handler; ok stands before onFulfilled")
    #expect(
      PictureNames(in: ["then p# h1 bad → q", "h2 (ok) with S returns D"]).sentence
        == "D, S are objects that only have to arrive as they are; h1, h2 are handlers; ok stands before onFulfilled,"
        + " bad before onRejected; p# is one of several that a repeated step makes")
    #expect(PictureNames(in: ["nothing can run any more"]).sentence == nil)
    func failed(_ id: String, _ number: String) -> CaseResult {
      var result = Samples.failed(id, Samples.violation(number))
      result.trace = Trace(
        objects: [], events: [Event(sequence: 1, stack: 0, kind: .mark(step: 1, name: "S"))], ending: .quiet)
      return result
    }
    let run = Samples.run([Samples.adapter([failed("2.2.4-a", "2.2.4"), failed("2.2.5-a", "2.2.5")])])
    let text = ConsoleReport(run, in: Samples.context, style: plain).text().string
    #expect(text.matches(of: /\n    names     S is an object/).count == 1, "\(text)")
  }

  @Test func `a crash is one kind, whatever requirement it violates`() {
    func crash(_ number: String, _ message: String) -> CaseResult {
      Samples.failed("\(number)-a", Violation(law: nil, requirement: number, type: .crash, message: message))
    }
    let one = [
      crash("2.2.6.1", "the library crashed inside then"), crash("2.2.2.3", "the library crashed inside then"),
    ]
    let other = crash("2.2.7", "the library crashed on its own queue")
    let groups = FailureGroup.all(of: Samples.adapter(one + [other]))
    #expect(groups.map(\.cases.count).sorted() == [1, 2])
    let text = ConsoleReport(Samples.run([Samples.adapter(one)]), in: Samples.context, style: plain).text().string
    #expect(text.contains("\n    one fact  these cases violate 2.2.2.3 by it\n"))
  }

  @Test func `a case that was not reached has a line of its own`() {
    var unreached = Samples.passed("2.3.1-a")
    unreached.status = .judged(
      Verdict(outcome: .notReached(because: ["2.2.4"]), incidental: [Samples.violation("2.2.4")]))
    let run = Samples.run([Samples.adapter([Samples.failed("2.2.4-a"), unreached])])
    let text = ConsoleReport(run, in: Samples.context, style: plain).text().string
    #expect(text.contains("\n– not reached, 2.2.4 is violated: 2.3.1-a\n"))
    #expect(text.contains("✘ mylib: violates 2.2.4\n"))
  }

  @Test func `advice is shown, and violates nothing`() {
    let run = Samples.run([Samples.adapter([Samples.passed("2.2.4-a"), Samples.advised("2.2.4-b")])])
    var style = plain
    let text = ConsoleReport(run, in: Samples.context, style: style).text().string
    #expect(text.contains("\n– advised, beyond 2.2.4: 2.2.4-b\n"))
    #expect(text.contains("– mylib: conforms\n"))
    style.verbosity = .verbose
    #expect(
      ConsoleReport(run, in: Samples.context, style: style).text().string.contains(
        "2.2.4-b a title: advised: handler h ran inside then on p\n"))
  }

  @Test func `text from a library is escaped for the terminal`() {
    let adapter = Samples.adapter([
      Samples.failed("2.2.4-a", Samples.violation("2.2.4", Samples.hostile)), Samples.errored("2.2.4-b"),
      Samples.incidental("2.1.2-a", Samples.violation("2.2.4", Samples.hostile)),
    ])
    var broken = adapter
    broken.launchFailure = HarnessError(type: .launch, message: Samples.hostile)
    let text = ConsoleReport(Samples.run([adapter, broken]), in: Samples.context, style: plain).text().string
    let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
    #expect(controls.isEmpty)
    #expect(!text.contains("\u{202E}"))
  }

  @Test func `color never carries what a mark does not say`() {
    let colored = ConsoleStyle(usesColor: true, usesUnicode: true)
    let text = ConsoleReport(Samples.mixed, in: Samples.context, style: colored).text().string
    let bare = text.replacing(/\u{1B}\[[0-9]+m/, with: "")
    #expect(text != bare)
    #expect(bare == ConsoleReport(Samples.mixed, in: Samples.context, style: plain).text().string)
  }

  @Test func `a generated program that fails comes with the search for a smaller one`() {
    func text(_ result: CaseResult) -> String {
      let run = Samples.run([Samples.adapter([result])])
      return ConsoleReport(run, in: Samples.context, style: plain).text().string
    }
    var result = Samples.failed("random-2.2.4")
    #expect(!text(result).contains("fuzz"))
    result.scenario.chapter = Scenario.generatedChapter
    let argument = Samples.adapter([]).argument
    #expect(text(result).contains("\n    smaller   aplus-check fuzz --adapter \(argument)\n"))
  }

  @Test func `the command that repeats a case survives a shell`() {
    var context = Samples.context
    context.specsArgument = "my specs/it's"
    var adapter = Samples.adapter([])
    adapter.argument = "./my lib"
    #expect(
      ReplayCommand.text(for: ["2.2.4-a"], adapter: adapter, seed: 7, in: context)
        == #"aplus-check --adapter './my lib' --specs 'my specs/it'\''s' --filter 2.2.4-a --seed 7 -v"#)
  }
}
