extension Sequence<String> {
  /// The word that differs least from another, when it is near enough to be meant.
  ///
  ///     ["fulfill", "reject"].nearest(to: "fullfil")  // "fulfill"
  package func nearest(to word: String) -> String? {
    // Long words are no typing errors, and the distance is quadratic.
    guard word.utf8.count <= 64 else { return nil }
    let limit = Swift.max(1, (word.utf8.count + 1) / 3)
    var best: (word: String, distance: Int)?
    for candidate in self where candidate != word {
      let distance = editDistance(Array(word.utf8), Array(candidate.utf8))
      if distance <= limit, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.word
  }
}

/// Counts the insertions, deletions and replacements that turn one text into the other.
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var row = Array(0...second.count)
  for (line, byte) in first.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for (column, other) in second.enumerated() {
      let replaced = diagonal + (byte == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[second.count]
}
