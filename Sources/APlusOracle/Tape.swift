import APlusModel

/// A part of a trace without a caller: the script, a later block, or user code on a clean stack.
struct Turn {
  enum Kind {
    case script(round: Int)
    case block(step: Int)
    /// The settle of a promise that was made with `when: idle`.
    case due(TracedValue)
    case userCode
    case phase
    /// An exception that reached the top of a stack, and the number of its event.
    case uncaught(TracedValue, event: Int)
  }

  let kind: Kind
  /// Positions in the trace of the events inside, the nested ones included.
  var events: [Int]
}

extension Trace {
  /// The turns in order of their begins; nil where user code gave up its stack in the middle, or
  /// lanes ran.
  var turns: [Turn]? {
    var turns = [Turn(kind: .script(round: 0), events: [])]
    // By stack: the index of the current turn, and how many frames are open.
    var current: [Int: Int] = [0: 0]
    var depth: [Int: Int] = [:]
    func begin(_ kind: Turn.Kind, on stack: Int?) {
      if let stack { current[stack] = turns.count }
      turns.append(Turn(kind: kind, events: []))
    }
    for (position, event) in events.enumerated() {
      let stack = event.stack
      let isInside = depth[stack] ?? 0 > 0
      switch event.kind {
      case .phase: begin(.phase, on: nil)
      case .uncaught(let value): begin(.uncaught(value, event: event.sequence), on: nil)
      case .unhandled: break
      case .suspend, .resume, .lane: return nil
      case .block(let step): begin(.block(step: step), on: stack)
      case .due(let promise): begin(.due(promise), on: stack)
      case .begin(_, let frame) where !isInside && frame.isUserCode: begin(.userCode, on: stack)
      case .begin, .end, .bound, .mark, .unbound, .gone:
        guard !isInside, stack == 0, let turn = current[0] else { break }
        let isNext =
          switch turns[turn].kind {
          case .script(let round): round != event.round
          case .block, .due: turns[turn].events.first.map { events[$0].round != event.round } ?? false
          case .userCode, .phase, .uncaught: true
          }
        if isNext { begin(.script(round: event.round), on: 0) }
      }
      switch event.kind {
      case .begin: depth[stack, default: 0] += 1
      case .end: depth[stack, default: 0] -= 1
      case .phase, .uncaught, .unhandled: continue
      default: break
      }
      guard let turn = current[stack] else { return nil }
      turns[turn].events.append(position)
    }
    return turns
  }
}

/// The events of one turn, read one after another.
struct Tape {
  let trace: Trace
  private let positions: [Int]
  private var next = 0

  init(_ trace: Trace, _ turn: Turn) {
    self.trace = trace
    positions = turn.events
  }

  /// The next event; nil at the end of the turn.
  var head: Event? { next < positions.count ? trace.events[positions[next]] : nil }

  mutating func advance() { next += 1 }
}

/// Why the model stops performing a turn.
enum Halt: Error {
  /// The model cannot predict the trace.
  case silent(String)
  /// The trace ends in the middle.
  case cut
  /// A resolver threw, which ends the code that called it.
  case thrown
}
