/// What one thread recorded of one run.
final class ThreadLog: Sendable {
  /// The stack's number in the trace.
  let stack: Int
  let events = AppendLog<RawEvent>()
  /// What the thread encountered before any other; this also keeps it alive until the run is over.
  let identities = AppendLog<Identity>()

  init(stack: Int) { self.stack = stack }
}
