/// One observation.
///
/// There may be a million of them in memory, so each takes only 48 bytes.
package struct Event: Sendable, Hashable {
  /// Dense from 1; one order over all threads, consistent with happens-before.
  @Small package var sequence: Int
  /// A thread, or a coroutine where user code suspends; 0 is the script's.
  @Small package var stack: Int
  /// The round, from 0.
  @Small package var round: Int
  /// Indices of the enclosing repeats, outermost first.
  package var indices: RepeatIndices
  package var kind: Kind

  package init(sequence: Int, stack: Int = 0, round: Int = 0, indices: RepeatIndices = [], kind: Kind) {
    self.sequence = sequence
    self.stack = stack
    self.round = round
    self.indices = indices
    self.kind = kind
  }

  /// What was observed; rare kinds with a name are stored out of line.
  package enum Kind: Sendable, Hashable {
    /// A frame begins; its number is unique in the trace.
    case begin(frame: Int, Frame)
    case end(frame: Int, FrameResult)
    case suspend(frame: Int)
    case resume(frame: Int)
    indirect case bound(step: Int, name: String, value: TracedValue)
    indirect case mark(step: Int, name: String)
    /// A `later` block starts on a clean stack.
    case block(step: Int)
    /// The settling of a promise that was made with `when: idle` starts.
    case due(TracedValue)
    case lane(step: Int, lane: Int)
    case phase(Strength)
    /// A name that is not bound was used; `step` is nil inside a function's ending.
    indirect case unbound(step: Int?, name: String)
    indirect case gone(step: Int, name: String, Bool)
    case unhandled(TracedValue)
    case uncaught(TracedValue)
  }
}

/// How a frame ended.
package enum FrameResult: Sendable, Hashable {
  /// The frame reported nothing.
  case nothing
  /// A library call returned a promise, or a substitute for one.
  case gives(TracedValue)
  /// A settle reported whether it took effect.
  case accepted(Bool)
  case returned(TracedValue)
  case threw(TracedValue)
  /// The nanoseconds of the shortest batch in each level of timed registrations.
  case measured([Int])
}
