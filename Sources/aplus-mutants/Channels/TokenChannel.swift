import APlusAdapter
import Synchronization

/// A channel on Swift concurrency: right unless it has a fault.
///
/// All that happens to it happens under one lock. What is due to others, such as resuming a task, is done after that.
final class TokenChannel: Sendable {
  /// The error of a sender whose element was not taken.
  struct Refused: Error {}

  /// A sender or a receiver that waits.
  struct Waiter<Value: Sendable>: Sendable {
    let number: Int
    let continuation: CheckedContinuation<Value, any Error>
    /// The element of a sender.
    var element = Token.nothing
  }

  /// What ended the channel.
  enum End {
    case closed
    case failed(any Error)
    case cancelled
  }

  struct State {
    var buffer: [Token] = []
    var senders: [Waiter<Void>] = []
    var receivers: [Waiter<Token?>] = []
    var end: End?
    /// Whether a receiver has got the error that ended the channel.
    var hasThrown = false
    var hasGivenTwice = false
    /// How many receivers have waited.
    var received = 0
    /// How many elements go to receivers that were cancelled.
    var skips = 0
    var numbers = 0
    /// The waits that were cancelled before they began.
    var cancelled: Set<Int> = []
  }

  /// What is done without the lock.
  typealias Due = [@Sendable () -> Void]

  let room: Int
  let isConflated: Bool
  let style: ChannelStyle
  let fault: ChannelFault?
  private let undelivered: @Sendable (Token) -> Void
  let state = Mutex(State())

  init(_ request: ChannelRequest, _ style: ChannelStyle, _ fault: ChannelFault?) {
    switch request.kind {
    case .rendezvous: room = 0
    case .bounded: room = request.capacity + (fault == .hasMoreRoom ? 1 : 0)
    case .conflated: room = 1
    default: room = fault == .unlimitedWaits ? 8 : .max
    }
    isConflated = request.kind == .conflated
    self.style = style
    self.fault = fault
    undelivered = request.undelivered
  }

  /// Changes the state, then does what is due to others.
  func change<Answer>(_ body: (inout sending State, inout Due) -> Answer) -> Answer {
    let (answer, due) = state.withLock { state in
      var due: Due = []
      return (body(&state, &due), due)
    }
    for job in due { job() }
    return answer
  }

  private func number() -> Int {
    state.withLock { state in
      state.numbers += 1
      return state.numbers
    }
  }

  // MARK: Sending

  func send(_ element: Token) async throws {
    let number = number()
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          change { state, due in
            if state.cancelled.remove(number) != nil {
              return due.append { continuation.resume(throwing: CancellationError()) }
            }
            guard isOpen(state) else { return due.append { continuation.resume(throwing: Refused()) } }
            if take(element, &state, &due) || fault == .sendsEarly && room == 0 && keep(element, &state) {
              return due.append { continuation.resume() }
            }
            state.senders.append(Waiter(number: number, continuation: continuation, element: element))
          }
        }
      } onCancel: {
        cancelSend(number)
      }
    } catch  where !style.tells {}
  }

  func offer(_ element: Token) -> Bool {
    change { state, due in
      guard isOpen(state) else { return false }
      if fault == .offerLacksRoom, !isConflated, room > 0, state.buffer.count + 1 >= room { return false }
      let isTaken = take(element, &state, &due)
      return switch fault {
      case .offerAlwaysYes: true
      case .offerNo: false
      default: isTaken
      }
    }
  }

  /// Whether the channel still takes elements.
  private func isOpen(_ state: State) -> Bool {
    if case .closed? = state.end, fault == .sendsAfterClose { return true }
    return state.end == nil
  }

  /// Gives an element to the receiver that waits longest, or to the buffer; returns whether either was possible.
  private func take(_ element: Token, _ state: inout State, _ due: inout Due) -> Bool {
    if state.skips > 0 {
      state.skips -= 1
      return true
    }
    if !state.receivers.isEmpty {
      let receiver = state.receivers.removeFirst()
      due.append { receiver.continuation.resume(returning: element) }
      return true
    }
    if isConflated {
      if !state.buffer.isEmpty, fault == .keepsOldest { return true }
      state.buffer = [element]
      return true
    }
    let used = state.buffer.count + (fault == .receiverTakesRoom ? state.received : 0)
    guard used < room else { return false }
    if fault == .losesThird, state.buffer.count == 2 { return true }
    return keep(element, &state)
  }

  private func keep(_ element: Token, _ state: inout State) -> Bool {
    state.buffer.append(element)
    return true
  }

  private func cancelSend(_ number: Int) {
    if fault == .ignoresCancel { return }
    change { state, due in
      guard let place = state.senders.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return
      }
      let waiter = state.senders.remove(at: place)
      if fault == .cancelledSends { state.buffer.append(waiter.element) }
      due.append { waiter.continuation.resume(throwing: CancellationError()) }
      if fault == .cancelEndsSenders { refuseSenders(&state, &due) }
    }
  }

  // MARK: Receiving

  func receive() async throws -> Token? {
    let number = number()
    let element = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Token?, any Error>) in
        change { state, due in
          if state.cancelled.remove(number) != nil {
            return due.append { continuation.resume(throwing: CancellationError()) }
          }
          if let element = next(&state, &due) { return due.append { continuation.resume(returning: element) } }
          if let end = state.end, fault != .waitsAfterClose {
            let result = answer(end, &state)
            return due.append { continuation.resume(with: result) }
          }
          state.received += 1
          state.receivers.append(Waiter(number: number, continuation: continuation))
        }
      }
    } onCancel: {
      cancelReceive(number)
    }
    if fault == .cancelTakesElement { try Task.checkCancellation() }
    return element
  }

  func iterate(_ body: (Token) -> Void) async throws {
    if fault == .iterationMissesClose, state.withLock({ $0.end != nil }) {
      return await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
    while let element = try await receive() {
      body(element)
      if fault == .iterationEndsEarly, state.withLock({ $0.buffer.isEmpty }) { return }
    }
  }

  func poll() -> ChannelPoll {
    change { state, due in
      if fault == .pollMissesLast, state.buffer.count == 1 { return .empty }
      if let element = next(&state, &due) { return .element(element) }
      return state.end != nil || fault == .pollEndsEarly ? .ended : .empty
    }
  }

  /// Takes the next element: from the buffer, to which a sender that waits then adds its own, or from a sender.
  private func next(_ state: inout State, _ due: inout Due) -> Token? {
    guard !state.buffer.isEmpty else {
      guard !state.senders.isEmpty else { return nil }
      let sender = state.senders.removeFirst()
      due.append { sender.continuation.resume() }
      return sender.element
    }
    let element = fault == .newestFirst ? state.buffer.removeLast() : state.buffer.removeFirst()
    if fault == .givesTwice, !state.hasGivenTwice {
      state.hasGivenTwice = true
      state.buffer.insert(element, at: 0)
    }
    if !state.senders.isEmpty, fault != .wakesNoSender {
      let sender = state.senders.removeFirst()
      state.buffer.insert(sender.element, at: fault == .admitsFirst ? 0 : state.buffer.count)
      due.append { sender.continuation.resume() }
    }
    return element
  }

  private func cancelReceive(_ number: Int) {
    if fault == .ignoresCancel { return }
    change { state, due in
      guard let place = state.receivers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return
      }
      let waiter = state.receivers.remove(at: place)
      due.append { waiter.continuation.resume(throwing: CancellationError()) }
      if fault == .cancelledStays { state.skips += 1 }
      guard fault == .cancelEndsReceivers else { return }
      for other in state.receivers { due.append { other.continuation.resume(returning: nil) } }
      state.receivers = []
    }
  }

  // MARK: Ending

  func close() -> Bool {
    change { state, due in
      guard state.end == nil else { return fault == .closesAgain }
      end(.closed, &state, &due)
      return true
    }
  }

  func fail(_ error: any Error) { change { state, due in if state.end == nil { end(.failed(error), &state, &due) } } }

  func cancel() { cancel(isReported: fault != .reportsNothing) }

  private func cancel(isReported: Bool) {
    change { state, due in
      if case .cancelled? = state.end { return }
      if state.end != nil, fault == .closeWins { return }
      if fault != .cancelKeepsBuffer {
        for element in state.buffer where style.reports && isReported {
          due.append { [undelivered] in undelivered(element) }
        }
        state.buffer = []
      }
      end(.cancelled, &state, &due)
    }
  }

  /// Ends the channel, as its sending end is gone.
  func loseSender() {
    if fault == .dropForgetsReceivers { return }
    change { state, due in
      guard state.end == nil else { return }
      if fault == .dropEmptiesBuffer { state.buffer = [] }
      end(.closed, &state, &due)
    }
  }

  /// Ends the waits of senders, and drops their elements.
  func forgetSenders() { change { state, due in refuseSenders(&state, &due) } }

  /// Drops what nobody can receive any more, and takes nothing.
  func loseReceiver() {
    if fault == .takesUnreceived { return forgetSenders() }
    if fault == .dropForgetsSenders { state.withLock { $0.senders = [] } }
    cancel(isReported: fault != .dropReportsNothing)
  }

  private func end(_ end: End, _ state: inout State, _ due: inout Due) {
    state.end = end
    switch (fault, end) {
    case (.closeDropsBuffer, .closed): state.buffer = []
    case (.refusedStays, .closed):
      state.buffer += state.senders.map(\.element)
      refuseSenders(&state, &due)
    case (.closeForgetsSenders, .closed), (.cancelForgetsSenders, .cancelled): state.senders = []
    case (.closeDropsSenders, .closed):
      for sender in state.senders { due.append { sender.continuation.resume() } }
      state.senders = []
    default: refuseSenders(&state, &due)
    }
    let receivers = fault == .closeWakesOne ? Array(state.receivers.prefix(1)) : state.receivers
    for receiver in receivers {
      let result = answer(end, &state)
      due.append { receiver.continuation.resume(with: result) }
    }
    state.receivers = []
  }

  private func refuseSenders(_ state: inout State, _ due: inout Due) {
    for sender in state.senders { due.append { sender.continuation.resume(throwing: Refused()) } }
    state.senders = []
  }

  /// What a receiver is told of the end.
  private func answer(_ end: End, _ state: inout State) -> Result<Token?, any Error> {
    guard case .failed(let error) = end, fault != .errorIsEnd else { return .success(nil) }
    let isForAll = style.errorReachesAll && fault != .errorReachesOne
    guard isForAll || !state.hasThrown else { return .success(nil) }
    state.hasThrown = true
    return .failure(error)
  }
}
