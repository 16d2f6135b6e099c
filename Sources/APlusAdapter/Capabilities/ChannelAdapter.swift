/// Connects a library of channels to the checks: streams that senders put elements into and receivers take them from.
///
/// The checks start the tasks that send and receive. The adapter only says how the library's own functions are called:
///
///     struct MyChannels: ChannelAdapter, AdapterMain {
///       static var features: Set<ChannelFeature> { [.bounded, .send, .close] }
///       func makeChannel(_ request: ChannelRequest) -> Channel<Token> { Channel(capacity: request.capacity) }
///       func send(_ element: Token, to channel: Channel<Token>) async throws { try await channel.send(element) }
///       func receive(from channel: Channel<Token>) async throws -> Token? { try await channel.receive() }
///       func close(_ channel: Channel<Token>) -> Bool? { channel.close() }
///     }
///
/// What the library promises besides is claimed: ``Claim/tellsUndelivered``, ``Claim/reportsUndelivered``, and
/// ``Claim/errorReachesAll`` or ``Claim/errorReachesFirst``. A function is used only if its feature is among
/// ``features``. An adapter has channels or completion handlers, not both.
public protocol ChannelAdapter: LibraryAdapter {
  /// The library's type for a channel, with both of its ends.
  associatedtype Channel: Sendable

  /// The kinds of channels that the library has, and what can be done with one besides receiving.
  static var features: Set<ChannelFeature> { get }

  /// Makes a channel of a kind among ``features``.
  func makeChannel(_ request: ChannelRequest) -> Channel

  /// Sends an element, and waits until the channel has taken it.
  ///
  /// - Throws: If the channel does not take the element, as it has ended or the task is cancelled.
  func send(_ element: Token, to channel: Channel) async throws

  /// Waits for an element.
  ///
  /// - Returns: The element; nil at the end of the channel.
  /// - Throws: The error that ended the channel, or the cancellation of the task.
  func receive(from channel: Channel) async throws -> Token?

  /// Calls a function with each element, until the end.
  func iterate(_ channel: Channel, _ body: (Token) -> Void) async throws

  /// Sends an element without waiting; returns whether the channel took it.
  func offer(_ element: Token, to channel: Channel) -> Bool

  /// Receives without waiting.
  func poll(_ channel: Channel) -> ChannelPoll

  /// Closes a channel.
  ///
  /// - Returns: Whether this call closed it; nil if the library does not say so.
  func close(_ channel: Channel) -> Bool?

  /// Ends a channel with an error.
  func fail(_ channel: Channel, with error: any Error)

  /// Cancels a channel, and drops its elements.
  func cancel(_ channel: Channel)

  /// Lets go of the sending end, where the library has the ends apart.
  ///
  /// A send that waits may still hold it.
  func dropSender(of channel: Channel)

  /// Lets go of the receiving end, where the library has the ends apart.
  ///
  /// A receive that waits may still hold it.
  func dropReceiver(of channel: Channel)
}

extension ChannelAdapter {
  /// No sender waits: the library has only ``offer(_:to:)``.
  public func send(_ element: Token, to channel: Channel) async throws {}

  /// Receives again and again.
  public func iterate(_ channel: Channel, _ body: (Token) -> Void) async throws {
    while let element = try await receive(from: channel) { body(element) }
  }

  /// The library has no such function.
  public func offer(_ element: Token, to channel: Channel) -> Bool { false }

  /// The library has no such function.
  public func poll(_ channel: Channel) -> ChannelPoll { .empty }

  /// The library has no such function.
  public func close(_ channel: Channel) -> Bool? { nil }

  /// The library has no such function.
  public func fail(_ channel: Channel, with error: any Error) {}

  /// The library has no such function.
  public func cancel(_ channel: Channel) {}

  /// The library has no ends apart.
  public func dropSender(of channel: Channel) {}

  /// The library has no ends apart.
  public func dropReceiver(of channel: Channel) {}
}

/// A kind of channel, or something that can be done with one.
public struct ChannelFeature: Sendable, Hashable {
  /// The word that follows `channels:` in manifests and reports.
  public let name: String

  private init(_ name: String) { self.name = name }

  // MARK: Kinds

  /// Has no room: an element goes from a sender to a receiver.
  public static let rendezvous = ChannelFeature("rendezvous")

  /// Has room for a number of elements.
  public static let bounded = ChannelFeature("bounded")

  /// Has room for every element.
  public static let unlimited = ChannelFeature("unlimited")

  /// Keeps only the newest element.
  public static let conflated = ChannelFeature("conflated")

  // MARK: Functions

  /// Sends, and waits until the channel has taken the element.
  public static let send = ChannelFeature("send")

  /// Sends without waiting.
  public static let offer = ChannelFeature("offer")

  /// Receives without waiting.
  public static let poll = ChannelFeature("poll")

  /// Closes.
  public static let close = ChannelFeature("close")

  /// Ends with an error.
  public static let fail = ChannelFeature("fail")

  /// Cancels, and drops the elements.
  public static let cancel = ChannelFeature("cancel")

  /// The cancellation of a task ends its send or receive.
  public static let cancelWaiting = ChannelFeature("cancel-waiting")

  /// Has a sending end apart, which can be let go.
  public static let dropSender = ChannelFeature("drop-sender")

  /// Has a receiving end apart, which can be let go.
  public static let dropReceiver = ChannelFeature("drop-receiver")
}

/// A channel to make.
public struct ChannelRequest: Sendable {
  /// The kind of channel.
  public let kind: ChannelFeature

  /// How many elements a ``ChannelFeature/bounded`` channel has room for; 0 for other kinds.
  public let capacity: Int

  /// Reports an element that the channel has taken and that nobody will receive.
  ///
  /// Only an adapter that claims ``Claim/reportsUndelivered`` calls it.
  public let undelivered: @Sendable (Token) -> Void

  package init(kind: String, capacity: Int, undelivered: @escaping @Sendable (Token) -> Void) {
    self.kind = ChannelFeature.kinds.first { $0.name == kind } ?? .unlimited
    self.capacity = capacity
    self.undelivered = undelivered
  }
}

extension ChannelFeature { fileprivate static let kinds = [rendezvous, bounded, unlimited, conflated] }

/// What a poll finds.
public enum ChannelPoll: Sendable {
  case element(Token)
  /// No element yet.
  case empty
  /// No element any more.
  case ended
}
