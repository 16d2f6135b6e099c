/// What every event says: its number, where it was observed and in which repetition.
package struct EventHead {
  let sequence: Int
  let stack: Int
  let round: Int
  let indices: RepeatIndices

  /// Creates the head of an event; see ``Event`` for its members.
  package init(sequence: Int, stack: Int, round: Int, indices: RepeatIndices) {
    self.sequence = sequence
    self.stack = stack
    self.round = round
    self.indices = indices
  }

  /// Adds what the head says, with the word for the event's kind.
  func write(_ kind: StaticString, into members: inout some TraceMembers & ~Copyable) {
    members.put("n", sequence)
    members.put("s", stack)
    members.put("e", word: kind)
    if round != 0 { members.put("r", round) }
    if !indices.isEmpty { members.put("i", indices) }
  }
}

extension Event {
  /// Creates an event from its head and what was observed.
  package init(_ head: EventHead, kind: Kind) {
    self.init(
      sequence: head.sequence,
      stack: head.stack,
      round: head.round,
      indices: head.indices,
      kind: kind
    )
  }

  /// What the event says besides its kind.
  var head: EventHead {
    EventHead(sequence: sequence, stack: stack, round: round, indices: indices)
  }
}
