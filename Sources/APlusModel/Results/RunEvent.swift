/// What happens in the run of an adapter.
///
/// The events of a case come in this order: a host is ``performing(_:)`` it, its trace has come, the performance has a
/// result, and the case has one. Another result of the case is recorded whenever it changes: after its next performance,
/// when a late event retracts it, or when repeating it has shown more.
package enum RunEvent: Sendable {
  /// A stage begins, with its number from 1 and the number of stages.
  case began(Stage, number: Int, of: Int)
  /// What is known of the adapter, without its cases, is new or has changed.
  case identified(AdapterResult)
  /// A host begins to perform the case with this id.
  case performing(String)
  /// A performance, numbered from 1, has this trace; of its batches, the first is told, and then each that is worse.
  case traced(Scenario, performance: Int, Trace)
  /// A performance has this result; it comes once, even if the result is retracted later.
  case performed(CaseResult)
  /// The case has this result of all performances so far; of two for one case, the later counts.
  case recorded(CaseResult)
  /// The user should know this while the run goes on; one line.
  case warned(String)
  /// A detail for a verbose run; one line.
  case noted(String)
}

/// Follows a run: its progress, a journal, a directory of traces.
///
///     final class Counter: RunObserver {
///       let count = Atomic(0)
///       func observe(_ event: RunEvent, of adapter: String) {
///         if case .performed = event { count.add(1, ordering: .relaxed) }
///       }
///     }
package protocol RunObserver: Sendable {
  /// Learns of an event; called from any thread, and by several at a time.
  func observe(_ event: RunEvent, of adapter: String)
}
