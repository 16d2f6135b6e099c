/// How the verb `measure` reads the clock; hosts of all languages do it alike.
///
/// Handlers are registered in batches. A level is a stretch in which their number doubles: the first
/// from one batch to two, the next from two to four. Of each level the shortest batch counts: where
/// the machine is busy, or memory is collected, others take longer.
package enum Measurement {
  /// Handlers in a batch.
  package static let batch = 16
  /// Nanoseconds: after a level that takes longer, by its shortest batch, there is no further one.
  package static let limit = 250_000_000

  /// The levels in so many registrations.
  package static func levels(in times: Int) -> Int {
    var levels = 0
    while batch << (levels + 1) <= times { levels += 1 }
    return levels
  }

  /// How many handlers wait when a level begins.
  package static func waiting(at level: Int) -> Int { batch << level }

  /// Whether a level is the last, by the nanoseconds of its shortest batch.
  package static func isLast(level: Int, reading: Int) -> Bool { reading << level > limit }
}
