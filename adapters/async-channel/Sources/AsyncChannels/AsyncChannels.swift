import APlusAdapter
import APlusHost
import AsyncAlgorithms

/// The channels of swift-async-algorithms: a send waits for its receiver, and does not say whether it met one.
@main struct AsyncChannels: ChannelAdapter, AdapterMain {
  static let library = "AsyncThrowingChannel"
  static let features: Set<ChannelFeature> = [.rendezvous, .send, .close, .fail, .cancelWaiting]
  static let claims: Set<Claim> = [.threads, .errorReachesAll]
  let driver = Driver.background

  func makeChannel(_ request: ChannelRequest) -> AsyncThrowingChannel<Token, any Error> { AsyncThrowingChannel() }
  func send(_ element: Token, to channel: Channel) async { await channel.send(element) }
  func receive(from channel: Channel) async throws -> Token? { try await channel.first { _ in true } }
  func fail(_ channel: Channel, with error: any Error) { channel.fail(error) }

  func close(_ channel: Channel) -> Bool? {
    channel.finish()
    return nil
  }
}
