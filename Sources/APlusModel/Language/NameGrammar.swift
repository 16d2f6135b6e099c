/// The spelling of names in programs.
package enum NameGrammar {
  /// What a name may be, for messages.
  package static let nameWords = "a name such as \"p\", \"q2\", \"a#\" or \"q#-1\""

  /// Upper-case letters, then digits, then perhaps `#`.
  package static func isMark(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.last == UInt8(ascii: "#") { rest.removeLast() }
    let letters = rest.prefix { (0x41...0x5A).contains($0) }
    guard !letters.isEmpty else { return false }
    return rest.dropFirst(letters.count).allSatisfy(isDigit)
  }

  /// A lower-case letter, letters and digits, then perhaps `#`, `#-1` or `-start`.
  package static func isName(_ text: String) -> Bool {
    var rest = text.utf8[...]
    guard let first = rest.popFirst(), (0x61...0x7A).contains(first) else { return false }
    rest = rest.drop { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || isDigit($0) }
    return rest.isEmpty || rest.elementsEqual("#".utf8) || rest.elementsEqual("#-1".utf8)
      || rest.elementsEqual("-start".utf8)
  }

  /// Whether expansion may give the name to an inline function.
  package static func isGenerated(_ text: String) -> Bool {
    ["then", "handler", "task"].contains { prefix in
      text.hasPrefix(prefix) && text.utf8.count > prefix.utf8.count
        && text.utf8.dropFirst(prefix.utf8.count).allSatisfy(isDigit)
    }
  }

  /// The name of a binding, which is one for all indices of a repeat: `a#` for `a#-1`.
  package static func base(of name: String) -> String { name.hasSuffix("#-1") ? String(name.dropLast(2)) : name }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
