extension StringProtocol {
  /// The text up to a number of scalars; a character may have any number of them, and any size.
  package func prefix(scalars limit: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
  }

  /// The text, cut at a number of scalars and then marked by three dots.
  func shortened(toScalars limit: Int) -> String {
    let head = prefix(scalars: limit)
    return head.unicodeScalars.count < unicodeScalars.count ? head + "..." : String(self)
  }
}
