/// What a cancel does in the libraries of one kind: a row of the table of profiles.
///
/// An adapter claims a row as `cancellation:WORD`. The columns answer questions about programs that
/// cancel (``CancelQuestion``). Case files take the answers as dimensions, so that each row is asked
/// whatever it answers; laws read the columns, the gate compares them with what it sees, and the
/// pages print them. Nil in a column leaves the answer to the library.
package struct CancelProfile: Sendable {
  /// The word that follows `cancellation:`.
  package let word: String
  /// What a cancel reaches, as a sentence.
  package let meaning: String
  /// What a cancel is called on.
  package let subject: Subject
  /// What becomes of a pending promise that is cancelled, and of what is derived from it.
  package let own: Ending?
  /// The same, where the promise follows another one already.
  package let follower: Ending?
  /// The same, where it waits for a thenable.
  package let assimilating: Ending?
  /// The same, where it is the result of a combinator.
  package let combined: Ending?
  /// The same, where the promise that it was derived from has other children.
  package let child: Ending?
  /// How a cancel goes to the promise that the cancelled one was derived from.
  package let ascent: Ascent
  /// Whether the handler that a cancelled promise was derived with never runs, whatever becomes of
  /// the parent.
  package let endsHandler: Bool
  /// What becomes of the promise that a cancelled one follows.
  package let followed: CancelFate?
  /// What becomes of the members of a cancelled combinator.
  package let members: CancelFate?
  /// What becomes of a pending promise that was derived from a settled one, if that is cancelled.
  package let belowSettled: CancelFate?
  /// What becomes of handlers that wait beside that of a promise which is cancelled by one of them.
  package let queued: CancelFate?

  /// What becomes of a promise that was derived from a cancelled one with an error handler that
  /// returns a value.
  package let recovered: CancelFate?

  /// What a cancel is called on.
  package enum Subject: String, Sendable {
    /// Any promise.
    case promise
    /// Only what `then` returned.
    case registration
  }

  /// What handlers see: those that were there before the cancel, and later ones.
  package enum Ending: Sendable {
    /// All see a rejection with the library's cancellation.
    case rejected
    /// No handler for a value runs. Later handlers see such a rejection; earlier ones may.
    case rejectedLater
    /// No handler ever runs.
    case silent
    /// No handler for a value runs.
    case unfulfilled

    package var early: CancelFate {
      switch self {
      case .rejected: .cancelled
      case .rejectedLater, .unfulfilled: .unfulfilled
      case .silent: .silent
      }
    }

    package var late: CancelFate {
      switch self {
      case .rejected: .cancelled
      case .rejectedLater: .ended
      case .silent: .silent
      case .unfulfilled: .unfulfilled
      }
    }
  }

  /// How a cancel goes up.
  package enum Ascent: String, Sendable {
    case never
    /// To the root, whoever else waits.
    case always
    /// As far as all who wait have cancelled.
    case counted
  }

  private init(
    _ word: String, _ meaning: String, of subject: Subject = .promise, own: Ending?, follower: Ending? = nil,
    assimilating: Ending? = nil, combined: Ending? = nil, child: Ending?, ascent: Ascent = .never, endsHandler: Bool,
    followed: CancelFate? = nil, members: CancelFate? = nil, belowSettled: CancelFate? = nil, queued: CancelFate? = nil,
    recovered: CancelFate? = nil
  ) {
    self.word = word
    self.meaning = meaning
    self.subject = subject
    self.own = own
    self.follower = follower
    self.assimilating = assimilating
    self.combined = combined
    self.child = child
    self.ascent = ascent
    self.endsHandler = endsHandler
    self.followed = followed
    self.members = members
    self.belowSettled = belowSettled
    self.queued = queued
    self.recovered = recovered
  }
}

extension CancelProfile {
  /// The profiles, which exclude each other.
  package static let table = [
    // What a cancel of a follower does to what it follows depends on another claim, `linked` or `one-way`; the cases
    // that need one of these ask for it.
    CancelProfile(
      "downstream", "A cancel reaches the promise and its pending descendants.", own: .rejected,
      assimilating: .rejected, combined: .rejected, child: .rejected, endsHandler: false, members: .kept,
      belowSettled: .cancelled, queued: .kept, recovered: .cancelled),
    CancelProfile(
      "upstream", "A cancel reaches the root, and so everything that is derived from it.", own: .rejected,
      follower: .rejected, assimilating: .rejected, combined: .rejected, child: .rejected, ascent: .always,
      endsHandler: true, followed: .cancelled, belowSettled: .kept, queued: .kept),
    CancelProfile(
      "chain", "A cancel reaches everything above and below the promise.", own: .rejected, follower: .rejected,
      combined: .rejected, child: .rejected, ascent: .always, endsHandler: true, followed: .cancelled),
    CancelProfile(
      "listener", "A cancel reaches one subscriber, whose handler does not run.", of: .registration, own: nil,
      child: .unfulfilled, endsHandler: true, queued: .kept),
    // What `then` returns may be a promise that has no cancel.
    CancelProfile(
      "rejection", "A cancel rejects the promise like any rejection, and reaches nothing else.", own: .rejected,
      child: nil, endsHandler: false, followed: .kept, members: .kept, belowSettled: .kept, queued: .kept,
      recovered: .kept),
    // Some of these libraries tell nothing to handlers that are there already, and some leave a child pending while
    // others wait.
    CancelProfile(
      "counted", "A cancel goes up as soon as all who wait have cancelled, and ends what it reaches.",
      own: .rejectedLater, follower: .rejectedLater, assimilating: .rejectedLater, combined: .rejectedLater, child: nil,
      ascent: .counted, endsHandler: true, followed: .ended, belowSettled: .kept, queued: .kept),
    CancelProfile(
      "silences", "The promise and what derives from it stay pending, and none of their handlers runs.", own: .silent,
      follower: .silent, assimilating: .silent, combined: .silent, child: .silent, endsHandler: false, queued: .kept),
    CancelProfile(
      "token", "Each registration has a token: a cancel rejects its promise, and its handler does not run.",
      of: .registration, own: nil, child: .rejected, endsHandler: true, queued: .kept),
  ]

  /// The profile that a library claims, or that a case is about; nil for none.
  package init?(claimedIn capabilities: [Capability]) {
    let claims = Set(capabilities.filter { $0.name == "cancellation" }.compactMap(\.detail))
    guard let row = Self.table.first(where: { claims.contains($0.word) }) else { return nil }
    self = row
  }
}
