/// The names in the picture of a trace, for the sentence that explains them.
///
///     PictureNames(in: ["then p ok h {", "  h (ok) with D"]).sentence
///     // "D is an object that only has to arrive as it is; h is a handler; ok stands before onFulfilled"
struct PictureNames {
  private let words: Set<String>

  /// Takes the words of a picture.
  init(in picture: [String]) {
    words = Set(picture.flatMap { $0.matches(of: /[A-Za-z]+[0-9]*#?/).map { String($0.output) } })
  }

  /// What the names are; nil where the picture has none that needs a word.
  var sentence: String? {
    let values = words.filter { $0.wholeMatch(of: /[A-Z][0-9]*#?/) != nil }.sorted()
    let handlers = words.filter { $0.wholeMatch(of: /h[0-9]*#?/) != nil }.sorted()
    let places = [("ok", "onFulfilled"), ("bad", "onRejected")].filter { words.contains($0.0) }
    let counted = words.filter { $0.hasSuffix("#") }.sorted()
    var parts: [String] = []
    if let first = values.first {
      parts.append(
        values.count == 1
          ? "\(first) is an object that only has to arrive as it is"
          : "\(values.joined(separator: ", ")) are objects that only have to arrive as they are")
    }
    if !handlers.isEmpty {
      parts.append("\(handlers.joined(separator: ", ")) \(handlers.count == 1 ? "is a handler" : "are handlers")")
    }
    if !places.isEmpty {
      let words = places.enumerated().map { $0 == 0 ? "\($1.0) stands before \($1.1)" : "\($1.0) before \($1.1)" }
      parts.append(words.joined(separator: ", "))
    }
    if let first = counted.first { parts.append("\(first) is one of several that a repeated step makes") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
