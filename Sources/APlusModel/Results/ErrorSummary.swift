import APlusJSON

extension String {
  /// The longest line in a message, in scalars.
  private static let lineLength = 300

  /// The last line that is not blank, cut to the longest line of a message.
  package var lastLine: String? {
    split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map {
      $0.prefix(scalars: Self.lineLength)
    }
  }

  /// The last line in which a host says why it gave up, or else the last line.
  ///
  /// Output of the library may precede it, and a stack trace may follow it.
  package var hostFault: String? {
    split(whereSeparator: \.isNewline).last { $0.hasPrefix("host: ") }.map { $0.prefix(scalars: Self.lineLength) }
      ?? lastLine
  }

  /// A one-line summary of what a program wrote before it failed.
  ///
  /// It consists of the first line that names an error, or else the first line, and the last
  /// line, which alone may be no more than a version:
  ///
  ///     Error: Cannot find module '/kits/host.mjs' … Node.js v20.20.2
  ///
  /// Where the last line names an error, as in Python, it alone is the summary.
  package var errorSummary: String? {
    guard let last = lastLine?.trimmed else { return nil }
    if last.namesError { return last }
    let lines = split(whereSeparator: \.isNewline).map { $0.prefix(scalars: Self.lineLength).trimmed }.filter {
      !$0.isEmpty
    }
    guard let cause = lines.first(where: \.namesError) ?? lines.first, cause != last else { return last }
    return "\(cause) … \(last)"
  }

  /// The first line that names an error, or else the first line.
  ///
  /// A message of a single line is returned unchanged.
  package var errorLine: String {
    let lines = split(whereSeparator: \.isNewline)
    guard lines.count > 1 else { return self }
    return (lines.map { String($0).trimmed }.first(where: \.namesError)) ?? lines.first.map(String.init) ?? self
  }

  /// Whether a line names an error, or a line of a text does: `Error: …`, `java.lang.LinkageError: …`, `file.c:3: error: …`.
  package var namesError: Bool {
    let text = lowercased()
    return ["error:", "exception:", "fatal:", "error ["].contains { text.contains($0) }
  }

  /// The text without leading and trailing whitespace.
  package var trimmed: String {
    var line = self[...]
    while line.first?.isWhitespace == true { line.removeFirst() }
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
  }
}
