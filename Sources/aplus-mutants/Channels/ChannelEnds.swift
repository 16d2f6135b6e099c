import Synchronization

/// A channel with its two ends, each of which lasts as long as somebody holds it.
final class ChannelEnds: Sendable {
  /// An end of the channel, which does something when the last one who holds it lets go.
  final class End: Sendable {
    private let release: @Sendable () -> Void
    /// Whether it was dropped: a channel that is forgotten as a whole does nothing.
    fileprivate let isDropped = Mutex(false)

    fileprivate init(_ release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { if isDropped.withLock({ $0 }) { release() } }
  }

  let channel: TokenChannel
  private let ends: Mutex<(sender: End?, receiver: End?)>

  init(of channel: TokenChannel) {
    self.channel = channel
    ends = Mutex((End { channel.loseSender() }, End { channel.loseReceiver() }))
  }

  var sender: End? { ends.withLock { $0.sender } }
  var receiver: End? { ends.withLock { $0.receiver } }

  func dropSender() {
    drop(\.sender)
    if channel.fault == .dropBreaksSends { channel.forgetSenders() }
  }

  func dropReceiver() { drop(\.receiver) }

  private func drop(_ path: WritableKeyPath<(sender: End?, receiver: End?), End?>) {
    // The end is released without the lock.
    let end = ends.withLock { ends in
      defer { ends[keyPath: path] = nil }
      return ends[keyPath: path]
    }
    end?.isDropped.withLock { $0 = true }
  }
}
