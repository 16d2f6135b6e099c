/// What a baseline was found to be worth.
package struct BaselineResult: Sendable, Hashable {
  /// The file, as it was named.
  package var file: String
  /// Entries that explain nothing, each with what is wrong.
  package var stale: [StaleEntry]
  /// Entries about violations in cases of other requirements, by requirement.
  package var elsewhere: [String: ExpectedFailure]
  /// Whether every case was asked, so that what was not seen is not there.
  package var isWhole: Bool

  package init(
    file: String,
    stale: [StaleEntry],
    elsewhere: [String: ExpectedFailure],
    isWhole: Bool
  ) {
    self.file = file
    self.stale = stale
    self.elsewhere = elsewhere
    self.isWhole = isWhole
  }

  /// An entry that must be taken out of its file.
  package struct StaleEntry: Sendable, Hashable {
    package var entry: ExpectedFailure
    /// What is wrong and what to do, in one line.
    package var message: String

    package init(entry: ExpectedFailure, message: String) {
      self.entry = entry
      self.message = message
    }
  }
}
