import APlusAdapter
import APlusModel

/// Something with an identity in one run.
final class Entity: @unchecked Sendable {
  // SAFETY: all but `subject` and `settler` never change; these two only by `drop`, a step that
  // stands in blocks of the script, when no lane is running.

  /// What a trace tells about an identity.
  struct Description {
    let kind: ObjectKind
    let isForeign: Bool
    let meaning: ErrorMeaning
    let round: Int32
    private let details: Details

    /// What promises, which most identities are, do not have; in memory of its own.
    private indirect enum Details {
      case none
      case some(name: String?, type: String?, message: String?, items: [RawValue]?)
    }

    init(
      kind: ObjectKind,
      round: Int32 = 0,
      name: String? = nil,
      type: String? = nil,
      message: String? = nil,
      items: [RawValue]? = nil,
      isForeign: Bool = false,
      meaning: ErrorMeaning = .other
    ) {
      self.kind = kind
      self.round = round
      self.isForeign = isForeign
      self.meaning = meaning
      let hasDetails = name != nil || type != nil || message != nil || items != nil
      details = hasDetails ? .some(name: name, type: type, message: message, items: items) : .none
    }

    /// Whether it says that it is a promise and of which round, and nothing more.
    var isBarePromise: Bool {
      if case .none = details { kind == .promise && !isForeign && meaning == .other } else { false }
    }

    /// A name that no event tells: a mark's own, or a thenable's.
    var name: String? { if case .some(let name, _, _, _) = details { name } else { nil } }
    var type: String? { if case .some(_, let type, _, _) = details { type } else { nil } }
    var message: String? {
      if case .some(_, _, let message, _) = details { message } else { nil }
    }
    var items: [RawValue]? { if case .some(_, _, _, let items) = details { items } else { nil } }
  }

  let number: Int
  /// The token of a mark, error or list, or of a scalar that was bound to a name.
  let token: Token?
  let thenable: UserThenable?
  /// Where a thenable keeps the pair of its first call.
  let firstPair: FirstPair?
  private(set) var subject: Handle?
  private(set) var settler: Handle?

  init(
    number: Int,
    token: Token? = nil,
    thenable: UserThenable? = nil,
    firstPair: FirstPair? = nil,
    subject: Handle? = nil,
    settler: Handle? = nil
  ) {
    self.number = number
    self.token = token
    self.thenable = thenable
    self.firstPair = firstPair
    self.subject = subject
    self.settler = settler
  }

  /// Lets go of the library's objects.
  func drop() {
    subject = nil
    settler = nil
  }
}
