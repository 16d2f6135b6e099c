import Foundation
import TestSupport
import Testing

/// The two reference pages are read in pieces, so their sentences are short.
@Suite("Sentences of reference pages") struct SentenceTests {
  private static let longest = 35

  @Test(arguments: ["specs/README.md", "adapters/kits/README.md"]) func `no sentence has more than 35 words`(
    page: String
  ) throws {
    let text = try String(contentsOfFile: Repository.root + page, encoding: .utf8)
    let sentences = Self.sentences(text)
    #expect(sentences.count > 100)
    for sentence in sentences where Self.words(sentence) > Self.longest { Issue.record("\(sentence)") }
  }

  @Test func `a paragraph, an item and a cell end a sentence, and code is one word`() {
    let text = """
      One `a b
      c` two. Three
      - four
      | five | `f`: six; `g`: seven |
      ```
      not. A. Sentence.
      ```
      """
    let found = Self.sentences(text)
    #expect(found == ["One # two.", "Three", "four", "five", "#: six", "#: seven"])
    #expect(found.map(Self.words) == [3, 1, 1, 1, 2, 2])
  }

  /// The sentences of a page in Markdown.
  ///
  /// Fields of a frame, which `;` separates, count as sentences.
  private static func sentences(_ page: String) -> [String] {
    let blocks = page.replacing(#/(?ms)^```.*?^```$/#, with: "\n\n").replacing(#/`[^`]*`/#, with: "#").replacing(
      #/(?m)^ *(?:[-*]|[0-9]+\.) /#, with: "\n\n"
    ).replacing("|", with: "\n\n").replacing("; #", with: "\n\n#")
    return blocks.replacing(#/([.!?])\s+(?=[A-Z#*(\[])/#) { "\($0.output.1)\n\n" }.split(separator: #/\n\s*\n/#).map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  /// Symbols that stand alone are no words.
  private static func words(_ sentence: String) -> Int { sentence.split(separator: " ").count { $0.contains(/\w|#/) } }
}
