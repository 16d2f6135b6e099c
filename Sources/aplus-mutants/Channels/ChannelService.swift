package import APlusAdapter

/// What libraries of channels declare differently.
package struct ChannelStyle: Sendable {
  /// Whether a sender learns that its element was not taken.
  let tells: Bool
  /// Whether a cancel of the channel reports the elements that it drops.
  let reports: Bool
  /// Whether an error that ends the channel reaches every receiver.
  let errorReachesAll: Bool
}

/// What every adapter of the channels has; the style decides what it claims.
protocol ChannelServiceAdapter: ChannelAdapter where Channel == ChannelEnds {
  static var style: ChannelStyle { get }
  var fault: ChannelFault? { get }
}

extension ChannelServiceAdapter {
  static var features: Set<ChannelFeature> {
    [
      .rendezvous, .bounded, .unlimited, .conflated, .send, .offer, .poll, .close, .fail, .cancel, .cancelWaiting,
      .dropSender, .dropReceiver,
    ]
  }

  func makeChannel(_ request: ChannelRequest) -> ChannelEnds {
    ChannelEnds(of: TokenChannel(request, Self.style, fault))
  }
  func send(_ element: Token, to channel: ChannelEnds) async throws {
    guard let sender = channel.sender else { throw TokenChannel.Refused() }
    defer { withExtendedLifetime(sender) {} }
    try await channel.channel.send(element)
  }
  func receive(from channel: ChannelEnds) async throws -> Token? {
    guard let receiver = channel.receiver else { return nil }
    defer { withExtendedLifetime(receiver) {} }
    return try await channel.channel.receive()
  }
  func iterate(_ channel: ChannelEnds, _ body: (Token) -> Void) async throws {
    guard let receiver = channel.receiver else { return }
    defer { withExtendedLifetime(receiver) {} }
    try await channel.channel.iterate(body)
  }
  func offer(_ element: Token, to channel: ChannelEnds) -> Bool {
    channel.sender != nil && channel.channel.offer(element)
  }
  func poll(_ channel: ChannelEnds) -> ChannelPoll { channel.receiver == nil ? .ended : channel.channel.poll() }
  func close(_ channel: ChannelEnds) -> Bool? { channel.channel.close() }
  func fail(_ channel: ChannelEnds, with error: any Error) { channel.channel.fail(error) }
  func cancel(_ channel: ChannelEnds) { channel.channel.cancel() }
  func dropSender(of channel: ChannelEnds) { channel.dropSender() }
  func dropReceiver(of channel: ChannelEnds) { channel.dropReceiver() }
}

/// Channels that tell senders, report what they drop, and give their error to every receiver.
struct TellingChannels: ChannelServiceAdapter {
  static let style = ChannelStyle(tells: true, reports: true, errorReachesAll: true)
  static var claims: Set<Claim> { [.threads, .tellsUndelivered, .reportsUndelivered, .errorReachesAll] }
  let fault: ChannelFault?

  init() { self.init(nil) }
  init(_ fault: ChannelFault?) { self.fault = fault }
}

/// Channels that tell senders nothing, report nothing, and give their error to one receiver.
struct SilentChannels: ChannelServiceAdapter {
  static let style = ChannelStyle(tells: false, reports: false, errorReachesAll: false)
  static var claims: Set<Claim> { [.threads, .errorReachesFirst] }
  let fault: ChannelFault? = nil
}

extension ChannelFault {
  /// Makes the adapter of the faulty channels.
  package func makeAdapter() -> any ChannelAdapter { TellingChannels(self) }
}

/// The channels without a fault: one for each choice that libraries have.
package enum ChannelServices {
  /// Their names and adapters; the first is the reference.
  package static var right: [(name: String, adapter: any ChannelAdapter)] {
    [("telling", TellingChannels()), ("silent", SilentChannels())]
  }
}
