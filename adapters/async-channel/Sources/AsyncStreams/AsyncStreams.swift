import APlusAdapter
import APlusHost
import Synchronization

/// The streams of Swift's standard library, with the continuation that puts elements into them.
@main struct AsyncStreams: ChannelAdapter, AdapterMain {
  /// A stream and its continuation, each until it is dropped.
  final class Channel: Sendable {
    typealias Ends = (stream: AsyncStream<Token>?, continuation: AsyncStream<Token>.Continuation?)
    let ends: Mutex<Ends>

    init(_ ends: Ends) { self.ends = Mutex(ends) }

    var stream: AsyncStream<Token>? { ends.withLock { $0.stream } }
    var continuation: AsyncStream<Token>.Continuation? { ends.withLock { $0.continuation } }
  }

  static let library = "AsyncStream"
  static let features: Set<ChannelFeature> = [
    .bounded, .unlimited, .conflated, .offer, .close, .cancelWaiting, .dropSender, .dropReceiver,
  ]
  let driver = Driver.background

  func makeChannel(_ request: ChannelRequest) -> Channel {
    let policy: AsyncStream<Token>.Continuation.BufferingPolicy =
      switch request.kind {
      case .bounded: .bufferingOldest(request.capacity)
      case .conflated: .bufferingNewest(1)
      default: .unbounded
      }
    let made = AsyncStream<Token>.makeStream(bufferingPolicy: policy)
    return Channel((made.stream, made.continuation))
  }

  func receive(from channel: Channel) async -> Token? { await channel.stream?.first { _ in true } }

  func iterate(_ channel: Channel, _ body: (Token) -> Void) async {
    guard let stream = channel.stream else { return }
    for await token in stream { body(token) }
  }

  func offer(_ element: Token, to channel: Channel) -> Bool {
    switch channel.continuation?.yield(element) {
    case .enqueued: true
    // The policy that keeps the newest element drops another one.
    case .dropped(let dropped): dropped != element
    default: false
    }
  }

  func close(_ channel: Channel) -> Bool? {
    channel.continuation?.finish()
    return nil
  }

  func dropSender(of channel: Channel) { channel.ends.withLock { $0.continuation = nil } }

  func dropReceiver(of channel: Channel) {
    // The stream ends without the lock.
    _ = channel.ends.withLock { ends in
      defer { ends.stream = nil }
      return ends.stream
    }
  }
}
