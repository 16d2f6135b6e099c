/// How the verb `measure` reads the clock, in hosts of all languages.
///
/// Handlers are registered in batches. Their number doubles in each level: the first level goes
/// from one batch to two, the next from two to four. The shortest batch of each level counts,
/// because a busy machine or a garbage collection prolongs others.
package enum Measurement {
  /// Handlers in a batch.
  package static let batch = 16
  /// In nanoseconds: a level that takes longer, at the pace of its shortest batch, is the last.
  package static let limit = 250_000_000

  /// The number of levels in a number of registrations.
  package static func levels(in times: Int) -> Int {
    var levels = 0
    while batch << (levels + 1) <= times { levels += 1 }
    return levels
  }

  /// How many handlers wait when a level begins.
  package static func waiting(at level: Int) -> Int { batch << level }

  /// Whether a level is the last, from the nanoseconds of its shortest batch.
  package static func isLast(level: Int, reading: Int) -> Bool { reading << level > limit }
}
