import APlusAdapter
import APlusTrace

/// Something with an identity in one run.
final class Entity: @unchecked Sendable {
  // SAFETY: all but `subject` and `settler` never change; these two only by `drop`, a step that
  // stands in blocks of the script, when no lane is running.

  /// What a trace tells about an identity.
  struct Description {
    var kind: ObjectKind
    var round: Int32 = 0
    /// A name that no event tells: a mark's own, or a thenable's.
    var name: String?
    var type: String?
    var message: String?
    var items: [RawValue]?
    var isForeign = false
    var meaning = ErrorMeaning.other
  }

  let number: Int
  let description: Description
  /// The token of a mark, error or list, or of a scalar that was bound to a name.
  let token: Token?
  let thenable: UserThenable?
  /// Where a thenable keeps the pair of its first call.
  let firstPair: FirstPair?
  private(set) var subject: Handle?
  private(set) var settler: Handle?

  init(
    number: Int,
    _ description: Description,
    token: Token? = nil,
    thenable: UserThenable? = nil,
    firstPair: FirstPair? = nil,
    subject: Handle? = nil,
    settler: Handle? = nil
  ) {
    self.number = number
    self.description = description
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
