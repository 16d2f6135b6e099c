import APlusJSON

/// The documents of a compatibility table.
package enum BoardReport {
  /// The title of every document.
  static let title = "Promise libraries, requirement by requirement"

  /// The files of the board: their names, and how each is written.
  static let board: [(name: String, text: @Sendable (Matrix) -> String)] = [
    ("board.md", { BoardMarkdown($0).text() }), ("board.html", { BoardPage($0).text() }),
    ("board.svg", { BoardPicture($0).text() }), ("board.json", { BoardJSON($0).text() }),
  ]

  /// The directory, beside the board, of the files of each library.
  package static let libraryFolder = "board"

  /// The beginning of the comment that names the columns for programs.
  private static let mark = "<!-- aplus-matrix/1 "
  private static let end = " -->"

  /// The first lines of a Markdown document: its title, and the names of its columns for programs.
  static func head(of matrix: Matrix) -> [String] {
    let names = JSON.array(matrix.columns.map { .string($0.name) }).serialized()
    // A name must not end the comment, act on a terminal, or be a command in a log.
    let marks = [UInt16(UInt8(ascii: ">")), UInt16(UInt8(ascii: "#"))]
    let plain = names.utf16.map { unit -> String in
      let isPlain = unit >= 0x20 && unit < 0x7F && !marks.contains(unit)
      guard !isPlain else { return String(UnicodeScalar(UInt8(unit))) }
      let digits = String(unit, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return ["# \(title)", "", mark + plain.joined() + end, ""]
  }

  /// The names of the columns of a Markdown document; nil where it is not a compatibility table.
  package static func columns(in text: String) -> [String]? {
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(mark) && line.hasSuffix(end) {
      let list = String(line.dropFirst(mark.count).dropLast(end.count))
      return (try? JSON(parsing: list))?.arrayValue?.compactMap(\.stringValue)
    }
    return nil
  }
}
