/// What handlers see of a promise after a cancel.
package enum CancelFate: String, Sendable {
  /// Error handlers run with the library's cancellation, and no others.
  case cancelled
  /// The promise is rejected with the cancellation, as some handler sees; no handler sees a value.
  case ended
  /// The promise ends as if there had been no cancel.
  case kept
  /// No handler runs.
  case silent
  /// No handler sees a value.
  case unfulfilled
}

/// A kind of program that cancels, about which profiles say what becomes of its promises.
package enum CancelQuestion: String, Sendable, CaseIterable {
  /// A pending promise.
  case alone
  /// A pending promise from which others are derived.
  case below
  /// A child that has siblings.
  case child
  /// The end of a chain, which has nothing beside it.
  case onlyChild = "only-child"
  /// All children of a promise.
  case children
  /// All children but one.
  case allButOne = "all-but-one"
  /// A promise that follows another one.
  case follower
  /// A promise that waits for a thenable.
  case thenable
  /// The result of a combinator.
  case combined
  /// A settled promise from which a pending one is derived.
  case settled
  /// A promise whose handler waits in the queue.
  case queued
  /// A promise from which another one is derived with an error handler that returns a value.
  case recovered

  /// The name of the dimension that has an entry for each profile that answers; case files name it.
  package var table: String { "CANCEL-\(rawValue.uppercased())" }
}

/// A promise or handler of a program that cancels.
package enum CancelRole: String, Sendable, CaseIterable {
  /// What handlers see that were registered on the promise before its cancel.
  case early
  /// What later ones see.
  case late
  /// The handler that the promise was derived with.
  case handler
  /// What later handlers see of the promise that it was derived from.
  case parent
  /// The others that were derived from the same promise.
  case siblings
  /// The promise that it follows.
  case followed
  /// The members that it combines.
  case members
  /// What is derived from it.
  case below
}

extension CancelProfile {
  /// Whether a cancel rejects the promise that it is called on, so that all its error handlers run.
  package var rejects: Bool { own == .rejected }

  /// Whether a cancel reaches whatever is derived from the promise, and nothing else.
  package var goesDown: Bool { subject == .promise && ascent == .never && belowSettled == .cancelled }

  /// Whether a cancel reaches only the promise that it is called on; what depends on that sees a
  /// rejection like any other.
  package var staysPut: Bool { subject == .registration || recovered == .kept }

  /// What becomes of the promises of a program; a role that is missing is left to the library.
  ///
  /// - Returns: The fates; nil where the question makes no sense.
  package func answer(to question: CancelQuestion) -> [CancelRole: CancelFate]? {
    let ended: CancelFate? = endsHandler ? .unfulfilled : nil
    let spared: CancelFate = ascent == .always ? .cancelled : .kept
    switch question {
    case .alone: return own.map { fates(of: $0) }
    case .below: return own.map { fates(of: $0, [.handler: .unfulfilled]) }
    case .child:
      // Where cancels are counted, siblings keep the parent; what becomes of the child is open.
      let handler = ascent == .counted ? nil : ended
      return fates(of: child, [.handler: handler, .parent: spared, .siblings: spared])
    case .onlyChild: return fates(of: nil, [.handler: ended, .parent: ascent == .counted ? .ended : spared])
    case .children: return fates(of: nil, [.parent: ascent == .counted ? .ended : spared])
    case .allButOne: return ascent == .always ? nil : fates(of: nil, [.siblings: .kept])
    case .follower:
      let fates = fates(of: follower, [.followed: followed])
      return isOfPromise && !fates.isEmpty ? fates : nil
    case .thenable: return isOfPromise ? fates(of: assimilating) : nil
    case .combined: return isOfPromise ? fates(of: combined, [.members: members]) : nil
    case .settled: return isOfPromise ? fates(of: nil, [.below: belowSettled]) : nil
    case .recovered: return recovered.map { fates(of: nil, [.below: $0]) }
    case .queued: return queued.map { fates(of: nil, [.siblings: $0]) }
    }
  }

  private var isOfPromise: Bool { subject == .promise }

  private func fates(of ending: Ending?, _ others: [CancelRole: CancelFate?] = [:]) -> [CancelRole: CancelFate] {
    var fates = others.compactMapValues(\.self)
    fates[.early] = ending?.early
    fates[.late] = ending?.late
    return fates
  }
}

extension CancelProfile {
  /// A column of the table of profiles, for people.
  package struct Column: Sendable {
    /// The promise that it is about.
    package let head: String
    private let question: CancelQuestion
    private let role: CancelRole

    /// What becomes of the promise; nil where that is left to the library.
    package func fate(in profile: CancelProfile) -> CancelFate? {
      let asked: CancelQuestion = question == .alone && profile.subject == .registration ? .child : question
      return profile.answer(to: asked)?[role]
    }

    fileprivate init(_ head: String, _ question: CancelQuestion, _ role: CancelRole) {
      self.head = head
      self.question = question
      self.role = role
    }
  }

  /// The columns: what becomes of the cancelled promise, and of those around it.
  package static let columns = [
    Column("the promise", .alone, .late), Column("below it", .below, .late), Column("its parent", .onlyChild, .parent),
    Column("if others wait", .child, .parent), Column("what it follows", .follower, .followed),
    Column("members", .combined, .members), Column("below a settled one", .settled, .below),
  ]

  /// The row, in words: the profile, then the columns.
  package var cells: [String] { [word] + Self.columns.map { $0.fate(in: self)?.word ?? "open" } }
}

extension CancelFate {
  /// The word in the table of profiles.
  package var word: String {
    switch self {
    case .cancelled: "cancelled"
    case .ended: "ended"
    case .kept: "kept"
    case .silent: "silent"
    case .unfulfilled: "no value"
    }
  }

  /// The words of the table, with what they mean.
  package static let legend = [
    "cancelled: error handlers run with the library's cancellation;",
    "ended: later handlers see that rejection, and no handler sees a value;",
    "kept: the cancel changes nothing; silent: no handler runs; no value: no handler for a value runs;",
    "open: the library decides.",
  ].joined(separator: " ")
}
