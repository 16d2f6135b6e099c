import APlusModel
import Foundation
import TestSupport
import Testing

@testable import APlusReports

@Suite("Page of a run") struct RunPageTests {
  /// Reads a page with Python's parser: tags that do not match, and the text outside of scripts.
  private func read(_ page: String) async throws -> String {
    let program = """
      import html.parser, sys
      class Reader(html.parser.HTMLParser):
        def __init__(self):
          super().__init__(); self.open = []; self.ids = set()
        def handle_starttag(self, tag, attributes):
          if tag not in ('meta', 'link', 'input', 'br'): self.open.append(tag)
          for name, value in attributes:
            if name == 'id':
              assert value not in self.ids, 'id twice: ' + value
              self.ids.add(value)
            assert not name.startswith('on'), name
        def handle_endtag(self, tag):
          assert self.open and self.open.pop() == tag, tag
        def handle_data(self, data):
          if self.open and self.open[-1] not in ('script', 'style'): sys.stdout.write(data)
      reader = Reader(); reader.feed(sys.stdin.read()); reader.close(); assert not reader.open
      """
    let run = try await ProgramRun("python3", ["-c", program], input: page)
    #expect(run.status == 0, "\(run.error)")
    return run.output
  }

  @Test func `a page says the verdict, each failure and what was not asked`() async throws {
    var failed = Samples.failed("2.2.4-b")
    failed.trace = Samples.trace(events: 3)
    failed.repetition = .notRepeated
    let adapter = Samples.adapter(
      [failed] + Samples.mixed.adapters[0].cases.filter { $0.scenario.id != "2.2.4-b" } + [
        Samples.notRun("2.2.4-n"), Samples.advised("2.2.4-h"),
      ])
    let page = RunPage(Samples.run([adapter]), in: Samples.context).text()
    let text = try await read(page)
    for words in [
      "violates 2.2.4", "seed 42", "2026-11-20 20:53:25 UTC", "2.2.4 is also violated in 2 other cases",
      "handler h ran inside then on p", "needs thenables", "not machine-checkable: 1.1",
      "aplus-check --adapter mylib --filter 2.2.4-b --seed 42 -v", "last words", "repeated: not reproduced",
      "2026-11-20 20:53:25 UTC, aplus-check",
    ] { #expect(text.contains(words), "\(words)") }
    #expect(page.contains("<table class=\"trace\">"))
  }

  @Test func `the title says the library and the verdict in words`() {
    func title(_ adapters: [AdapterResult]) -> String {
      let page = RunPage(Samples.run(adapters), in: Samples.context).text()
      return String(page.firstMatch(of: /<title>(.*)<\/title>/)?.1 ?? "")
    }
    let failure = HarnessError(type: .launch, message: "no hello")
    let right = Samples.adapter([Samples.passed("2.2.4-a")])
    let wrong = Samples.adapter([Samples.failed("2.2.4-b")])
    let lost = Samples.adapter([Samples.notRun("2.2.4-a")], launchFailure: failure)
    #expect(title([right]) == "MyLib 2.0 conforms – aplus-check")
    #expect(title([wrong]) == "MyLib 2.0 violates 1 requirement – aplus-check")
    #expect(title([lost]) == "MyLib 2.0 could not be started – aplus-check")
    #expect(title([right, right, wrong, lost]) == "4 libraries: 2 conform, 1 fails, 1 without a verdict – aplus-check")
    var nameless = right
    nameless.identity = nil
    #expect(title([nameless]) == "mylib conforms – aplus-check")
  }

  @Test func `what a library says is text, and several adapters stand side by side`() async throws {
    let hostile = "</script><script>alert(1)</script>" + Samples.hostile
    let adapters = ["one", "two"].map { name in
      var adapter = Samples.adapter(
        [Samples.failed("2.2.4-a", Samples.violation("2.2.4", hostile))], name: name + hostile)
      adapter.identity?.library = hostile
      adapter.hint = hostile
      return adapter
    }
    let page = RunPage(Samples.run(adapters), in: Samples.context).text()
    let text = try await read(page)
    #expect(page.ranges(of: "<script>").count == 1)
    #expect(text.contains("alert(1)") && text.contains("Side by side"))
  }

  @Test func `a page of 2,600 failures stays below 2 MB and the budget of its pictures`() {
    let cases = (0..<2600).map { number in
      var result = Samples.failed("2.2.4-\(number).fulfilled.already")
      result.trace = Samples.trace(events: 100)
      return result
    }
    let page = RunPage(Samples.run([Samples.adapter(cases)]), in: Samples.context).text()
    #expect(page.utf8.count < 2_000_000 + RunPage.pictureBudget)
    #expect(page.contains("left out for size"))
  }
}
