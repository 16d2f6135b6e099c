import APlusAdapter
import APlusModel
import APlusQuiescence

/// Channels: each call on one is a call with a completion handler, which gets the answer.
extension Library.Calls {
  /// What a call returns: the channel that it made, or the task that waits, perhaps on a thread of its own.
  private enum Made<Channel: Sendable>: Sendable {
    case channel(Channel)
    case task(Task<Void, Never>, on: WaitingThread?)
    case nothing
  }

  /// Erases the types of an adapter.
  init<Adapter: ChannelAdapter>(channelsOf adapter: Adapter) {
    typealias Call = Made<Adapter.Channel>
    let blocking = adapter as? any BlockingChannelAdapter
    @Sendable func channel(_ handle: Handle) -> Adapter.Channel? {
      if case .channel(let channel) = handle.value() as Call { channel } else { nil }
    }
    start = { request, done, _, members in
      let word = ChannelWord(rawValue: request.kind.name)
      guard let channel = members.first.flatMap(channel) else {
        return Handle(Call.channel(adapter.makeChannel(ChannelRequest(request, done))))
      }
      let element = request.value
      let thread = word?.mayWait == true && blocking != nil ? WaitingThread() : nil
      switch word {
      case .send:
        let task = Self.answer(done, on: thread) {
          try await adapter.send(element, to: channel)
          return .nothing
        }
        return Handle(Call.task(task, on: thread))
      case .receive:
        let task = Self.answer(done, on: thread) { try await adapter.receive(from: channel) }
        return Handle(Call.task(task, on: thread))
      case .iterate:
        let task = Self.answer(done, on: thread) {
          try await adapter.iterate(channel) { done.value($0) }
          return nil
        }
        return Handle(Call.task(task, on: thread))
      case .offer: done(nil, adapter.offer(element, to: channel) ? .nothing : nil)
      case .poll:
        switch adapter.poll(channel) {
        case .element(let element): done.value(element)
        case .ended: done(nil, nil)
        case .empty: break
        }
      case .close: if let isFirst = adapter.close(channel) { done(nil, isFirst ? .nothing : nil) }
      case .dropSender: adapter.dropSender(of: channel)
      case .dropReceiver: adapter.dropReceiver(of: channel)
      case .rendezvous, .bounded, .unlimited, .conflated, nil: break
      }
      return Handle(Call.nothing)
    }
    finish = { call, result in
      if let channel = channel(call), case .failure(let error) = result { adapter.fail(channel, with: error) }
    }
    cancel = { call in
      switch call.value() as Call {
      case .channel(let channel): adapter.cancel(channel)
      case .task(let task, let thread):
        task.cancel()
        thread?.awaitRest()
      case .nothing: break
      }
    }
    contexts = nil
    if let blocking { endRun = { blocking.abandonWaits() } }
  }

  /// What the protocols of an adapter claim.
  static func capabilities<Adapter: ChannelAdapter>(ofChannels adapter: Adapter) -> [Capability] {
    let always = [ChannelWord.receive, .iterate].map(\.rawValue)
    return [ChannelProfile.channels]
      + (Adapter.features.map(\.name) + always).map { Capability("channels", detail: $0) }
  }

  /// Starts a task that waits, and passes its answer on.
  ///
  /// It begins on the calling thread, where it does not block its own: then it comes to wait before this returns.
  private static func answer(
    _ done: Completion, on thread: WaitingThread?, _ body: @escaping @Sendable () async throws -> Token?
  ) -> Task<Void, Never> {
    guard let thread else {
      return Task.immediateDetached { do { done(nil, try await body()) } catch { done.error(error) } }
    }
    let task = Task.detached(executorPreference: thread) {
      do { done(nil, try await body()) } catch is CallAbandoned {} catch { done.error(error) }
    }
    thread.awaitRest()
    return task
  }
}

/// An adapter whose channels block the thread of a call that waits.
protocol BlockingChannelAdapter: ChannelAdapter {
  /// Ends the waits that a program has left, each with ``CallAbandoned``.
  func abandonWaits()
}

/// Ends a wait that nobody asks about any more.
struct CallAbandoned: Error {}

extension ChannelRequest {
  /// What a call that makes a channel asks for; its handler gets what is not delivered.
  fileprivate init(_ request: CallRequest, _ done: Completion) {
    let capacity = if case .integer(let room) = request.value.content { room } else { 0 }
    self.init(kind: request.kind.name, capacity: capacity) { done.value($0) }
  }
}
