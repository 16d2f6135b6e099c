import APlusJSON
import APlusModel
import Foundation
import TestSupport
import Testing

@testable import APlusReports

@Suite("Pages of the board") struct BoardPageTests {
  private static func unasked(_ number: String, _ chapter: String) -> CaseResult {
    var result = Samples.notApplicable("\(number)-a")
    result.scenario.requirement = number
    result.scenario.chapter = chapter
    return result
  }

  private static func adapter(_ name: String, _ language: String) -> AdapterResult {
    var adapter = Samples.adapter(
      [Samples.failed("2.2.4-a"), unasked("RX-C1", "cancellation"), unasked("T1", "threads")], name: name)
    adapter.identity?.language = language
    return adapter
  }

  private static let matrix: Matrix = {
    var matrix = Matrix(Samples.run([adapter("one", "javascript"), adapter("two", "c++")]), in: Samples.context)
    matrix.date = "2026-11-28"
    return matrix
  }()

  /// The text of a page, without its tags.
  private static func plain(_ page: String) -> String { page.replacing(/<[^>]*>/, with: "") }

  @Test func `what is not wired is told from what cannot be`() throws {
    let table = BoardTable(Self.matrix)
    func standings(_ topic: String) throws -> [BoardStanding] {
      try #require(table.topics.first { $0.column == topic }).cells.map(\.standing)
    }
    #expect(try standings("cancel") == [.notWired, .notWired])
    #expect(try standings("threads") == [.notApplicable, .notWired])
    #expect(!Topic.all.contains { $0.column == "contexts" && $0.absent.contains("javascript") }, "Node has contexts")
    #expect(Set(BoardStanding.allCases.map(\.sign)).count == BoardStanding.allCases.count)
    #expect(table.sentence(about: 1) == "fails: A+, Zalgo; not connected: threads, cancel")
  }

  @Test func `the board says when and by what it was made, and each cell leads to a page`() {
    let page = BoardPage(Self.matrix).text()
    #expect(page.contains("2 promise libraries in 2 languages, checked on 2026-11-28 by aplus-check"))
    #expect(page.contains(BoardTable.denominators))
    for topic in BoardTable(Self.matrix).topics {
      #expect(page.contains("<a href=\"board/one.html#\(topic.column)\""))
      #expect(page.contains("<input type=\"checkbox\" name=\"meets\" value=\"\(topic.column)\">"))
    }
    #expect(page.contains("<option>c++</option>"))
  }

  @Test func `the page of a library has its version, the day, the command and what failed`() {
    var matrix = Matrix(Samples.run([Self.adapter("one", "javascript")]), in: Samples.context)
    matrix.date = "2026-11-28"
    let page = Self.plain(LibraryPage(matrix).text())
    #expect(page.contains("MyLib 2.0, javascript: fails A+, Zalgo. Checked on 2026-11-28 by aplus-check"))
    #expect(page.contains("make install PREFIX=$HOME/.local\nmake deps\naplus-check --adapter one --seed 42"))
    #expect(page.contains("aplus-check --adapter one --seed 42"))
    #expect(page.contains("the second the libraries; this page is about MyLib 2.0."))
    #expect(LibraryPage(matrix).text().contains("<section id=\"Zalgo\">"))
    #expect(page.contains("aplus-check --adapter one --filter 2.2.4-a --seed 42 --no-baseline -v"))
    #expect(page.contains("url=BOARD/board/one.json)](BOARD/board/one.html)"))
    #expect(page.contains(BoardStanding.notWired.meaning))
  }

  @Test func `the schema of the board lists every standing and every kind`() throws {
    let schema = try JSON(
      parsing: String(contentsOfFile: Repository.root + "/specs/schema/aplus-board.schema.json", encoding: .utf8))
    let topic = schema["$defs"]?["topic"]?["properties"]
    let standings = topic?["standing"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
    #expect(standings == BoardStanding.ofTopics.map(\.rawValue))
    let kinds = schema["$defs"]?["kind"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
    #expect(kinds == FailureKind.allCases.map(\.word))
  }

  @Test func `programs read the first table`() throws {
    let document = try JSON(parsing: BoardJSON(Self.matrix).text())
    #expect(document["schema"] == "aplus-board/1")
    #expect(document["date"] == "2026-11-28")
    let library = try #require(document["libraries"]?.arrayValue?.first { $0["adapter"] == "one" })
    #expect(library["page"] == "board/one.html")
    let zalgo = library["topics"]?.arrayValue?.first { $0["topic"] == "Zalgo" }
    #expect(
      zalgo == [
        "topic": "Zalgo", "standing": "fails", "checked": 1, "missed": ["2.2.4"], "documented": [], "kinds": ["sync"],
        "documentedKinds": [], "unreached": [],
      ])
  }

  /// An entry of a list of known failures.
  private static func entry(_ reason: String, _ types: String...) -> ExpectedFailure {
    ExpectedFailure(pattern: "*", types: types, reason: reason, file: "f", line: 1)
  }

  private static func expected(
    _ number: String, _ reason: String, _ type: FailureType, chapter: String = "aplus", event: Int? = nil
  ) -> CaseResult {
    var violation = Samples.violation(number)
    violation.type = type
    violation.event = event
    var result = Samples.failed("\(number)-a", violation)
    result.scenario.requirement = number
    result.scenario.chapter = chapter
    result.expectedFailure = entry(reason, type.rawValue)
    return result
  }

  private static func matrix(_ cases: [CaseResult]) -> Matrix {
    Matrix(Samples.run([Samples.adapter(cases, name: "one")]), in: Samples.context)
  }

  @Test func `a page has each cause once, the worst first, and folds what is met`() throws {
    let matrix = Self.matrix([
      Self.expected("2.2.4", "calls at once", .zalgo), Self.expected("Z1", "calls at once", .zalgo, chapter: "zalgo"),
      Self.expected("O1", "drops a handler", .count, chapter: "aplus"), Samples.passed("2.1.2-a", requirement: "2.1.2"),
    ])
    let page = LibraryPage(matrix).text()
    let heads = page.matches(of: /<h3>.*?<\/span>([^<]*)<\/h3>/).map { String($0.1) }
    #expect(heads == [" drops a handler", " calls at once"])
    #expect(page.contains("Violates <a href=\"#2.2.4\">2.2.4</a>, <a href=\"#Z1\">Z1</a>"))
    let folded = try #require(page.firstMatch(of: /<details>.*?<\/details>/.dotMatchesNewlines()))
    #expect(folded.output.contains("2.1.2") && !folded.output.contains("2.2.4"))
    let levels = page.matches(of: /<h([1-6])/).compactMap { Int($0.1) }
    #expect(levels.first == 1 && zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(levels)")
    let ids = page.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    #expect(Set(page.matches(of: /href="#([^"]*)"/).map { String($0.1) }).isSubset(of: ids))
  }

  @Test func `the board leads to the pages of the libraries, and shows no failure twice`() {
    let board = BoardPage(Self.matrix).text()
    #expect(!board.contains("What failed") && !board.contains("<article"))
    var one = Matrix(Samples.run([Self.adapter("one", "javascript")]), in: Samples.context)
    one.date = Self.matrix.date
    let ids = LibraryPage(one).text().matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    let links = board.matches(of: /href="board\/one.html#([^"]*)"/).map { String($0.1) }
    #expect(links.count > 4 && Set(links).isSubset(of: ids), "\(links)")
    #expect(board.contains("<small> sync</small>"))
  }

  @Test func `a mark has each word for what is missed, the worst first, and apart from what is documented`() throws {
    let cases = [
      Self.expected("2.2.2.1", "blocks", .stuck), Self.expected("2.2.3.1", "drops a handler", .count),
      Self.expected("2.2.6.1", "reorders", .order), Self.expected("2.2.4", "calls at once", .zalgo),
      Self.expected("2.1.2.1", "documented: keeps nothing", .state),
    ]
    let matrix = Self.matrix(cases)
    let cell = try #require(BoardTable(matrix).topics.first { $0.column == "A+" }).cells[0]
    #expect(cell.sentence == "✗ 4/5 hang, lost, order, sync; ≠ 1 wrong")
    #expect(cell.text == "✗ 4/5 ≠ 1", "the picture has no room for words")
    let mark = #"✗ 4/5<small> hang, lost, order, sync</small> <span class="told">≠ 1<small> wrong</small></span></a>"#
    let page = BoardPage(matrix).text()
    #expect(page.contains(mark))
    #expect(page.contains(#"<span class="tag documented">≠</span> differs as documented"#), "the legend has the sign")
    #expect(BoardMarkdown(matrix).text().contains("| ✗ 4/5 hang, lost, order, sync; ≠ 1 wrong |"))
    #expect(BoardMarkdown(matrix).text().contains(": hang, lost, order, sync; as documented: wrong"))
    let document = try JSON(parsing: BoardJSON(matrix).text())
    let topic = document["libraries"]?.arrayValue?.first?["topics"]?.arrayValue?.first
    #expect(topic?["kinds"] == ["hang", "lost", "order", "sync"] && topic?["documentedKinds"] == ["wrong"])
  }

  @Test func `filters ask what a library has, what it meets, and what it must be free of`() {
    let page = BoardPage(Self.matrix).text()
    func has(_ name: String, _ value: String) -> Bool {
      page.contains(#"<input type="checkbox" name="\#(name)" value="\#(value)">"#)
    }
    #expect(has("has", "threads") && has("has", "cancel"))
    #expect(!has("has", "Zalgo"), "every library has that")
    for kind in ["crash", "overflow", "hang", "lost", "order", "sync"] { #expect(has("without", kind), "\(kind)") }
    #expect(page.contains(#"<tr data-name="one" data-library="MyLib" data-kinds="sync">"#))
    #expect(page.contains("<noscript><p>Filters, sorting and comparing need a script"))
    #expect(page.contains("The address of this page keeps the filters"))
  }

  @Test func `a page says in plain words what the adapter declares`() {
    func page(_ library: String, _ capabilities: Capability...) -> String {
      var adapter = Self.adapter("one", "java")
      adapter.identity?.library = library
      adapter.identity?.capabilities = capabilities
      return LibraryPage(Matrix(Samples.run([adapter]), in: Samples.context)).text()
    }
    let much = page(
      "Futures (thenApply)", Capability("cancellation", detail: "rejection"), Capability("contexts", detail: "serial"),
      Capability("contexts", detail: "ambient"), Capability("threads"))
    #expect(much.contains("<dt>form</dt><dd>Handlers are registered with thenApply.</dd>"))
    #expect(
      much.contains(
        "<dt>cancel</dt><dd>A cancel rejects the promise like any rejection, and reaches nothing else."
          + " (profile rejection)</dd>"))
    let contexts =
      "an executor that runs one handler after the other, or for what the language hands on with asynchronous work"
    #expect(much.contains("<dt>contexts</dt><dd>Handlers can be registered for \(contexts).</dd>"))
    #expect(much.contains("<dt>threads</dt><dd>Several threads may call at the same time.</dd>"))
    let little = page("Futures")
    #expect(!little.contains("<dt>form</dt>"))
    #expect(little.contains("<dt>cancel</dt><dd>None is connected.</dd><dt>contexts</dt><dd>None is connected.</dd>"))
    #expect(little.contains("<dt>threads</dt><dd>One thread makes all calls.</dd>"))
    #expect(page("L", Capability("cancellation")).contains("<dd>One that fits none of the profiles.</dd>"))
  }

  @Test func `below a program stand what was expected and what was observed, and its far lines are folded`() throws {
    var result = Samples.failed("2.2.4-a")
    let events = (0..<60).map { Event(sequence: $0, stack: 0, kind: .mark(step: 0, name: "M\($0)")) }
    result.trace = Trace(objects: [], events: events, ending: .quiet)
    var violation = Samples.violation()
    violation.event = 40
    result.status = .judged(Verdict(outcome: .violates, violations: [violation], strength: .proved))
    let page = LibraryPage(Self.matrix([result])).text()
    let outcome =
      "<dt>expected</dt><dd>h begins with no other frame open</dd><dt>observed</dt>"
      + "<dd>handler h ran inside then on p</dd>"
    #expect(page.contains(outcome))
    #expect(!page.contains("… "), "no line is left out")
    let folds = page.matches(of: /<details class="fold"><summary>([0-9]+) more lines<\/summary><pre>([^<]*)<\/pre>/)
    #expect(folds.map(\.1) == ["30", "14"])
    #expect(folds[0].2.contains("M0\n") && folds[1].2.hasSuffix("M59"))
    let program = try #require(page.firstMatch(of: /<\/details><pre>([^<]*)<\/pre>/)).1
    #expect(program.contains("✘ expected: ") && program.contains("M40"))
    #expect(program.split(separator: "\n").count == 17)
    // Of a very long trace, most is neither shown nor folded.
    result.trace?.events = (0..<900).map { Event(sequence: $0, stack: 0, kind: .mark(step: 0, name: "M\($0)")) }
    violation.event = 500
    result.status = .judged(Verdict(outcome: .violates, violations: [violation], strength: .proved))
    let example = try #require(FailureCause.all(of: Self.matrix([result]), column: 0).first?.failure.example)
    #expect(example.picture.count < 210 && example.picture.first?.hasPrefix("  … ") == true)
    let shown = try #require(example.parts.first { !$0.isFolded }).lines
    #expect(shown.count == 17 && shown.contains { $0.contains("M500") } && shown.contains { $0.hasPrefix("✘") })
  }

  @Test func `what a failure means follows from its type, and for a count from what is missing`() {
    func kinds(_ type: FailureType, _ events: [Int?] = [], _ requirement: String = "2.2.4") -> String {
      let violations = events.map { event in
        var violation = Samples.violation(requirement)
        violation.type = type
        violation.event = event
        return violation
      }
      return FailureKind.all(of: [type.rawValue], violations, about: requirement).words
    }
    #expect(kinds(.count, [nil]) == "lost")
    #expect(kinds(.count, [7]) == "repeated")
    #expect(kinds(.count, [nil, 7]) == "wrong", "another handler ran in its place")
    #expect(kinds(.count) == "count", "a race may do either")
    #expect(kinds(.state) == "wrong" && kinds(.state, [nil], "M1") == "memory")
    #expect(kinds(.zalgo) == "sync" && kinds(.stuck) == "hang" && kinds(.growth) == "slow")
    #expect(FailureKind.all(of: ["aplus.order", "aplus.adapter-crash"], [], about: "O1").words == "crash, order")
  }

  @Test func `what a library documents is told from what it fails`() throws {
    let documented = Self.expected("2.2.4", "documented: calls at once", .zalgo)
    let table = BoardTable(Self.matrix([documented]))
    #expect(table.topics.map { "\($0.column) \($0.cells[0].text)" } == ["A+ ≠ 1/1", "Zalgo ≠ 1/1"])
    #expect(table.verdict(about: 0) == "differs as documented in A+, Zalgo; meets every other topic that was asked")
    let leads = MatrixFinding.all(of: table.matrix).flatMap(\.sentences).compactMap(\.first)
    #expect(leads.contains(.text("Differ as they document: ")))
    var other = Self.expected("2.2.4", "calls at once", .zalgo)
    other.scenario.id = "2.2.4-b"
    let both = BoardTable(Self.matrix([documented, other]))
    #expect(both.topics.map(\.cells[0].standing) == [.fails, .fails], "one that is not documented counts")
    let failed = Self.expected("2.2.1", "drops handlers", .count)
    let apart = BoardTable(Self.matrix([failed, documented]))
    #expect(apart.topics.map(\.cells[0].text) == ["✗ 1/2 ≠ 1", "≠ 1/1"], "what is documented is no failure")
    #expect(apart.topics[0].cells[0].words == "misses 2.2.1 (lost), differs as documented in 2.2.4 (sync)")
    #expect(!Self.entry("it is documented: calls at once", "aplus.zalgo").isDocumented)
  }

  @Test func `a mark tells where other failures ended cases first`() throws {
    var unreached = Samples.passed("CR1-b", requirement: "CR1")
    unreached.status = .judged(Verdict(outcome: .notReached(because: ["2.2.4"])))
    unreached.scenario.chapter = "cancellation"
    var passed = Samples.passed("CR1-a", requirement: "CR1")
    passed.scenario.chapter = "cancellation"
    let matrix = Self.matrix([passed, unreached])
    let cell = try #require(BoardTable(matrix).topics.first { $0.column == "cancel" }).cells[0]
    #expect(cell.standing == .conforms && cell.unreached == ["CR1"])
    #expect(cell.words == "meets all; other failures ended some cases of CR1 first")
    #expect(cell.text == "✓ 1 ·", "the mark says so itself")
    #expect(BoardPage(matrix).text().contains(BoardCell.unreachedMeaning))
    #expect(LibraryPage(matrix).text().contains("Other failures ended some cases of CR1 first"))
  }

  @Test func `a topic counts every case that needs its feature, whatever the chapter`() throws {
    func settling(_ id: String, _ features: String...) -> CaseResult {
      var result = Self.expected("F3", "a blocked handler blocks the caller", .stuck, chapter: "threads")
      result.scenario.id = id
      result.scenario.capabilities = features.map { Capability($0) }
      return result
    }
    func cells(_ cases: CaseResult...) -> [String] {
      BoardTable(Self.matrix(cases)).topics.map { "\($0.column) \($0.cells[0].text)" }
    }
    #expect(cells(settling("F3-c.fulfill")) == ["threads ✗ 1/1"])
    #expect(cells(settling("F3-c.cancel", "cancellation")) == ["threads ✗ 1/1", "cancel ✗ 1/1"])
    var other = Samples.passed("F3-c.cancel", requirement: "F3")
    other.scenario.chapter = "threads"
    other.scenario.capabilities = [Capability("cancellation")]
    #expect(cells(settling("F3-c.fulfill"), other) == ["threads ✗ 1/1", "cancel ✓ 1"], "only those cases")
  }

  @Test func `a verdict has what is flaky, documented or mild besides what fails`() {
    func failed(_ number: String, _ type: FailureType, _ chapter: String, _ reason: String) -> CaseResult {
      Self.expected(number, reason, type, chapter: chapter)
    }
    var flaky = failed("O1", .order, "once", "a race")
    flaky.expectedFailure?.isInSomeRuns = true
    let table = BoardTable(
      Self.matrix([
        failed("2.2.1", .count, "aplus", "drops handlers"), flaky, failed("Z1", .zalgo, "zalgo", "documented: at once"),
        failed("M1", .state, "scale", "keeps its handlers"),
      ]))
    #expect(
      table.verdict(about: 0)
        == "fails A+; fails in some runs order; differs as documented in Zalgo; keeps memory or slows down in memory")
  }

  @Test func `a handler that is lost is a failure, whatever its topic`() throws {
    let lost = BoardTable(Self.matrix([Self.expected("M1", "drops a handler", .count, chapter: "scale")]))
    #expect(lost.topics.map(\.cells[0].standing) == [.fails])
    let kept = BoardTable(Self.matrix([Self.expected("M1", "keeps a handler", .state, chapter: "scale")]))
    #expect(kept.topics.map(\.cells[0].standing) == [.mild])
  }

  @Test func `an exhausted stack is an overflow, not a wrong value`() {
    var violation = Samples.violation("S4", "`fulfill` of q threw RangeError: Maximum call stack size exceeded")
    violation.type = .state
    #expect(FailureKind.all(of: ["aplus.state"], [violation], about: "S4").words == "overflow")
    let reason = "links settle by recursion, which exhausts the stack"
    #expect(FailureKind.all(of: ["aplus.state"], [], about: "S4", because: reason).words == "overflow")
    #expect(FailureKind.all(of: ["aplus.state"], [], about: "S4", because: "takes from a stack").words == "wrong")
    #expect(FailureKind.all(of: ["aplus.count"], [], about: "S4", because: reason).words == "count")
  }

  @Test func `each cause has the shortest program that shows it, or says why there is none`() throws {
    func program(_ length: Int) -> Program { Program(steps: (1...length).map { Step(id: $0, .mark("M\($0)")) }) }
    func incidental(_ id: String, _ length: Int) -> CaseResult {
      var result = Samples.incidental(id)
      result.scenario.program = program(length)
      return result
    }
    func own(_ id: String, _ length: Int) -> CaseResult {
      var result = Samples.failed(id, Samples.violation("2.2.5"))
      result.scenario.requirement = "2.2.5"
      result.scenario.program = program(length)
      return result
    }
    let cases = [incidental("long", 3), incidental("short", 2), own("2.2.5-a", 4), own("2.2.5-b", 1)]
    let examples = FailureCause.all(of: Self.matrix(cases), column: 0).compactMap(\.failure.example)
    #expect(examples.map(\.id).sorted() == ["2.2.5-b", "short"])
    #expect(examples.first { $0.id == "short" }?.program == ["mark M1", "mark M2"])
    #expect(examples.first { $0.id == "2.2.5-b" }?.program == ["mark M1"])
    var adapter = Samples.adapter([Samples.passed("2.1.2-a", requirement: "2.1.2")])
    var race = Self.entry("a race", "aplus.zalgo")
    race.pattern = "elsewhere:2.2.4"
    race.isInSomeRuns = true
    adapter.baseline = BaselineResult(file: "f", incidental: ["2.2.4": race], isComplete: true)
    let matrix = Matrix(Samples.run([adapter]), in: Samples.context)
    let note = try #require(FailureCause.all(of: matrix, column: 0).first).failure.note
    #expect(note?.hasPrefix("No one program shows it") == true)
  }

  @Test(arguments: [
    (Topic.Subject.channels, "CH-4", "room", "1 library with channels in 1 language"),
    (.scopes, "SP-5", "nested", "1 library with scopes in 1 language"),
  ]) func `libraries with channels or scopes have a table of their own`(
    subject: Topic.Subject, number: String, column: String, introduction: String
  ) throws {
    var library = Samples.adapter([Samples.failed("\(number)-a", Samples.violation(number))], name: "queue")
    library.cases[0].scenario.requirement = number
    library.cases[0].scenario.chapter = subject.rawValue
    library.identity?.capabilities = [Capability(subject.rawValue, detail: "bounded")]
    var context = Samples.context
    var requirement = try #require(context.requirements.first)
    requirement.number = number
    requirement.chapter = subject.rawValue
    context.requirements.append(requirement)
    let matrix = Matrix(Samples.run([Self.adapter("one", "javascript"), library]), in: context)
    let tables = BoardTable.all(of: matrix)
    #expect(tables.map(\.subject) == [.promises, subject])
    #expect(tables[1].topics.map { "\($0.column) \($0.cells[1].text)" } == ["\(column) ✗ 1/1"])
    let text = BoardMarkdown(matrix).text()
    #expect(text.contains("1 promise library in 1 language"))
    #expect(text.contains("## \(subject.heading)\n\n\(introduction)"))
    #expect(BoardPage(matrix).text().contains("<section id=\"\(subject.rawValue)\""))
  }

  @Test func `libraries with completion handlers have a table of their own`() throws {
    var service = Samples.adapter([Samples.failed("CB-3-a", Samples.violation("CB-3"))], name: "service")
    service.cases[0].scenario.requirement = "CB-3"
    service.cases[0].scenario.chapter = "callbacks"
    service.identity?.capabilities = [Capability("callbacks")]
    var context = Samples.context
    var requirement = try #require(context.requirements.first)
    requirement.number = "CB-3"
    requirement.chapter = "callbacks"
    context.requirements.append(requirement)
    let matrix = Matrix(Samples.run([Self.adapter("one", "javascript"), service]), in: context)
    let tables = BoardTable.all(of: matrix)
    #expect(tables.map(\.subject) == [.promises, .callbacks])
    #expect(tables.map { $0.order.map { matrix.columns[$0].name } } == [["one"], ["service"]])
    #expect(tables[1].topics.map { "\($0.column) \($0.cells[1].text)" } == ["timing ✗ 1/1"])
    let text = BoardMarkdown(matrix).text()
    #expect(text.contains("1 promise library in 1 language"))
    #expect(text.contains("## Completion handlers\n\n1 library with completion handlers in 1 language"))
    #expect(text.contains("| Library | Language | timing |"))
    #expect(BoardPage(matrix).text().contains("<section id=\"callbacks\""))
    // Findings about promises count promises.
    #expect(
      !MatrixFinding.all(of: matrix).flatMap { $0.sentences.joined() }.contains { part in
        if case .library(let column, _) = part { matrix.columns[column].name == "service" } else { false }
      })
    let document = try JSON(parsing: BoardJSON(matrix).text())
    #expect(document["libraries"]?.arrayValue?.map { $0["adapter"] } == ["one", "service"])
  }
}
