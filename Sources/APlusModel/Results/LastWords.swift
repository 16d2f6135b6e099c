extension String {
  /// How long a line is in a message, in characters.
  private static let lineLength = 300

  /// The last line that is not blank, cut to the length of a message.
  package var lastLine: String? {
    split(whereSeparator: \.isNewline)
      .last { !$0.allSatisfy(\.isWhitespace) }
      .map { String($0.prefix(Self.lineLength)) }
  }

  /// Why a host gave up, as it says itself.
  ///
  /// Its stack may follow, and what a library prints may stand before it.
  package var hostFault: String? {
    split(whereSeparator: \.isNewline)
      .last { $0.hasPrefix("host: ") }
      .map { String($0.prefix(Self.lineLength)) } ?? lastLine
  }

  /// What a program wrote before it ended, in one line that tells why.
  ///
  /// That is the first line that names an error, or else the first line, and
  /// the last, which alone may be no more than a version:
  ///
  ///     Error: Cannot find module '/kits/host.mjs' … Node.js v20.20.2
  ///
  /// Where the last line names an error, as in Python, it is the whole.
  package var lastWords: String? {
    guard let last = lastLine?.trimmed else { return nil }
    if last.namesError { return last }
    let lines = split(whereSeparator: \.isNewline)
      .map { String($0.prefix(Self.lineLength)).trimmed }
      .filter { !$0.isEmpty }
    guard let telling = lines.first(where: \.namesError) ?? lines.first, telling != last else {
      return last
    }
    return "\(telling) … \(last)"
  }

  /// Of a message of several lines, such as an error with its stack, the first that names an error.
  ///
  /// A message of one line is given as it is.
  package var errorLine: String {
    let lines = split(whereSeparator: \.isNewline)
    guard lines.count > 1 else { return self }
    return (lines.map { String($0).trimmed }.first(where: \.namesError))
      ?? lines.first.map(String.init) ?? self
  }

  /// Whether a line says what went wrong: `Error: …`, `java.lang.LinkageError: …`, `file.c:3: error: …`.
  private var namesError: Bool {
    let line = lowercased()
    return ["error:", "exception:", "fatal:", "error ["].contains { line.contains($0) }
  }

  private var trimmed: String {
    var line = self[...]
    while line.first?.isWhitespace == true { line.removeFirst() }
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
  }
}
