/// A text with holes for the fields of a step or frame.
///
/// `{key}` stands for a field. `{before|key|after}`, or `{before|key}`, stands for a field between
/// texts, and for nothing if the field is missing.
///
///     Phrase.fill("cancel {on}{ with |with}") { ["on": "p"][$0] }    // cancel p
enum Phrase {
  /// Fills the holes of a template.
  ///
  /// - Parameters:
  ///   - template: The text with holes.
  ///   - text: Returns the text of the field with a key; nil if the field is missing.
  /// - Returns: The text.
  static func fill(_ template: String, _ text: (Substring) -> String?) -> String {
    let parts = template.split(separator: "{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { phrase, part in
      let halves = part.split(separator: "}", omittingEmptySubsequences: false)
      let hole = halves[0].split(separator: "|", omittingEmptySubsequences: false)
      if let word = text(hole.count > 1 ? hole[1] : hole[0]) {
        phrase += (hole.count > 1 ? hole[0] : "") + word + (hole.count > 2 ? hole[2] : "")
      }
      phrase += halves[1]
    }
  }

  /// The elements of a list; of a long one only the first, the last, and how many there are.
  static func list(_ elements: [String]) -> String {
    guard elements.count > 12, let last = elements.last else { return elements.joined(separator: ", ") }
    return elements.prefix(3).joined(separator: ", ") + " … \(last): \(elements.count) in all"
  }
}

extension Action {
  /// Returns what the step does, in words: `then p ok h → q`.
  ///
  /// - Parameter text: Returns the text of a value.
  /// - Returns: The phrase of the operation, filled.
  package func phrase(_ text: (Value) -> String) -> String {
    let operation = operation
    return Phrase.fill(operation.phrase) { key in
      if case .later(let moment, _) = self, key == verb { return moment.phrase }
      guard let place = operation.fields.firstIndex(where: { $0.key == key }), let argument = arguments[place] else {
        return nil
      }
      switch argument {
      case .name(let name): return name
      case .names(let names): return Phrase.list(names)
      case .number(let number): return "\(number)"
      case .value(let value): return text(value)
      case .handler(.function(let name)): return name
      case .handler(.notFunction(let value)): return "\(text(value)), which is not a function,"
      case .handler(.absent), .block, .blocks: return nil
      case .resolver(let resolver):
        return (resolver.rejects ? "reject" : "resolve") + (resolver.thenable.map { " of \($0)" } ?? "")
      }
    }
  }
}
