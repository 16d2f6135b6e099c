import APlusModel

/// An event as it is recorded: plain bytes, which are made readable when the scenario is over.
///
/// Names and other parts of the program are then looked up by the step's number.
struct RawEvent: BitwiseCopyable, Hashable {
  enum Kind: UInt8 {
    case beginMake
    case beginFulfill
    case beginReject
    case beginResolve
    case beginThen
    case beginStart
    case beginAwait
    case beginCall
    case beginCancel
    case beginCombine
    case beginDrop
    case beginOperation
    case beginWait
    case beginLanes
    case beginHandler
    case beginThenable
    case beginTask
    case end
    case endGives
    case endAccepted
    case endReturned
    case endThrew
    case endMeasured
    case bound
    case mark
    case block
    case due
    case lane
    case phase
    case unbound
    case gone
    case uncaught

    /// Whether a frame begins.
    var isBegin: Bool { edge == .begin }
    /// Whether a frame ends.
    var isEnd: Bool { edge == .end }

    private enum Edge { case begin, end, none }

    private var edge: Edge {
      switch self {
      case .beginMake, .beginFulfill, .beginReject, .beginResolve, .beginThen, .beginStart, .beginAwait, .beginCall,
        .beginCancel, .beginCombine, .beginDrop, .beginOperation, .beginWait, .beginLanes, .beginHandler,
        .beginThenable, .beginTask:
        .begin
      case .end, .endGives, .endAccepted, .endReturned, .endThrew, .endMeasured: .end
      case .bound, .mark, .block, .due, .lane, .phase, .unbound, .gone, .uncaught: .none
      }
    }
  }

  // In this order an event takes 64 bytes, one line of the processor's cache.
  var place = Place()
  var kind: Kind
  /// Yes or no: accepted, gone, ready-made, rejecting resolver.
  var flag = false
  /// Which handler of the registration, as its rank; for a new promise the rank of its state.
  var slot: UInt8 = 0
  var argumentCount: UInt8 = 0
  private var firstKind = RawValue.Kind.none
  private var secondKind = RawValue.Kind.none
  /// The sequence number; for an event that begins a frame also the frame's number.
  var sequence: Int32 = 0
  /// The frame that ends.
  var frame: Int32 = 0
  /// The step's number, -1 if there is none; for a call of a thenable, the thenable's number.
  var step: Int32 = -1
  /// The number of what the kind refers to: registration, pair, lane, strength, member list or
  /// measurement; for lanes their count.
  var number: Int32 = 0
  /// The function's number in the program.
  var function: Int32 = -1
  var call: Int32 = 0
  private var firstPayload: Int64 = 0
  private var secondPayload: Int64 = 0

  init(_ kind: Kind) { self.kind = kind }

  var first: RawValue {
    get { RawValue(firstKind, firstPayload) }
    set {
      firstKind = newValue.kind
      firstPayload = newValue.payload
    }
  }

  /// For a handler, which has at most one argument, the number of its context.
  var second: RawValue {
    get { RawValue(secondKind, secondPayload) }
    set {
      secondKind = newValue.kind
      secondPayload = newValue.payload
    }
  }
}
