import APlusAdapter
import APlusModel
import CQuiescence
import Synchronization

/// One performance of a program on a library.
final class Performance: Sendable {
  /// A queued block.
  enum Block: Sendable {
    case steps(id: Int, [Step], Scope)
    /// The settlement of a promise that was made with `when: idle`.
    case due(Entity, PromiseState, Operand, Scope)
  }

  private struct Queues: Sendable {
    var turns: [Block] = []
    var idles: [Block] = []
  }

  /// When it began, in nanoseconds of the monotonic clock.
  let start = aplus_clock_now()
  let plan: Plan
  let library: Library
  let recorder: Recorder
  let parking = Parking()
  let lanes: LanePool
  let registrations = Atomic<Int32>(0)
  let pairs = Atomic<Int32>(0)
  /// How many timed batches are done; no event is recorded until the last one is.
  let timedBatches = Atomic<Int>(0)
  /// How many threads are in a `pause` step.
  let pauses = Atomic<Int>(0)
  let extras = Mutex(TraceExtras())
  let libraryObjects = Mutex(LibraryObjects())
  let contextNumbers = Mutex(ContextNumbers())
  /// Makes single events readable, which are streamed or late.
  let singleEvents: Mutex<TraceBuilder>
  private let queues = Mutex(Queues())
  private let complaint = Mutex<NotExpressible?>(nil)

  /// What the run knows about the library's objects besides its entities; traces do not need it.
  struct LibraryObjects {
    var errors: [ErrorKey: Entity] = [:]
    /// The errors that user code throws in place of the tokens that stand for them.
    var thrown: [Token: any Error] = [:]
    var probes: [String: [WeakReference]] = [:]
    /// The promises of timed registrations; they live as long as those of other registrations.
    var unnamed: [[Handle]] = []
  }

  init(
    _ plan: Plan, on library: Library, lanes: LanePool, limit: Int = .max,
    onEvent: (@Sendable (Event, [Int: TracedObject]) -> Void)? = nil
  ) {
    self.plan = plan
    self.library = library
    singleEvents = Mutex(TraceBuilder(plan: plan, extras: TraceExtras()))
    self.lanes = lanes
    recorder = Recorder(isStreaming: onEvent != nil, limit: limit)
    if let onEvent {
      recorder.stream { [unowned self] event, log in
        let (event, objects) = readable(event, in: log)
        onEvent(event, objects)
      }
    }
  }

  /// Why the program cannot be performed; nil if it can, as far as is known.
  var failure: NotExpressible? { complaint.withLock { $0 } }

  /// Notes that the program cannot be performed; the first complaint counts.
  func fail(_ message: String) { complaint.withLock { $0 = $0 ?? NotExpressible(message) } }

  /// Queues a block for a later turn.
  func enqueueTurn(_ block: Block) { queues.withLock { $0.turns.append(block) } }

  /// Queues a block for a later phase.
  func enqueueIdle(_ block: Block) { queues.withLock { $0.idles.append(block) } }

  /// Takes the next block of a turn.
  func nextTurn() -> Block? { queues.withLock { $0.turns.isEmpty ? nil : $0.turns.removeFirst() } }

  /// Takes the next idle block.
  func nextIdle() -> Block? { queues.withLock { $0.idles.isEmpty ? nil : $0.idles.removeFirst() } }

  /// Whether a block waits for its turn.
  var hasTurns: Bool { queues.withLock { !$0.turns.isEmpty } }

  /// Whether a block waits for a phase.
  var hasIdles: Bool { queues.withLock { !$0.idles.isEmpty } }
}

/// What identifies an error: the object if it is one, else its type and text.
enum ErrorKey: Hashable {
  case object(ObjectIdentifier)
  case value(type: String, text: String)

  init(_ error: any Error) {
    let type = Swift.type(of: error)
    guard type is AnyClass else {
      self = .value(type: "\(type)", text: String("\(error)".prefix(200)))
      return
    }
    // A continuation that is resumed with a `Result` hands the object on in a box; a cast to its type takes it out.
    func object<Object>(_ type: Object.Type) -> AnyObject { error as? Object as AnyObject }
    self = .object(ObjectIdentifier(_openExistential(type as Any.Type, do: object)))
  }
}

/// Knows whether an object still exists, without keeping it alive.
struct WeakReference: @unchecked Sendable {
  // SAFETY: a weak reference is read atomically by the runtime; it is never written again.
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
