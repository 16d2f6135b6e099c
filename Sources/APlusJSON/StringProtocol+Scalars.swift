extension StringProtocol {
  /// The first scalars of the text, up to a limit.
  ///
  /// A limit in characters would not bound the size: a character may have any number of scalars.
  package func prefix(scalars limit: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) }

  /// The text, cut to a number of scalars; three dots mark a cut.
  func shortened(toScalars limit: Int) -> String {
    let head = prefix(scalars: limit)
    return head.unicodeScalars.count < unicodeScalars.count ? head + "..." : String(self)
  }
}
