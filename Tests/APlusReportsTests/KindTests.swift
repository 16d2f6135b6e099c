import APlusJSON
import APlusModel
import Foundation
import TestSupport
import Testing

@testable import APlusReports

@Suite("Kinds of report") struct KindTests {
  private static let advised = Samples.run([
    Samples.adapter([
      Samples.passed("2.2.4-a"), Samples.failed("2.2.4-b"), Samples.failed("2.2.4-c"),
      Samples.notApplicable("2.3.3.1-a"), Samples.advised("2.2.4-h"), Samples.notRun("2.2.4-n"),
    ])
  ])

  @Test func `the page of reports has a row for each kind`() throws {
    let page = try String(contentsOfFile: Repository.root + "reports/README.md", encoding: .utf8)
    #expect(ReportKind.all.filter { !page.contains("\n| `\($0.name)=\($0.path)` |") }.map(\.name) == [])
  }

  @Test func `a failure shows the violation of the requirement that heads its group`() {
    var both = Samples.failed("2.2.4-c")
    let first = Samples.violation("2.2.7.1", "q is not fulfilled")
    both.status = .judged(
      Verdict(outcome: .violates, violations: [first, Samples.violation("2.2.4", "ran inside then")]))
    let run = Samples.run([Samples.adapter([both, Samples.failed("2.2.4-a")])])
    let texts = [MarkdownReport(run, in: Samples.context).text(), GitHubReport(run, in: Samples.context).text().string]
    for text in texts {
      #expect(text.contains("violates 2.2.4: "), "\(text)")
      #expect(!text.contains("violates 2.2.4: q is not fulfilled"), "\(text)")
    }
  }

  @Test func `TAP has a point for each case, and says why one fails`() {
    #expect(
      TAPReport(Self.advised, in: Samples.context).text() == #"""
        TAP version 13
        1..6
        ok 1 - mylib: 2.2.4-a a title
        not ok 2 - mylib: 2.2.4-b handler added in a handler
          ---
          type: "aplus.zalgo"
          message: "handler h ran inside then on p"
          requirement: "2.2.4"
          expected: "h begins with no other frame open"
          observed: "h begins inside then"
          replay: "aplus-check --adapter mylib --filter 2.2.4-b --seed 42 -v"
          ...
        not ok 3 - mylib: 2.2.4-c handler added in a handler
          ---
          type: "aplus.zalgo"
          message: "handler h ran inside then on p"
          requirement: "2.2.4"
          expected: "h begins with no other frame open"
          observed: "h begins inside then"
          replay: "aplus-check --adapter mylib --filter 2.2.4-c --seed 42 -v"
          ...
        ok 4 - mylib: 2.3.3.1-a a title # SKIP n/a: needs thenables
        ok 5 - mylib: 2.2.4-h a title # SKIP advised: handler h ran inside then on p
        ok 6 - mylib: 2.2.4-n a title # SKIP not run: the adapter did not start

        """#)
  }

  @Test func `prove reads TAP`() async throws {
    func prove(_ run: RunResult) async throws -> ProgramRun {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tap")
      try Data(TAPReport(run, in: Samples.context).text().utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return try await ProgramRun("prove", ["-e", "cat", file.path])
    }
    let failing = try await prove(Self.advised)
    #expect(failing.status != 0)
    #expect(failing.output.contains("Failed tests:  2-3"))
    #expect(failing.output.contains("Failed 2/6 subtests"))
    let hostile = Samples.adapter([Samples.passed("a # TODO\n1..0")], name: Samples.hostile)
    let passing = try await prove(Samples.run([hostile]))
    #expect(passing.status == 0, "\(passing.output)\(passing.error)")
    #expect(passing.output.contains("All tests successful."))
    let failure = HarnessError(type: .launch, message: "no hello")
    let lost = Samples.adapter([Samples.notRun("2.2.4-a")], launchFailure: failure)
    let bailed = try await prove(Samples.run([lost]))
    #expect(bailed.status != 0)
    #expect((bailed.output + bailed.error).contains("no hello"))
  }

  @Test func `Markdown shows the verdict, the counts, and each kind of failure once`() {
    let text = MarkdownReport(Self.advised, in: Samples.context).text()
    #expect(
      text.hasPrefix(
        """
        ### ✘ `mylib`: violates 2.2.4, incomplete, 1 not run, 1 not applicable

        MyLib 2.0 (swift)

        | Section | Cases | Passed | Failed | Errors | n/a | Other |
        |---|--:|--:|--:|--:|--:|--:|
        | 2.2.4 | 5 | 1 | 2 |  |  | 2 |
        | 2.3.3 | 1 |  |  |  | 1 |  |

        <details><summary>✘ <b>2.2.4-b handler added in a handler</b>, and 1 more like it</summary>

        violates 2.2.4: handler h ran inside then on p (aplus.zalgo)

        > 2.2.4: A handler is called only when the stack holds nothing but platform code.

        """))
    #expect(text.contains("- n/a, needs thenables: `2.3.3.1-a`"))
    #expect(text.ranges(of: "<details>").count == text.ranges(of: "</details>").count)
  }

  @Test func `Markdown has no tick where an adapter did not start`() {
    let failure = HarnessError(type: .launch, message: "no hello")
    let lost = Samples.adapter([Samples.notRun("2.2.4-a")], launchFailure: failure)
    let text = MarkdownReport(Samples.run([lost]), in: Samples.context).text()
    #expect(text.hasPrefix("### ! "), "\(text)")
  }

  @Test func `Markdown fits the summary of a build, and is cut between blocks`() {
    let cases = (0..<40).map { number in
      var result = Samples.failed("\(number)-a", Samples.violation("\(number)"))
      result.scenario.title = String(repeating: Samples.hostile, count: 3_000)
      return result
    }
    let text = MarkdownReport(Samples.run([Samples.adapter(cases)]), in: Samples.context).text()
    #expect((600_000..<910_000).contains(text.utf8.count))
    #expect(text.ranges(of: "<details>").count == text.ranges(of: "</details>").count)
    #expect(text.hasSuffix("The rest is too long: the other reports have it.\n"))
  }

  @Test func `annotations point at a file, and are ten at most`() throws {
    var adapter = Self.advised.adapters[0]
    adapter.file = "sub/adapter.cjs"
    adapter.hint = "a hint: 100%, really"
    var context = Samples.context
    context.repository = "/home/me"
    #expect(
      GitHubReport(Samples.run([adapter]), in: context).text().string == """
        ::error file=project/sub/adapter.cjs,title=mylib 2.2.4-b::violates 2.2.4: handler h ran \
        inside then on p (aplus.zalgo)%0Aand 1 more like it%0Arepeat: aplus-check --adapter \
        mylib --filter 2.2.4-b --seed 42 -v
        ::warning file=project/sub/adapter.cjs,title=mylib::a hint: 100%25, really

        """)
    adapter.file = "./adapter.cjs"
    for (repository, file, path) in [
      ("/home/me", "./adapter.cjs", "project/adapter.cjs"), (nil, "./adapter.cjs", "adapter.cjs"),
      ("/home/me", "../lib/./adapter.cjs", "lib/adapter.cjs"), (nil, "/home/me/project/adapter.cjs", "adapter.cjs"),
    ] {
      adapter.file = file
      context.repository = repository
      let text = GitHubReport(Samples.run([adapter]), in: context).text().string
      #expect(text.hasPrefix("::error file=\(path),title="))
    }
    context.repository = "/home/me"
    var crash = Samples.errored("2.2.4-e")
    crash.standardError = "Error: no\n    at f (/lib/x.js:1:1)\n  at g (/home/me/project/lib.js:17:3)"
    let many = (0..<30).map { Samples.failed("\($0)-a", Samples.violation("\($0)")) }
    let text = GitHubReport(Samples.run([Samples.adapter(many + [crash])]), in: context).text().string
    #expect(text.split(separator: "\n").count == 10)
    #expect(text.contains("and 22 more"))
    let alone = GitHubReport(Samples.run([Samples.adapter([crash])]), in: context).text().string
    #expect(alone.hasPrefix("::error file=project/lib.js,line=17,title="))
  }

  @Test func `no text becomes a command`() {
    let words = "::add-mask::x\n  ::stop-commands::y ##[error]z ##vso[task] a%0A::b"
    let failed = Samples.failed("2.2.4-a", Samples.violation("2.2.4", words))
    let text = GitHubReport(Samples.run([Samples.adapter([failed])]), in: Samples.context).text().string
    #expect(text.split(separator: "\n").count == 1)
    #expect(!text.dropFirst(2).contains("##["))
    #expect(text.hasPrefix("::error title=") && !text.contains("##vso"))
    let tap = TAPReport(Samples.run([Samples.adapter([failed])]), in: Samples.context).text()
    #expect(!tap.contains(" ::") && !tap.contains("##"))
    #expect(!tap.split(separator: "\n").contains { $0.hasPrefix("::") })
  }

  @Test func `a picture is a list of lines in TAP, which prove reads`() async throws {
    var failed = Samples.failed("2.2.4-a")
    failed.trace = Samples.trace(events: 3)
    let text = TAPReport(Samples.run([Samples.adapter([failed])]), in: Samples.context).text()
    #expect(text.contains("\n  trace:\n    - \""))
    #expect(text.contains("│ observed\"\n    - \""))
    guard ProgramPath.has("prove") else { return }
    let file = FileManager.default.temporaryDirectory.appending(path: "aplus-\(UUID()).tap")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    #expect(try await ProgramRun("prove", ["-e", "cat", file.path]).output.contains("Parse errors") == false)
  }

  @Test(arguments: [
    ([Samples.passed("2.2.4-a")], "conforms", "brightgreen"),
    (
      [Samples.passed("2.2.4-a"), Samples.notApplicable("b")], "conforms, section 2.3.3 was not asked, 1 n/a",
      "brightgreen"
    ), ([Samples.passed("2.2.4-a"), Samples.failed("2.2.4-b")], "1/2", "red"),
    ([Samples.passed("2.2.4-a"), Samples.advised("2.2.4-b")], "1/2, as expected", "yellow"),
    ([Samples.errored("2.2.4-a")], "no verdict", "lightgrey"),
  ]) func `a badge says what is so`(_ cases: [CaseResult], _ message: String, _ color: String) throws {
    let text = BadgeReport(Samples.run([Samples.adapter(cases)])).text()
    let document = try JSON(parsing: text)
    #expect(document["schemaVersion"] == 1)
    #expect(document["label"] == "Promises/A+")
    #expect(document["message"]?.stringValue == message)
    #expect(document["color"]?.stringValue == color)
  }

  @Test func `a comparison finds regressions, fixes, new and lost cases`() {
    let old = Samples.adapter([
      Samples.passed("a"), Samples.failed("b"), Samples.passed("c"), Samples.failed("d"), Samples.passed("same"),
      Samples.advised("e"),
    ])
    let new = Samples.adapter([
      Samples.failed("a"), Samples.passed("b"), Samples.notApplicable("c"), Samples.errored("d"),
      Samples.passed("same"), Samples.passed("e"), Samples.passed("f"),
    ])
    let comparison = Comparison(of: Samples.run([old]), with: Samples.run([new]))
    #expect(
      comparison.pairs[0].changes.map { "\($0.id) \($0.kind.rawValue)" } == [
        "a regression", "b fix", "c lost", "d changed", "f new",
      ])
    #expect(comparison.hasRegressed)
    #expect(!Comparison(of: Samples.run([old]), with: Samples.run([old])).hasRegressed)
    var other = new
    other.name = "other"
    other.cases[0] = Samples.passed("a")
    #expect(!Comparison(of: Samples.run([old]), with: Samples.run([other])).hasRegressed)
  }
}
