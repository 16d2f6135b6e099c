import APlusAdapter
import APlusModel
import Synchronization

/// Something with an identity in one run.
final class Entity: @unchecked Sendable {
  // SAFETY: apart from the settler, which has a lock, only `subject` changes, and only by `drop`: a
  // step that is allowed only in blocks of the script, when no lane is running.

  /// What a trace says about an identity.
  struct Description {
    let kind: ObjectKind
    let isForeign: Bool
    let meaning: ErrorMeaning
    let round: Int32
    private let details: Details

    /// What promises do not have.
    ///
    /// It is allocated separately, as most identities are promises.
    private indirect enum Details {
      case none
      case some(name: String?, type: String?, message: String?, items: [RawValue]?)
    }

    init(
      kind: ObjectKind, round: Int32 = 0, name: String? = nil, type: String? = nil, message: String? = nil,
      items: [RawValue]? = nil, isForeign: Bool = false, meaning: ErrorMeaning = .other
    ) {
      self.kind = kind
      self.round = round
      self.isForeign = isForeign
      self.meaning = meaning
      let hasDetails = name != nil || type != nil || message != nil || items != nil
      details = hasDetails ? .some(name: name, type: type, message: message, items: items) : .none
    }

    /// Whether this is a promise with no other detail than its round.
    var isBarePromise: Bool {
      if case .none = details { kind == .promise && !isForeign && meaning == .other } else { false }
    }

    /// A name that no event reports: that of a mark or a thenable.
    var name: String? { if case .some(let name, _, _, _) = details { name } else { nil } }
    var type: String? { if case .some(_, let type, _, _) = details { type } else { nil } }
    var message: String? { if case .some(_, _, let message, _) = details { message } else { nil } }
    var items: [RawValue]? { if case .some(_, _, _, let items) = details { items } else { nil } }
  }

  let number: Int
  /// The token of a mark, error or list, or of a scalar that was bound to a name.
  let token: Token?
  let thenable: UserThenable?
  /// Whether it is a call with a completion handler.
  let isCall: Bool
  /// The task, if it is one that awaits.
  let task: AwaitingTask?
  /// Where a thenable keeps the pair of its first call.
  let firstPair: FirstPair?
  private(set) var subject: Handle?
  private let settling: Mutex<Handle?>

  init(
    number: Int, token: Token? = nil, thenable: UserThenable? = nil, firstPair: FirstPair? = nil,
    subject: Handle? = nil, settler: Handle? = nil, isCall: Bool = false, task: AwaitingTask? = nil
  ) {
    self.number = number
    self.token = token
    self.thenable = thenable
    self.isCall = isCall
    self.task = task
    self.firstPair = firstPair
    self.subject = subject
    settling = Mutex(settler)
  }

  /// Notes what starting a call returned, before any other thread knows the entity.
  func begin(_ call: Handle) { subject = call }

  /// What settles the promise; nil for one that has nothing of the kind, or no longer.
  var settler: Handle? { settling.withLock { $0 } }

  /// Takes away what settles the promise; nil if there is nothing.
  ///
  /// To release it may run code of the library, so no lock is held then.
  func takeSettler() -> Handle? { settling.withLock { settler in settler.take() } }

  /// Releases the library's objects.
  func drop() {
    subject = nil
    _ = takeSettler()
  }
}
