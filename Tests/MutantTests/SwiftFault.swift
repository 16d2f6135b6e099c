import Testing

/// A Swift mutant: the requirement that it breaks, and the case that finds it.
struct SwiftFault: CustomTestStringConvertible, Sendable {
  let name: String
  /// The requirement that the fault breaks.
  let requirement: String
  /// The scenario that kills the mutant.
  let killedBy: String
  /// A part of the message of the verdict.
  let message: String
  /// The type of the violation, such as `aplus.crash`; nil where the message is enough.
  let type: String?
  /// The requirements that are violated as well, because the fault implies it.
  let follows: [String]
  /// Whether the case ends because the library got stuck.
  let isStuck: Bool
  /// How often the scenario is performed at most, in a process of its own; nil where once in this one is enough.
  ///
  /// What ends or blocks the process needs few, for busy machines. A race that an attempt misses
  /// with a probability of one half is missed by forty with less than one in 10^12.
  let attempts: Int?

  init(
    _ name: String, breaks requirement: String, killedBy: String, says message: String, type: String? = nil,
    follows: [String] = [], isStuck: Bool = false, attempts: Int? = nil
  ) {
    self.name = name
    self.requirement = requirement
    self.killedBy = killedBy
    self.message = message
    self.type = type
    self.follows = follows
    self.isStuck = isStuck
    self.attempts = attempts
  }

  var testDescription: String { "\(name) → \(killedBy)" }
}
