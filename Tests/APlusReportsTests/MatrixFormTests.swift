import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import Testing

@testable import APlusReports

@Suite("Forms of the board") struct MatrixFormTests {
  private let matrix = Matrix(
    Samples.run([Samples.mixed.adapters[0], Samples.adapter([Samples.passed("2.2.4-a")], name: "other")]),
    in: Samples.context)

  /// A run in which everything that a library says is meant to break a document.
  private var hostile: Matrix {
    let violation = Samples.violation("2.2.4", Samples.hostile)
    var adapter = Samples.adapter(
      [Samples.failed("2.2.4-b", violation), Samples.errored("2.2.4-d")], name: Samples.hostile)
    adapter.identity?.library = "a|b" + Samples.hostile
    adapter.identity?.version = "`1` <script>alert(1)</script> www.example.org me@example.org"
    adapter.identity?.language = "[x](javascript:y) | *"
    return Matrix(Samples.run([adapter]), in: Samples.context)
  }

  @Test func `Markdown has a line for each library, and what each one misses`() {
    let text = BoardMarkdown(matrix).text()
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("| [`mylib`](#mylib) | swift | ✗ 1/2 crash, sync | ✗ 1/1 crash, sync |") })
    #expect(lines.contains { $0.hasPrefix("| [`other`](#other) | swift | ✓ 1 | ✓ 1 |") })
    #expect(text.contains("<a id=\"mylib\"></a>**`mylib`** MyLib 2.0"))
    #expect(text.contains("2.2.4 1/3"))
    #expect(text.contains("aplus-check --adapter ADAPTER --filter 'REQUIREMENT-*' --seed 42 --no-baseline -v"))
  }

  @Test func `each table of the Markdown has as many cells in every line`() {
    for matrix in [matrix, hostile] {
      var width: Int?
      for line in BoardMarkdown(matrix).text().split(separator: "\n", omittingEmptySubsequences: false) {
        guard line.hasPrefix("|") else {
          width = nil
          continue
        }
        let cells = Self.bars(in: line)
        #expect(cells == width ?? cells, "\(line)")
        width = cells
      }
    }
  }

  /// The bars of a line that separate cells.
  private static func bars(in line: Substring) -> Int {
    var count = 0
    var isEscaped = false
    for character in line {
      if character == "|", !isEscaped { count += 1 }
      isEscaped = character == "\\" && !isEscaped
    }
    return count
  }

  @Test func `what a library says is no Markdown`() {
    let text = BoardMarkdown(hostile).text()
    let unescaped = text.replacing("\\<", with: "").replacing("\\[", with: "")
    #expect(!unescaped.contains("<script"))
    #expect(!unescaped.contains("[x"))
    #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
    #expect(MarkdownEscaping.code("a`b|") == "``a`b\\|``")
    #expect(MarkdownEscaping.code("`a") == "`` `a ``")
    #expect(MarkdownEscaping.text("*a*_b_ [c](d) <e> & #") == "\\*a\\*\\_b\\_ \\[c\\](d) \\<e\\> \\& \\#")
    #expect(MarkdownEscaping.text("http://a.b www.a.b") == "http:\\//a.b www\\.a.b")
    #expect(MarkdownEscaping.block(["```", "x"]) == ["````text", "```", "x", "````"])
  }

  @Test func `HTML is well formed, also where a library says what is not`() throws {
    for matrix in [matrix, hostile] {
      let text = BoardPage(matrix).text()
      // The page is written so that an XML reader takes it, but for what HTML closes by itself.
      let strict = text.replacing(
        /<!DOCTYPE html>|<(meta|link|input)[^>]*>|<br>|<style>[\s\S]*<\/style>|<script>[\s\S]*<\/script>/, with: ""
      ).replacing(" hidden>", with: ">")
      _ = try ParsedXML(strict)
      #expect(text.ranges(of: "<script").count == 1)
      #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test func `the page asks for nothing, and each of its links leads somewhere`() {
    for matrix in [matrix, hostile] {
      let text = BoardPage(matrix).text()
      #expect(!text.contains("url("))
      let ids = text.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
      #expect(Set(ids).count == ids.count)
      let links = text.matches(of: /href="#([^"]*)"/).map { String($0.1) }
      #expect(links.count > 5)
      #expect(Set(links).isSubset(of: ids))
    }
  }

  @Test func `a failing cell leads to the page of its library`() throws {
    let page = BoardPage(matrix).text()
    #expect(
      page.contains(
        ##"<td class="fails" id="at/mylib/2.2.4" data-kinds="crash sync"><a href="board/mylib.html#2.2.4""##))
    #expect(page.contains(##"<td class="conforms" id="at/other/2.2.4">✓</td>"##))
  }
}
