import APlusModel

/// A kind of lie that a host may tell: one change of an honest trace.
struct Lie: Sendable {
  /// What a changed trace and its program have to do with each other.
  enum Kind {
    /// No library makes an honest host of this program record the changed trace.
    ///
    /// The program says what the host calls, with which values, in which order, what user code does and how it
    /// ends, and which objects there are.
    case contradiction
    /// A library with a fault does, so that the trace is no reason to doubt the host.
    case possible
  }

  /// One way to tell it of a trace.
  typealias Change = (inout Trace) -> Void

  let name: String
  let kind: Kind
  /// The ways to tell it at an event, given by its place; none where it would not be a lie of this kind.
  let changes: @Sendable (HonestTrace, Int) -> [Change]

  /// All kinds of lies.
  static let table = steps + order + results + userCode + thenables + objects + faults

  static func contradiction(_ name: String, _ changes: @escaping @Sendable (HonestTrace, Int) -> [Change]) -> Lie {
    Lie(name: name, kind: .contradiction, changes: changes)
  }

  static func possible(_ name: String, _ changes: @escaping @Sendable (HonestTrace, Int) -> [Change]) -> Lie {
    Lie(name: name, kind: .possible, changes: changes)
  }

  /// A contradiction that replaces the frame that begins at an event.
  static func frame(_ name: String, _ others: @escaping @Sendable (HonestTrace, Int, Frame) -> [Frame]) -> Lie {
    contradiction(name) { honest, place in
      guard case .begin(let number, let frame) = honest.events[place].kind else { return [] }
      return others(honest, place, frame).map { .begin(frame: number, $0) }.map { replacing(place, $0) }
    }
  }

  /// A contradiction that replaces what is recorded at an event.
  static func event(_ name: String, _ others: @escaping @Sendable (HonestTrace, Int) -> [Event.Kind]) -> Lie {
    contradiction(name) { honest, place in others(honest, place).map { replacing(place, $0) } }
  }

  /// Moves a frame without others in it behind the next one.
  static func exchanging(_ place: Int) -> Change {
    { trace in
      let moved = trace.events[place...(place + 1)]
      trace.events.removeSubrange(place...(place + 1))
      trace.events.insert(contentsOf: moved, at: place + 2)
    }
  }

  static func replacing(_ place: Int, _ kind: Event.Kind) -> Change { { $0.events[place].kind = kind } }
}
