import APlusJSON
import Foundation
import Testing

@testable import APlusReports

@Suite("Escaping") struct EscapingTests {
  @Test func `every scalar comes back from an XML reader as itself or made visible`() throws {
    let interesting = Array(0...0x24FF) + Array(0xFD00...0xFFFF) + [0x10000, 0x1F4A5, 0x10FFFF]
    for scalars in stride(from: 0, to: interesting.count, by: 64).map({
      interesting[$0..<min($0 + 64, interesting.count)].compactMap(Unicode.Scalar.init)
    }) {
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      // Neighbours of a delimiter, so that a missing escape shows.
      let probe = "]]" + text + ">&"
      let document = try ParsedXML("<a b=\"\(XMLEscaping.attribute(probe))\">\(XMLEscaping.text(probe))</a>")
      let expected = "]]" + scalars.map(visible).joined() + ">&"
      #expect(document.text.unicodeScalars.elementsEqual(expected.unicodeScalars))
      #expect(
        document.attributes(of: "a").first?["b"]?.unicodeScalars.map(\.value) == expected.unicodeScalars.map(\.value))
    }
  }

  private func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x9, 0xA, 0xD: String(scalar)
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value).map(String.init) ?? ""
    case 0xFFFE, 0xFFFF: scalar.spelledOut
    case _ where scalar.isHidden: scalar.spelledOut
    default: String(scalar)
    }
  }

  @Test func `no scalar that acts on a terminal is left`() {
    for value in (0 as UInt32)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let escaped = TerminalEscaping.line("a\(scalar)b")
      let isControl = value < 0x20 || (0x7F...0x9F).contains(value)
      let turnsText = (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
      if isControl || turnsText { #expect(!escaped.unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))") }
    }
    #expect(TerminalEscaping.line("💥é\u{1B}[31m") == "💥é\\u{1B}[31m")
    #expect(TerminalEscaping.block("a\nb") == "a\nb")
    #expect(TerminalEscaping.line("a\nb") == "a\\nb")
  }

  /// Texts that GitHub, GitLab, Azure or TeamCity takes for commands, or that hide or turn what is shown.
  private static let hostile = [
    "::error::no", " \t\u{A0}::set-env name=PATH::/tmp", "x ::add-mask::x", "\n::stop-commands::x", "a##[error]b",
    "###[group]x", "##vso[task.setvariable]x", "x##teamcity[testFailed name='x']",
    "section_start:1560896352:x\r\u{1B}[0K", "\u{9B}31m", "a\u{202E}b", "a\u{200B}b", "a\u{2028}b", "\u{3164}",
    "\u{2800}", "\u{FE0F}", "\u{E0041}", "\u{FEFF}", "\u{AD}", "\u{61C}",
  ]

  @Test("no text becomes a command in a log or hides there", arguments: hostile) func logs(text: String) throws {
    let json = ##"{"a":"\##(text.replacing("\\", with: "").replacing(/[\x00-\x1f]/, with: ""))"}"##
    let written = [
      TerminalEscaping.line(text), TerminalEscaping.block(text), XMLEscaping.text(text), XMLEscaping.attribute(text),
      HTMLEscaping.text(text), JSONEscaping.text(json), MarkdownEscaping.text(text),
      MarkdownEscaping.block([text]).joined(separator: "\n"),
    ]
    for line in written.flatMap({ $0.split(separator: "\n") }) {
      #expect(!line.trimmingPrefix(while: \.isWhitespace).hasPrefix("::"))
      #expect(line.firstMatch(of: /##(\[|\w)/) == nil)
      #expect(!line.unicodeScalars.contains { $0.isHidden && $0 != "\t" })
    }
    // XML gives commands back as they were.
    if !text.unicodeScalars.contains(where: \.isHidden) {
      #expect(try ParsedXML("<a>\(XMLEscaping.text(text))</a>").text == text)
    }
    #expect(try JSON(parsing: JSONEscaping.text(json), name: "x") == JSON(parsing: json, name: "x"))
  }

  @Test func `common text stays as it is`() {
    for text in ["std::move", "a: b", "# title", "## title", "#1", "é ä 💥 中", "c#"] {
      #expect(TerminalEscaping.line(text) == text)
      #expect(XMLEscaping.text(text) == text)
    }
  }

  @Test func `excerpts keep to their limit and to whole scalars`() {
    #expect(Excerpt.line("short\nlines") == "short lines")
    #expect(Excerpt.line("ääää", limit: 3) == "ä [… 6 bytes cut …]")
    let block = Excerpt.block(String(repeating: "💥", count: 100), limit: 30)
    #expect(block == "💥💥💥\n[… 376 bytes cut …]\n💥💥💥")
    #expect(Excerpt.block("as it is", limit: 8) == "as it is")
    let combining = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(Excerpt.line(combining, limit: 100).utf8.count < 130)
  }

  @Test func `times have a fixed form`() {
    #expect(FixedDecimal.seconds(0.000_01, decimals: 3) == "0.000")
    #expect(FixedDecimal.seconds(0.9996, decimals: 3) == "1.000")
    #expect(FixedDecimal.seconds(1234.5, decimals: 3) == "1234.500")
    #expect(FixedDecimal.seconds(-1, decimals: 3) == "0.000")
    #expect(FixedDecimal.seconds(.infinity, decimals: 2) == "31536000.00")
    #expect(FixedDecimal.seconds(.nan, decimals: 2) == "0.00")
  }
}
