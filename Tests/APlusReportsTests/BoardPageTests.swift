import APlusJSON
import APlusModel
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

  @Test func `what is not wired is told from what cannot be`() throws {
    let table = BoardTable(Self.matrix)
    func standings(_ topic: String) throws -> [BoardCell.Standing] {
      try #require(table.topics.first { $0.column == topic }).cells.map(\.standing)
    }
    #expect(try standings("cancel") == [.notWired, .notWired])
    #expect(try standings("threads") == [.notApplicable, .notWired])
    #expect(Set(BoardCell.Standing.allCases.map(\.sign)).count == BoardCell.Standing.allCases.count)
    #expect(table.sentence(about: 1) == "fails: A+, Zalgo; not wired: threads, cancel")
  }

  @Test func `the board says when and by what it was made, and each cell leads to a page`() {
    let page = MatrixPage(Self.matrix, isBoard: true).text()
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
    let page = LibraryPage(matrix).text()
    #expect(page.contains("MyLib 2.0, javascript: checked on 2026-11-28 by aplus-check"))
    #expect(page.contains("aplus-check --adapter one --seed 42"))
    #expect(page.contains("<section id=\"Zalgo\">"))
    #expect(page.contains("aplus-check --adapter one --filter 2.2.4-a --seed 42 --no-baseline -v"))
    #expect(page.contains("url=BOARD/board/one.json)](BOARD/board/one.html)"))
    #expect(page.contains(BoardCell.Standing.notWired.meaning))
  }

  @Test func `programs read the first table`() throws {
    let document = try JSON(parsing: BoardJSON(Self.matrix).text())
    #expect(document["schema"] == "aplus-board/1")
    #expect(document["date"] == "2026-11-28")
    let library = try #require(document["libraries"]?.arrayValue?.first { $0["adapter"] == "one" })
    #expect(library["page"] == "board/one.html")
    let zalgo = library["topics"]?.arrayValue?.first { $0["topic"] == "Zalgo" }
    #expect(zalgo == ["topic": "Zalgo", "standing": "fails", "checked": 1, "missed": ["2.2.4"]])
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
    #expect(MatrixPage(matrix, isBoard: true).text().contains("<section id=\"callbacks\""))
    // Findings about promises count promises.
    #expect(
      !MatrixFinding.all(of: matrix).flatMap { $0.sentences.joined() }.contains { part in
        if case .library(let column, _) = part { matrix.columns[column].name == "service" } else { false }
      })
    let document = try JSON(parsing: BoardJSON(matrix).text())
    #expect(document["libraries"]?.arrayValue?.map { $0["adapter"] } == ["one", "service"])
  }
}
