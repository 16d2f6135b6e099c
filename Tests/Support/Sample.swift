import Foundation

/// Whether an answer within a minute is worth more than a complete one, as in `make check`.
package let isShortRun = ProcessInfo.processInfo.environment["APLUS_SHORT"] != nil

/// Whether what one run may miss is asked for, as in `make races`; `make test` is to say the same each time.
package let areRacesAsked = ProcessInfo.processInfo.environment["APLUS_RACES"] != nil

/// Whether many attacks on the command are asked for, as in `make hostile`, and not only one of each kind.
package let areAttacksAsked = ProcessInfo.processInfo.environment["APLUS_HOSTILE"] != nil

extension Array {
  /// All elements; one of so many in a short run.
  package func sampled(every stride: Int) -> [Element] {
    isShortRun ? indices.filter { $0.isMultiple(of: stride) }.map { self[$0] } : self
  }
}
