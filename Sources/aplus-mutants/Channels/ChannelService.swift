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
protocol ChannelServiceAdapter: ChannelAdapter where Channel == TokenChannel {
  static var style: ChannelStyle { get }
  var fault: ChannelFault? { get }
}

extension ChannelServiceAdapter {
  static var features: Set<ChannelFeature> {
    [.rendezvous, .bounded, .unlimited, .conflated, .send, .offer, .poll, .close, .fail, .cancel, .cancelWaiting]
  }

  func makeChannel(_ request: ChannelRequest) -> TokenChannel { TokenChannel(request, Self.style, fault) }
  func send(_ element: Token, to channel: TokenChannel) async throws { try await channel.send(element) }
  func receive(from channel: TokenChannel) async throws -> Token? { try await channel.receive() }
  func iterate(_ channel: TokenChannel, _ body: (Token) -> Void) async throws { try await channel.iterate(body) }
  func offer(_ element: Token, to channel: TokenChannel) -> Bool { channel.offer(element) }
  func poll(_ channel: TokenChannel) -> ChannelPoll { channel.poll() }
  func close(_ channel: TokenChannel) -> Bool? { channel.close() }
  func fail(_ channel: TokenChannel, with error: any Error) { channel.fail(error) }
  func cancel(_ channel: TokenChannel) { channel.cancel() }
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
