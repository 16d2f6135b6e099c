import APlusAdapter
import APlusModel
import CHost
import Synchronization

/// Connects the table of a native library with channels to the checks.
struct NativeChannels: BlockingChannelAdapter {
  /// A placeholder; the capabilities of the table replace it.
  static var features: Set<ChannelFeature> { [] }

  let module: NativeModule
  private let waits = NativeWaits()
  private var tokens: NativeTokens { .shared }

  init() { preconditionFailure("a native adapter is made from a shared library") }

  init(_ module: NativeModule) { self.module = module }

  var driver: Driver { .background }

  func meaning(of error: any Error) -> ErrorMeaning { (error as? NativeError)?.meaning ?? .other }

  func makeChannel(_ request: ChannelRequest) -> NativeChannel { NativeChannel(request, of: module) }

  func send(_ element: Token, to channel: NativeChannel) async throws {
    let number = tokens.number(of: element)
    _ = try await unsafe waits.perform(on: channel) { pointer, wait in unsafe module.table.send(pointer, number, wait) }
  }

  func receive(from channel: NativeChannel) async throws -> Token? {
    try await unsafe waits.perform(on: channel) { pointer, wait in unsafe module.table.receive(pointer, wait) }
  }

  func offer(_ element: Token, to channel: NativeChannel) -> Bool {
    unsafe channel.withPointer { unsafe module.table.offer($0, tokens.number(of: element)) == 1 }
  }

  func poll(_ channel: NativeChannel) -> ChannelPoll {
    let ending = unsafe channel.withPointer { unsafe module.table.poll($0) }
    return switch unsafe ending.kind {
    case UInt32(APLUS_RETURNED): .element(unsafe tokens.token(of: ending.token))
    case UInt32(APLUS_EMPTY): .empty
    default: .ended
    }
  }

  func close(_ channel: NativeChannel) -> Bool? {
    let answer = unsafe channel.withPointer { unsafe module.table.close_channel($0) }
    return answer < 0 ? nil : answer == 1
  }

  func fail(_ channel: NativeChannel, with error: any Error) {
    unsafe channel.withPointer { unsafe module.table.fail_channel($0, tokens.number(of: error)) }
  }

  func cancel(_ channel: NativeChannel) { unsafe channel.withPointer { unsafe module.table.cancel_channel($0) } }

  func dropSender(of channel: NativeChannel) { unsafe channel.withPointer { unsafe module.table.drop_sender($0) } }

  func dropReceiver(of channel: NativeChannel) { unsafe channel.withPointer { unsafe module.table.drop_receiver($0) } }

  func abandonWaits() { waits.abandon() }
}

/// A channel of a native library.
@safe final class NativeChannel: @unchecked Sendable {
  // SAFETY: the pointer is not changed, and may be used from any thread until it is released.
  private let pointer: OpaquePointer
  let module: NativeModule

  /// Makes a channel; an adapter that returns null breaks its contract, and the process ends.
  init(_ request: ChannelRequest, of module: NativeModule) {
    var hook: UnsafePointer<aplus_completion>?
    if module.capabilities.contains(ChannelProfile.hook) {
      let done = Completion { element, _ in if let element { request.undelivered(element) } }
      unsafe hook = NativeCompletion(done, [], .shared).makePointer()
    }
    let made = unsafe request.kind.name.withCString { kind in
      unsafe module.table.make_channel(kind, UInt64(request.capacity), hook)
    }
    guard let pointer = unsafe made else {
      preconditionFailure("\(module.name): no channel of kind \(request.kind.name)")
    }
    unsafe self.pointer = pointer
    self.module = module
  }

  deinit { unsafe module.table.release_channel(pointer) }

  /// Lends the pointer for a call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { unsafe body(pointer) }
  }

  /// Ends the waits on the channel, as far as the library can.
  fileprivate func end() {
    if let cancel = unsafe module.table.cancel_channel {
      unsafe cancel(pointer)
    } else if let close = unsafe module.table.close_channel {
      _ = unsafe close(pointer)
    } else {
      unsafe module.table.drop_sender?(pointer)
      unsafe module.table.drop_receiver?(pointer)
    }
  }
}

/// The calls that wait.
private final class NativeWaits: Sendable {
  private let all = Mutex<[ObjectIdentifier: NativeWait]>([:])

  /// Performs a call that may wait, on the calling thread; returns its element, or nil at the end.
  func perform(on channel: NativeChannel, _ call: NativeWait.Call) async throws -> Token? {
    let wait = NativeWait(channel)
    all.withLock { $0[ObjectIdentifier(wait)] = wait }
    defer { all.withLock { $0[ObjectIdentifier(wait)] = nil } }
    return try await withTaskCancellationHandler {
      try unsafe wait.perform(call)
    } onCancel: {
      wait.cancel()
    }
  }

  func abandon() {
    let waits = all.withLock { Array($0.values) }
    // The end of one wait may end others of its channel, which must not answer any more either.
    for wait in waits { wait.abandon() }
    for wait in waits { wait.end() }
  }
}

/// A call that waits on a channel of a native library.
private final class NativeWait: Sendable {
  typealias Call = (OpaquePointer, UnsafePointer<aplus_wait>) -> aplus_ending

  /// What the library has called when the call is cancelled.
  @safe private struct Listener: @unchecked Sendable {
    // SAFETY: the library lets any thread call its function.
    private let function: aplus_drop
    private let context: UnsafeMutableRawPointer?

    init(_ function: @escaping aplus_drop, _ context: UnsafeMutableRawPointer?) {
      unsafe self.function = function
      unsafe self.context = context
    }

    func call() { unsafe function(context) }
  }

  private let channel: NativeChannel
  private let isCancelled = Atomic<Bool>(false)
  private let isAbandoned = Atomic<Bool>(false)
  /// The lock is held while it is called, so that it no longer is once it was removed.
  private let listener = Mutex<Listener?>(nil)

  init(_ channel: NativeChannel) { self.channel = channel }

  func perform(_ call: Call) throws -> Token? {
    let wait = unsafe aplus_wait(
      is_cancelled: { wait in unsafe NativeWait.from(wait).isCancelled.load(ordering: .acquiring) ? 1 : 0 },
      when_cancelled: { wait, function, context in
        unsafe NativeWait.from(wait).listen(unsafe function.map { unsafe Listener($0, context) })
      }, host: Unmanaged.passUnretained(self).toOpaque())
    defer { listen(nil) }
    let ending = unsafe withUnsafePointer(to: wait) { wait in
      unsafe channel.withPointer { pointer in unsafe call(pointer, wait) }
    }
    if isAbandoned.load(ordering: .acquiring) { throw CallAbandoned() }
    return unsafe ending.kind == UInt32(APLUS_ENDED) ? nil : try NativeTokens.shared.result(of: ending).get()
  }

  private static func from(_ wait: UnsafePointer<aplus_wait>?) -> NativeWait {
    guard let host = unsafe wait?.pointee.host else {
      preconditionFailure("a function of a call that waits was called without that call")
    }
    return unsafe Unmanaged<NativeWait>.fromOpaque(host).takeUnretainedValue()
  }

  private func listen(_ next: Listener?) {
    listener.withLock { listener in
      listener = next
      if isCancelled.load(ordering: .acquiring) { next?.call() }
    }
  }

  func cancel() {
    listener.withLock { listener in
      isCancelled.store(true, ordering: .releasing)
      listener?.call()
    }
  }

  /// Keeps the call from giving an answer.
  func abandon() { isAbandoned.store(true, ordering: .releasing) }

  /// Ends the call, as far as the library can.
  func end() {
    if channel.module.capabilities.contains(ChannelProfile.cancelWaiting) { cancel() } else { channel.end() }
  }
}
