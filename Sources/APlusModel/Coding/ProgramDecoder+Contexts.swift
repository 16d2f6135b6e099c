package import APlusJSON

extension ProgramDecoder {
  /// Reads the table of contexts: names and what kind each is of.
  package func contexts(_ node: Node) -> [String: ContextKind] {
    let words = ContextKind.allCases.map(\.rawValue)
    var contexts: [String: ContextKind] = [:]
    guard let members = node.object else {
      diagnostics.report("found \(node.summary), expected an object of contexts", at: node.place)
      return contexts
    }
    for member in members {
      if !NameGrammar.isName(member.key) || member.key.contains("#") {
        diagnostics.report(
          "found \"\(member.key)\", expected a name such as \"c1\"",
          at: member.value.place,
          isKey: true
        )
      }
      if let kind = member.value.string.flatMap(ContextKind.init) {
        contexts[member.key] = kind
      } else {
        diagnostics.report(
          "found \(member.value.summary), expected a kind of context",
          at: member.value.place,
          suggestion: member.value.string.flatMap { words.nearest(to: $0) } ?? words.first
        )
      }
    }
    return contexts
  }
}
