/// Reads an object, and reports members that are missing, unknown or of the wrong type.
package struct ObjectReader {
  package let node: Node
  package let diagnostics: Diagnostics
  private let what: String

  /// Opens an object; reports a node that is not one, and returns nil.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - what: What the object should be, for messages: `a case`.
  ///   - keys: The allowed keys; any others are reported.
  ///   - diagnostics: Receives the errors.
  package init?(_ node: Node, _ what: String, keys: [String], _ diagnostics: Diagnostics) {
    guard let members = node.object else {
      diagnostics.report("found \(node.summary), expected \(what)", at: node.place)
      return nil
    }
    self.node = node
    self.what = what
    self.diagnostics = diagnostics
    for member in members where !keys.contains(member.key) {
      diagnostics.report(
        unknown: member.key, expected: "\(what) to have only \(keys.map { "\"\($0)\"" }.joined(separator: ", "))",
        among: keys, at: member.value.place, isKey: true)
    }
  }

  package subscript(key: String) -> Node? { node[key] }

  /// The member at a required key; reports a missing one.
  package func required(_ key: String) -> Node? {
    if let member = node[key] { return member }
    diagnostics.report("found no \"\(key)\", expected \(what) to have one", at: node.place)
    return nil
  }

  /// The string at a required key.
  package func string(_ key: String) -> String? { required(key).flatMap { optionalString($0) } }

  /// The string at an optional key.
  package func stringIfPresent(_ key: String) -> String? { node[key].flatMap { optionalString($0) } }

  /// The elements at a required key.
  package func array(_ key: String) -> [Node]? { required(key).flatMap { elements($0) } }

  /// The elements at an optional key.
  package func arrayIfPresent(_ key: String) -> [Node]? { node[key].flatMap { elements($0) } }

  /// The nodes of strings at an optional key; reports other elements.
  package func stringsIfPresent(_ key: String) -> [Node]? { arrayIfPresent(key)?.filter { optionalString($0) != nil } }

  /// The Boolean at an optional key.
  package func boolIfPresent(_ key: String) -> Bool? {
    guard let member = node[key] else { return nil }
    if let value = member.bool { return value }
    diagnostics.report("found \(member.summary), expected true or false", at: member.place)
    return nil
  }

  /// The integer at an optional key; reports one outside of the range.
  package func integerIfPresent(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let member = node[key] else { return nil }
    if let value = member.integer, range.contains(value) { return value }
    diagnostics.report(
      "found \(member.summary), expected an integer from \(range.lowerBound) to \(range.upperBound)", at: member.place)
    return nil
  }

  /// The word at an optional key; reports one that is in neither list.
  package func wordIfPresent(
    _ key: String, among words: [String], orAmong others: some Collection<String> = EmptyCollection()
  ) -> String? {
    guard let word = stringIfPresent(key), let member = node[key] else { return nil }
    if words.contains(word) || others.contains(word) { return word }
    let sample = others.min().map { "a word such as \"\($0)\"" }
    diagnostics.report(
      unknown: word, expected: (words.map { "\"\($0)\"" } + [sample].compactMap(\.self)).joined(separator: ", "),
      among: words + others, at: member.place)
    return nil
  }

  private func optionalString(_ member: Node) -> String? {
    if let value = member.string { return value }
    diagnostics.report("found \(member.summary), expected a string", at: member.place)
    return nil
  }

  private func elements(_ member: Node) -> [Node]? {
    if let value = member.array { return value }
    diagnostics.report("found \(member.summary), expected an array", at: member.place)
    return nil
  }
}
