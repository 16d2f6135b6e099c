/// One sentence of a specification, in our own words.
package struct Requirement: Sendable, Hashable {
  /// Such as `2.2.4`.
  package var number: String
  package var level: Level
  /// Whose requirement it is: `Promises/A+ 1.1`.
  package var source: String
  package var text: String
  /// Why no machine can check it; nil when cases do.
  package var untestable: String?
  package var chapter: String
  /// The title of its part of the specification.
  package var section: String

  package init(
    number: String,
    level: Level,
    source: String,
    text: String,
    untestable: String? = nil,
    chapter: String,
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
    /// A definition or a remark, which binds nobody by itself.
    case definition
  }
}

/// The requirements of all chapters, in order.
package struct RequirementCatalogue: Sendable {
  /// In the order of the files.
  package private(set) var all: [Requirement] = []
  /// The chapters that are asked only where a run names them.
  package private(set) var optIn: Set<String> = []
  private var indices: [String: Int] = [:]

  package init() {}

  /// The requirement with a number.
  package subscript(number: String) -> Requirement? {
    indices[number].map { all[$0] }
  }

  /// The numbers, in order.
  package var numbers: [String] { all.map(\.number) }

  /// Says that a chapter is asked only where a run names it.
  package mutating func setOptIn(_ chapter: String) { optIn.insert(chapter) }

  /// Adds a requirement, unless its number is taken.
  package mutating func add(_ requirement: Requirement) -> Bool {
    guard indices[requirement.number] == nil else { return false }
    indices[requirement.number] = all.count
    all.append(requirement)
    return true
  }
}
