package import APlusModel

/// A requirement that laws check in every program: one row of `specs/rules.json`.
package struct Rule: Sendable {
  /// The number of the requirement.
  package let requirement: String
  package let subject: Subject
  /// What the laws ask of every program, in words.
  package let sentence: String
  /// The requirement that counts as one with this: it says the same about the other outcome.
  package let countsWith: String?
  /// What a program must use to violate the requirement: each list suffices; empty where every program can.
  package let needs: [[Capability]]
  /// When a law names the requirement.
  package let questions: [Question]

  /// What a requirement is about.
  package enum Subject: String, Sendable, CaseIterable {
    case promise, handler, thenable, combinator, cancel, context, call, channel, scope
    case awaiting = "await"

    /// Whether programs that use nothing but promises can show it.
    package var isAboutPromises: Bool { ![.call, .awaiting, .channel, .scope].contains(self) }
  }

  /// A law asks which requirement holds for an operation.
  package struct Question: Sendable, Hashable {
    package let law: Law
    package let operation: String
    /// nil where the requirement is the same for all others.
    package let outcome: Outcome?
  }

  /// What comes of an operation, where the requirement depends on it.
  package enum Outcome: String, Sendable, CaseIterable {
    // What a promise becomes, and so which handlers are called.
    case fulfilled, rejected, pending, cancelled
    // How user code or a call ends.
    case returned, threw
    /// An exception that no user code threw leaves the library.
    case uncaught
    /// It comes after another has decided, and counts no more.
    case late
    // What a promise is resolved with.
    case itself, promise, thenable, object, plain
    /// The list of a combinator has no members.
    case empty
    // `then` is called with something else than a function in a slot.
    case okIgnored = "ok-ignored"
    case badIgnored = "bad-ignored"
    /// A function is called with a receiver, or with another one than it should.
    case receiver
    // Which context a handler is registered for.
    case given, `default`, serial, ambient
    // What a cancel meets on its way down.
    case settled, running
    /// What a cancel does not reach.
    case untouched
    // What is wrong with a report of an unhandled rejection.
    case early, handled, again
    // What a completion handler gets besides one value or one error, or after it.
    case both, neither, other
    /// One handler serves several calls.
    case shared
    /// A time limit ends an await.
    case timedOut = "timed-out"
    // What is wrong with an element of a channel, or with an answer.
    case lost, refused, stale
    // What a call on a channel waits for in vain.
    case closed, failed, dropped
    /// A cancel comes from the scope around.
    case outer

    package init(isFulfilled: Bool) { self = isFulfilled ? .fulfilled : .rejected }
  }
}

/// The operation that a law asks about: the word of its frame.
package struct RuleOperation: Sendable, Hashable {
  package let word: String

  package static let abandon = RuleOperation(word: "abandon")
  package static let accessor = RuleOperation(word: "accessor")
  package static let `await` = RuleOperation(word: "await")
  package static let call = RuleOperation(word: "call")
  package static let cancel = RuleOperation(word: "cancel")
  package static let combine = RuleOperation(word: combination)
  package static let fulfill = RuleOperation(word: "fulfill")
  package static let handler = RuleOperation(word: "handler")
  package static let lanes = RuleOperation(word: "lanes")
  package static let make = RuleOperation(word: "make")
  package static let reject = RuleOperation(word: "reject")
  package static let resolve = RuleOperation(word: "resolve")
  package static let start = RuleOperation(word: "start")
  package static let then = RuleOperation(word: "then")
  package static let thenable = RuleOperation(word: "thenable")

  fileprivate static let combination = "combine"

  /// Whether there is such an operation: a frame, or a combinator.
  static func isKnown(_ word: String) -> Bool {
    FrameForm.of(word) != nil || Operation.combinators.contains(word) || ChannelWord(rawValue: word) != nil
      || ScopeWord(rawValue: word) != nil
  }

  /// The words under which rules are looked up: a combinator's own come before those of all.
  var words: [String] { Operation.combinators.contains(word) ? [word, Self.combination] : [word] }
}

extension RuleOperation {
  /// The combinator of a kind.
  package static func combinator(_ kind: String) -> RuleOperation {
    Operation.combinators.contains(kind) ? RuleOperation(word: kind) : .combine
  }

  package init(_ frame: Frame) {
    if case .combine(_, let kind, _) = frame { self = .combinator(kind) } else { self.init(word: frame.word) }
  }

  package init(_ verb: Settlement) { self.init(word: verb.rawValue) }

  package init(_ word: ChannelWord) { self.init(word: word.rawValue) }

  package init(_ word: ScopeWord) { self.init(word: word.rawValue) }
}

extension RuleOperation {
  package static let close = RuleOperation(.close)
  package static let conflated = RuleOperation(.conflated)
  package static let dropReceiver = RuleOperation(.dropReceiver)
  package static let dropSender = RuleOperation(.dropSender)
  package static let offer = RuleOperation(.offer)
  package static let poll = RuleOperation(.poll)
  package static let send = RuleOperation(.send)
}

extension RuleOperation {
  package static let add = RuleOperation(.add)
  package static let holds = RuleOperation(.holds)
  package static let launch = RuleOperation(.launch)
  package static let notify = RuleOperation(.notify)
  package static let scope = RuleOperation(.scope)
}
