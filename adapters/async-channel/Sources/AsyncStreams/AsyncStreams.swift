import APlusAdapter
import APlusHost

/// The streams of Swift's standard library, with the continuation that puts elements into them.
@main struct AsyncStreams: ChannelAdapter, AdapterMain {
  typealias Channel = (stream: AsyncStream<Token>, continuation: AsyncStream<Token>.Continuation)
  static let library = "AsyncStream"
  static let features: Set<ChannelFeature> = [.bounded, .unlimited, .conflated, .offer, .close, .cancelWaiting]
  let driver = Driver.background

  func makeChannel(_ request: ChannelRequest) -> Channel {
    switch request.kind {
    case .bounded: AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(request.capacity))
    case .conflated: AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    default: AsyncStream.makeStream()
    }
  }

  func receive(from channel: Channel) async -> Token? { await channel.stream.first { _ in true } }

  func iterate(_ channel: Channel, _ body: (Token) -> Void) async { for await token in channel.stream { body(token) } }

  func offer(_ element: Token, to channel: Channel) -> Bool {
    switch channel.continuation.yield(element) {
    case .enqueued: true
    // The policy that keeps the newest element drops another one.
    case .dropped(let dropped): dropped != element
    default: false
    }
  }

  func close(_ channel: Channel) -> Bool? {
    channel.continuation.finish()
    return nil
  }
}
