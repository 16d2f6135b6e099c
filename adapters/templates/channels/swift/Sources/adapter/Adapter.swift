// The adapter of your channels, for aplus-check. Complete each place marked FILL IN, then remove its comment.
// FILL IN: import your library
import APlusAdapter
import APlusHost

@main struct Adapter: ChannelAdapter, AdapterMain {
  // FILL IN: the kinds of channels, and what can be done with one, such as .offer, .poll, .fail or .cancelWaiting
  static let features: Set<ChannelFeature> = [.bounded, .send, .close]
  // FILL IN: what it promises, such as .tellsUndelivered or .errorReachesAll
  static let claims: Set<Claim> = [.threads]
  let driver = Driver.background

  // FILL IN: make a channel of the kind `request.kind`
  func makeChannel(_ request: ChannelRequest) -> MyChannel<Token> { MyChannel(capacity: request.capacity) }

  // FILL IN: send and receive
  func send(_ element: Token, to channel: MyChannel<Token>) async throws { try await channel.send(element) }
  func receive(from channel: MyChannel<Token>) async throws -> Token? { try await channel.receive() }

  // FILL IN: close it; nil if your library does not say whether this call closed it
  func close(_ channel: MyChannel<Token>) -> Bool? { channel.close() }
}
