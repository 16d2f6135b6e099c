/// One requirement of a specification, in our own words.
package struct Requirement: Sendable, Hashable {
  /// Unique among all chapters, such as `2.2.4`.
  package var number: String
  package var level: Level
  /// The specification that states it: `Promises/A+ 1.1`.
  package var source: String
  package var text: String
  /// Why no case can test it; nil if cases do.
  package var untestable: String?
  package var chapter: String
  /// The title of its section in the specification.
  package var section: String

  package init(
    number: String, level: Level, source: String, text: String, untestable: String? = nil, chapter: String,
    section: String
  ) {
    self.number = number
    self.level = level
    self.source = source
    self.text = text
    self.untestable = untestable
    self.chapter = chapter
    self.section = section
  }

  /// How binding a requirement is.
  package enum Level: String, Sendable, Hashable, CaseIterable {
    case must
    case should
    /// Binding only for implementations that claim the profile.
    case profile
    /// A definition or a remark, which is not binding.
    case definition
  }
}

/// The requirements of all chapters, in order.
package struct RequirementCatalogue: Sendable {
  /// In the order of the files.
  package private(set) var all: [Requirement] = []
  /// The chapters that a run includes only if it names them.
  package private(set) var optIn: Set<String> = []
  private var indices: [String: Int] = [:]

  package init() {}

  /// The requirement with a number; nil if there is none.
  package subscript(number: String) -> Requirement? { indices[number].map { all[$0] } }

  /// The numbers, in order.
  package var numbers: [String] { all.map(\.number) }

  /// Marks a chapter as opt-in: a run includes it only by name.
  package mutating func setOptIn(_ chapter: String) { optIn.insert(chapter) }

  /// Adds a requirement, unless its number is taken.
  ///
  /// - Returns: Whether it was added.
  package mutating func add(_ requirement: Requirement) -> Bool {
    guard indices[requirement.number] == nil else { return false }
    indices[requirement.number] = all.count
    all.append(requirement)
    return true
  }
}
