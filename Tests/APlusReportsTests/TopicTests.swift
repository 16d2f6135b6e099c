import APlusCases
import APlusModel
import Foundation
import TestSupport
import Testing

@testable import APlusReports

/// The columns of the board, its findings, README's figures and the glossary count by one table.
@Suite("Topics") struct TopicTests {
  private let requirements = Result { try ProjectSpecs.whole.get().requirements.all }

  @Test func `every requirement counts for one column, and for Promises/A+ besides`() throws {
    for requirement in try requirements.get() where requirement.untestable == nil {
      let columns = Topic.columns.filter { $0.includes(requirement.chapter, requirement.number) }.compactMap(\.column)
      let isOptional = ["soak", "random", "unhandled", "callbacks", "await"].contains(requirement.chapter)
      let expected = requirement.chapter == "aplus" ? 1...2 : isOptional ? 0...1 : 1...1
      #expect(expected.contains(columns.count), "\(requirement.number): \(columns)")
      if columns.count == 2 { #expect(columns.contains("A+"), "\(requirement.number): \(columns)") }
    }
  }

  @Test func `a word of the glossary is about the requirements of its topic`() throws {
    for topic in Topic.all {
      guard let word = topic.word else { continue }
      #expect(GlossaryEntry.named(word) != nil, "\(word)")
      for requirement in try requirements.get() where topic.names(requirement.number) {
        #expect(GlossaryEntry.about(requirement: requirement.number)?.word == word, "\(requirement.number)")
      }
    }
  }

  @Test func `a finding counts the libraries with a mark in its column`() throws {
    var unasked = Samples.notApplicable("CX-1-a")
    unasked.scenario.requirement = "CX-1"
    unasked.scenario.chapter = "contexts"
    let good = Samples.adapter([Samples.passed("2.2.4-a"), unasked], name: "good")
    let bad = Samples.adapter([Samples.failed("2.2.4-a"), unasked], name: "bad")
    let matrix = Matrix(Samples.run([good, bad]), in: Samples.context)
    let table = BoardTable(matrix)
    let zalgo = try #require(table.topics.first { $0.column == "Zalgo" })
    #expect(zalgo.cells.map(\.standing) == [.conforms, .fails], "Zalgo counts 2.2.4")
    #expect(table.claims == ["1 of 2 never run a handler inside the call that leads to it"])
    let contexts = try #require(table.topics.first { $0.column == "contexts" })
    #expect(contexts.cells.map(\.standing) == [.notWired, .notWired], "no mark where nothing was asked")
  }
}

/// The board in the repository, and what README says of it.
@Suite("The committed board") struct CommittedBoardTests {
  @Test func `the first table and the findings follow from the results`() throws {
    let board = try CommittedBoard()
    let table = BoardTable(board.matrix)
    for place in table.order {
      let column = board.matrix.columns[place]
      let start = "\n| [`\(column.name)`](#\(column.anchor)) | \(column.language) | "
      let found = try #require(board.markdown.firstRange(of: start), "\(column.name)")
      let marks = board.markdown[found.upperBound...].prefix { $0 != "\n" }.dropLast(2).components(separatedBy: " | ")
      let page = try String(contentsOfFile: Repository.root + "reports/\(column.page)", encoding: .utf8)
      try #require(marks.count == table.topics.count, "\(column.name)")
      for (topic, mark) in zip(table.topics, marks) {
        #expect(
          try CommittedBoard.counts(of: topic.column, on: page) == CommittedBoard.counts(of: mark),
          "\(column.name), \(topic.column): \(mark)")
      }
    }
    #expect(table.claims.count >= 4)
    // The words are those of the tool that made the board, the figures follow from its results.
    for finding in MatrixFinding.all(of: board.matrix) {
      guard let figures = finding.lead?.prefixMatch(of: /[0-9]+ of [0-9]+\b/) else { continue }
      #expect(board.markdown.contains("<b>\(finding.title)</b>: \(figures.output)"), "\(finding.title)")
    }
  }

  /// `APLUS_RECORD=1` writes the figures.
  @Test func `README gives the figures of the board`() throws {
    let board = try CommittedBoard()
    let table = BoardTable(board.matrix)
    let columns = table.order
    let findings = MatrixFinding.all(of: board.matrix)
    /// The number at the start of a finding.
    func keeping(_ title: String) throws -> String {
      let lead = try #require(findings.first { $0.title == title }?.lead)
      return String(lead.prefix { $0 != " " })
    }
    let javascript = columns.filter { board.matrix.columns[$0].language == "javascript" }
    let cells = try #require(table.topics.first { $0.column == "A+" }).cells
    let faulty = javascript.count { cells[$0].standing == .fails }
    let sentence = try [
      "compares \(columns.count) libraries in \(Set(columns.map { board.matrix.columns[$0].language }).count) languages:",
      "\(keeping("Asynchronous always")) of them never call a handler synchronously, only \(keeping("Keep order")) never call",
      "a handler before one that was registered earlier, and \(faulty) of the \(javascript.count) JavaScript libraries violate",
      "at least one rule of Promises/A+.",
    ].joined(separator: " ")
    let path = Repository.root + "README.md"
    var readme = try String(contentsOfFile: path, encoding: .utf8)
    let found = try #require(readme.firstMatch(of: /compares [0-9]+ libraries(?s:.)*?rule of Promises\/A\+\./))
    if ProcessInfo.processInfo.environment["APLUS_RECORD"] == "1" {
      // The new figures keep the breaks of the lines.
      var figures = sentence.matches(of: /[0-9]+/).map { String($0.output) }[...]
      let text = String(found.output).replacing(/[0-9]+/) { _ in figures.popFirst() ?? "" }
      readme.replaceSubrange(found.range, with: text)
      try readme.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      let words = found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words == sentence, "APLUS_RECORD=1 writes it")
    }
  }
}

/// The results that `reports/board.html` shows, for each requirement and library.
struct CommittedBoard {
  let matrix: Matrix
  let markdown: String

  init() throws {
    markdown = try String(contentsOfFile: Repository.root + "reports/board.md", encoding: .utf8)
    let page = try String(contentsOfFile: Repository.root + "reports/board.html", encoding: .utf8)
    let names = try #require(BoardReport.columns(in: markdown))
    let empty = RunResult(
      adapters: names.map { AdapterResult(name: $0, argument: $0, identity: nil, cases: [], seconds: 0) }, seed: 1,
      seconds: 0, timestamp: "", isInterrupted: false)
    var matrix = Matrix(empty, in: Samples.context)
    for line in markdown.matches(of: /\n\| \[`([^`]+)`\]\([^)]*\) \| ([^ |]+) \|/) {
      guard let place = names.firstIndex(of: String(line.output.1)) else { continue }
      matrix.columns[place].language = String(line.output.2)
    }
    let parts = markdown.split(separator: "\n## Completion handlers\n", maxSplits: 1)
    let callbacks = parts.count > 1 ? parts[1] : ""
    for place in names.indices where callbacks.contains("\n| [`\(names[place])`](") {
      matrix.columns[place].capabilities = [Capability("callbacks")]
    }
    matrix.chapters = []
    for row in page.split(separator: "<tr ").dropFirst() {
      if let chapter = row.prefixMatch(of: /class="chapter"><th scope="rowgroup">([^:<]+)/) {
        matrix.chapters.append(Matrix.Chapter(name: String(chapter.output.1), title: "", rows: [], untestable: []))
      } else if let head = row.prefixMatch(of: /id="requirement\/([^"]+)">/), !matrix.chapters.isEmpty {
        let cell = /<td class="([A-Za-z]+)[^"]*" id="at\/[^"]+"(?: data-kinds="([^"]*)")?>/
        let cells = row.matches(of: cell).map { cell in
          Self.cell(
            BoardStanding(rawValue: String(cell.output.1)), cell.output.2.map { $0.split(separator: " ") } ?? [])
        }
        try #require(cells.count == names.count, "\(head.output.1)")
        matrix.chapters[matrix.chapters.count - 1].rows.append(
          Matrix.Row(number: String(head.output.1), text: "", cells: cells))
      }
    }
    try #require(matrix.chapters.count > 5)
    self.matrix = matrix
  }

  /// What is not met besides what is documented, what is documented, and what was checked, as the rows of a
  /// library's page say it.
  static func counts(of topic: String, on page: String) throws -> [Int] {
    let start = try #require(page.firstRange(of: "<section id=\"\(topic)\">"), "\(topic)").upperBound
    let section = page[start...].prefix(upTo: page[start...].firstRange(of: "</section>")?.lowerBound ?? page.endIndex)
    let rows = section.matches(of: /<li[^>]*><span class="tag ([A-Za-z]+)">/).map { String($0.output.1) }
    func count(_ words: String...) -> Int { rows.count { words.contains($0) } }
    let (missed, documented) = (count("fails", "mild", "errored", "flaky"), count("documented"))
    return [missed, documented, missed + documented + count("conforms")]
  }

  /// The same, as a mark of the first table says it: `✗ 3/34 ≠ 2`.
  static func counts(of mark: String) -> [Int] {
    let words = mark.split(separator: " ")
    let numbers = mark.matches(of: /[0-9]+/).compactMap { Int($0.output) }
    return switch words[0] {
    case "✓": [0, 0, numbers[0]]
    case "≠": [0, numbers[0], numbers[1]]
    case "○", "–", "?": [0, 0, 0]
    default: [numbers[0], numbers.count > 2 ? numbers[2] : 0, numbers[1]]
    }
  }

  /// A cell of one case that stands so.
  private static func cell(_ standing: BoardStanding?, _ words: [Substring]) -> MatrixCell {
    let kinds = FailureKind.allCases.filter { words.contains(Substring($0.word)) }
    func failure(_ kind: BoardStanding, isDocumented: Bool = false) -> MatrixFailure {
      MatrixFailure(kind: kind, cases: [], type: "", kinds: Set(kinds), isDocumented: isDocumented, replay: "")
    }
    var cell = MatrixCell(total: 1)
    switch standing {
    case .conforms: cell.passed = 1
    case .fails: cell.failures = [failure(.fails)]
    case .documented: cell.failures = [failure(.fails, isDocumented: true)]
    case .flaky: cell.failures = [failure(.flaky)]
    case .errored: cell.errors = 1
    case .notApplicable: cell.notApplicable = 1
    case .notReached: cell.notReached = 1
    case .notRun, .mild, .notWired, nil: cell.notRun = 1
    }
    return cell
  }
}
