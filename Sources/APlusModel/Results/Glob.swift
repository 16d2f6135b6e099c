/// A pattern in which `*` stands for any text and `?` for any one character.
package struct Glob: Sendable {
  private let pattern: [Character]

  package init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Whether the pattern matches an id, or a part of it that ends before a dot or a hyphen.
  ///
  /// Such a part, from the start of the id, is a template without variants, a requirement or one of
  /// its sections: `2.2.4-b` matches `2.2.4-b` and `2.2.4-b.rejected`, but not `2.2.4-bb`; `2.2.4`
  /// and `RX-C10` match the cases of these requirements, and `2.2` and `RX` those of all
  /// requirements below them.
  package func matchesCase(_ id: String) -> Bool {
    let characters = Array(id)
    if matches(characters[...]) { return true }
    return characters.indices.contains { place in
      let isBoundary = characters[place] == "." || characters[place] == "-"
      return isBoundary && matches(characters[..<place])
    }
  }

  /// Whether the pattern matches the whole text.
  package func matches(_ text: String) -> Bool { matches(Array(text)[...]) }

  /// Whether the pattern matches the whole text.
  ///
  /// - Complexity: O(*n* · *m*), whatever the pattern.
  private func matches(_ text: ArraySlice<Character>) -> Bool {
    var place = text.startIndex
    var part = 0
    var retry: (part: Int, place: Int)?
    while place < text.endIndex {
      if part < pattern.count, pattern[part] == "*" {
        retry = (part, place)
        part += 1
      } else if part < pattern.count, pattern[part] == "?" || pattern[part] == text[place] {
        part += 1
        place += 1
      } else if let last = retry {
        retry = (last.part, last.place + 1)
        part = last.part + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return pattern[part...].allSatisfy { $0 == "*" }
  }
}
