import APlusAdapter
import APlusModel
import Synchronization

/// One program, being performed on one library.
final class Performance: Sendable {
  /// A block that waits for its moment.
  enum Block: Sendable {
    case steps(id: Int, [Step], Scope)
    /// The settlement of a promise that was made with `when: idle`.
    case due(Entity, PromiseState, SettledOperand, Scope)
  }

  /// What a due promise is settled with.
  enum SettledOperand: Sendable {
    case token(Token)
    case promise(Entity)
    case thenable(Entity)
  }

  private struct Queues: Sendable {
    var turns: [Block] = []
    var idles: [Block] = []
  }

  let plan: Plan
  let library: Library
  let recorder: Recorder
  let parking = Parking()
  let lanes: LanePool
  let registrations = Atomic<Int32>(0)
  let pairs = Atomic<Int32>(0)
  /// Timed registrations that were done, of which nothing is recorded before the last.
  let timedBatches = Atomic<Int>(0)
  /// How many threads stand still because the program says so.
  let pauses = Atomic<Int>(0)
  let extras = Mutex(Extras())
  let libraryObjects = Mutex(LibraryObjects())
  let contextNumbers = Mutex(ContextNumbers())
  /// Makes events readable one by one, as they are streamed or come late.
  let singleEvents: Mutex<TraceBuilder>
  private let queues = Mutex(Queues())
  private let complaint = Mutex<NotExpressible?>(nil)

  /// What events refer to, and is too rare to be worth a buffer of its own.
  struct Extras {
    var texts: [String] = []
    var members: [[RawValue]] = []
    /// Entities that let go of what they stood for; its memory may be another object's by now.
    var dropped: Set<Int> = []
    /// What `measure` steps read, in nanoseconds.
    var measurements: [[Int]] = []
  }

  /// What the run knows of the library's objects besides its entities; no trace needs it.
  struct LibraryObjects {
    var errors: [ErrorKey: Entity] = [:]
    /// The errors that tokens of a kind are thrown as.
    var thrown: [Token: any Error] = [:]
    var probes: [String: [WeakReference]] = [:]
    /// Promises that timed registrations gave: they live as long as those of other registrations.
    var unnamed: [[Handle]] = []
  }

  init(
    _ plan: Plan,
    on library: Library,
    lanes: LanePool,
    limit: Int = .max,
    onEvent: (@Sendable (Event) -> Void)? = nil
  ) {
    self.plan = plan
    self.library = library
    singleEvents = Mutex(TraceBuilder(plan: plan, extras: Extras()))
    self.lanes = lanes
    recorder = Recorder(isStreaming: onEvent != nil, limit: limit)
    if let onEvent {
      recorder.stream { [unowned self] event, log in
        onEvent(self.event(event, in: log))
      }
    }
  }

  /// What the program asked for in vain, if anything.
  var failure: NotExpressible? { complaint.withLock { $0 } }

  /// Notes that the program cannot be performed; the first complaint counts.
  func fail(_ message: String) {
    complaint.withLock { $0 = $0 ?? NotExpressible(message) }
  }

  /// Queues a block for a later turn.
  func enqueueTurn(_ block: Block) {
    queues.withLock { $0.turns.append(block) }
  }

  /// Queues a block for a later phase.
  func enqueueIdle(_ block: Block) {
    queues.withLock { $0.idles.append(block) }
  }

  /// Takes the next block of a turn.
  func nextTurn() -> Block? {
    queues.withLock { $0.turns.isEmpty ? nil : $0.turns.removeFirst() }
  }

  /// Takes the next idle block.
  func nextIdle() -> Block? {
    queues.withLock { $0.idles.isEmpty ? nil : $0.idles.removeFirst() }
  }

  /// Whether a block waits for its turn.
  var hasTurns: Bool { queues.withLock { !$0.turns.isEmpty } }

  /// Whether a block waits for a phase.
  var hasIdles: Bool { queues.withLock { !$0.idles.isEmpty } }
}

/// An error of the library: one object where it is one, else one for each type and text.
enum ErrorKey: Hashable {
  case object(ObjectIdentifier)
  case value(type: String, text: String)

  init(_ error: any Error) {
    let type = Swift.type(of: error)
    self =
      type is AnyClass
      ? .object(ObjectIdentifier(error as AnyObject))
      : .value(type: "\(type)", text: String("\(error)".prefix(200)))
  }
}

/// Knows whether an object is still there, without keeping it.
struct WeakReference: @unchecked Sendable {
  // SAFETY: a weak reference is read atomically by the runtime; it is never written again.
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }
}
