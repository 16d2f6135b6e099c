/// The words of `start` steps that are about channels: the kinds of channels, and the calls on one.
///
/// An adapter claims each word that its library has. A row of a table in both pages comes from each case.
package enum ChannelWord: String, Sendable, Hashable, CaseIterable {
  case rendezvous
  case bounded
  case unlimited
  case conflated
  case send
  case receive
  case iterate
  case offer
  case poll
  case close
  case dropSender = "drop-sender"
  case dropReceiver = "drop-receiver"

  /// What such a call does, in the words of the documentation.
  package var meaning: String {
    switch self {
    case .rendezvous: "makes a channel without room: an element goes from a sender to a receiver"
    case .bounded: "makes a channel with room for as many elements as `with` says"
    case .unlimited: "makes a channel with room for every element"
    case .conflated: "makes a channel that keeps only the newest element"
    case .send: "sends the element `with`, and waits until the channel has taken it; the handler gets a value then"
    case .receive: "waits for an element; the handler gets it, or neither a value nor an error at the end"
    case .iterate: "receives until the end; the handler gets each element, and at the end neither a value nor an error"
    case .offer: "sends without waiting; the handler gets a value if the element was taken, and neither if it was not"
    case .poll: "receives without waiting; the handler is not called if the channel is empty"
    case .close: "closes the channel; the handler gets a value if this call did it, and neither if it was closed before"
    case .dropSender: "lets go of the sending end, as far as no send waits; the handler is not called"
    case .dropReceiver: "lets go of the receiving end, as far as no receive waits; the handler is not called"
    }
  }

  /// Whether the call makes a channel.
  package var isKind: Bool {
    switch self {
    case .rendezvous, .bounded, .unlimited, .conflated: true
    case .send, .receive, .iterate, .offer, .poll, .close, .dropSender, .dropReceiver: false
    }
  }

  /// Whether the call has one answer at most.
  package var hasOneAnswer: Bool {
    switch self {
    case .send, .receive, .offer, .poll, .close: true
    case .rendezvous, .bounded, .unlimited, .conflated, .iterate, .dropSender, .dropReceiver: false
    }
  }

  /// Whether the call hands over an element.
  package var isSend: Bool { self == .send || self == .offer }

  /// Whether the call may wait, so that it can be cancelled.
  package var mayWait: Bool { self == .send || self == .receive || self == .iterate }
}

/// The words of what an adapter for channels declares, each a detail of a capability.
package enum ChannelProfile {
  /// The subject.
  package static let channels = Capability("channels")
  /// A channel can be ended with an error.
  package static let fail = Capability("channels", detail: "fail")
  /// A channel can be cancelled, which drops its elements.
  package static let cancel = Capability("channels", detail: "cancel")
  /// A call that waits can be cancelled.
  package static let cancelWaiting = Capability("channels", detail: "cancel-waiting")
  /// A sender learns that its element was not taken.
  package static let told = Capability("undelivered", detail: "told")
  /// An element that was taken and that nobody will receive is reported.
  package static let hook = Capability("drop", detail: "hook")
  /// An error that ends a channel reaches every receiver that waits, or one receiver.
  package static let errorReachesAll = Capability("error-reaches", detail: "all")
  package static let errorReachesFirst = Capability("error-reaches", detail: "first")

  /// The capability of a word.
  package static func word(_ word: ChannelWord) -> Capability { Capability("channels", detail: word.rawValue) }

  /// The details of each capability.
  static let details = Dictionary(
    grouping: ChannelWord.allCases.map(word) + [
      fail, cancel, cancelWaiting, told, hook, errorReachesAll, errorReachesFirst,
      Capability("undelivered", detail: "silent"), Capability("drop", detail: "silent"),
    ], by: \.name
  ).mapValues { capabilities in Set(capabilities.compactMap(\.detail)) }
}

extension CallStart {
  /// The word of a call that is about channels; nil for other calls.
  package var channelWord: ChannelWord? { ChannelWord(rawValue: kind) }
}

extension Program {
  /// Whether the program makes channels.
  package var usesChannels: Bool {
    var isFound = false
    forEachStep { if case .start(let start) = $0.action, start.channelWord != nil { isFound = true } }
    return isFound
  }

  /// The word of the call about channels that a name is bound to; nil for other names.
  package func channelWord(of name: String) -> ChannelWord? {
    let binding = Kinds(of: self).binding(of: name)
    var found: ChannelWord?
    forEachStep { step in
      guard case .start(let start) = step.action, let word = start.channelWord else { return }
      if start.result.map(NameGrammar.base) == binding { found = word }
    }
    return found
  }
}
