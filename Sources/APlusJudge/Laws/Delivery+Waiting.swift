import APlusModel
import APlusRules

/// Calls that wait when nothing can run any more, though what they wait for has come.
///
/// At the end a call that has no answer gets none; in earlier phases, what comes later shows what was there.
extension ChannelDelivery {
  func waiting() -> [Violation] {
    let cancelled = cancelledCalls() + overlooked()
    guard facts.trace.ending == .quiet else { return cancelled }
    let senders = channel.sends.filter { $0.answer == nil && $0.cancel == nil && $0.end != .max }
    let receivers = channel.takings.filter { $0.isWaiting && $0.call.end != .max && $0.start != .max }
    let calls = senders + receivers.map(\.call)
    if let end = channel.ends.first(where: { $0.end != .max }) {
      return cancelled + calls.filter { !mayStillWait($0) }.map { call in left(call, by: end) }
    }
    return cancelled + unanswered(senders) + stuck(senders.filter { $0.word == .send }, receivers)
  }

  /// Whether a sender may wait after the end.
  ///
  /// A library may deliver its element after a close, or an error, and before receivers learn of that: so it may wait
  /// as long as no receiver has come.
  private func mayStillWait(_ call: ChannelCall) -> Bool {
    guard call.word == .send, !channel.ends.contains(where: \.dropsElements) else { return false }
    return !channel.takings.contains { $0.isWaiting || $0.learnedOfEnd }
  }

  /// Calls that were cancelled and did not end, or only when something else had happened.
  private func cancelledCalls() -> [Violation] {
    channel.cancels.compactMap { call, _, end in
      let last = channel.takings.last { $0.call.begin == call.begin }
      let answer = call.word == .iterate ? last?.answer : call.answer
      let isOpen = answer == nil || call.word == .iterate && answer?.value != nil
      guard isOpen ? facts.trace.ending == .quiet && end != .max : answer?.at ?? 0 > facts.provenPhase(after: end)
      else { return nil }
      let when = isOpen ? "got no answer" : "got its answer only after something else had happened"
      return violation(
        rules[.cancellation, RuleOperation(call.word)],
        "\(call.name) \(when), though its \(call.word.rawValue) was cancelled", "a call that is cancelled ends at once",
        type: .cancellation, law: .cancellation, event: isOpen ? nil : answer?.at)
    }
  }

  /// A call that waits on a channel that has ended.
  private func left(_ call: ChannelCall, by end: ChannelEnd) -> Violation {
    let operation = RuleOperation(call.word)
    let (requirement, what) =
      switch end.cause {
      case .closed: (rules[.liveness, operation, .closed], "was closed")
      case .failed: (rules[.liveness, operation, .failed], "was ended with an error")
      case .cancelled: (rules[.liveness, operation, .dropped], "was cancelled")
      case .senderDropped: (rules[.liveness, .dropSender], "has lost its sending end")
      case .receiverDropped: (rules[.liveness, .dropReceiver], "has lost its receiving end")
      }
    return violation(
      requirement, "\(call.name) waits for ever, though \(name) \(what)", "the call ends, as the channel has",
      type: .count, law: .liveness)
  }

  /// Offers that said nothing.
  private func unanswered(_ calls: [ChannelCall]) -> [Violation] {
    calls.filter { $0.word == .offer }.map { call in
      violation(
        rules[.liveness, .offer], "\(call.name) of an offer to \(name) was never called",
        "an offer is answered at once", type: .count, law: .liveness)
    }
  }

  /// Senders that wait though there is room, or somebody waits for their elements.
  private func stuck(_ senders: [ChannelCall], _ receivers: [Taking]) -> [Violation] {
    guard let first = senders.first else { return [] }
    let sent = channel.sends.count { $0.answer != nil && !isRefused($0) }
    let isFull = channel.room.map { sent - self.receivers.values.joined().count >= $0 } ?? false
    guard !isFull || !receivers.isEmpty else { return [] }
    let why = receivers.isEmpty ? "has room" : "has a receiver that waits"
    let requirement =
      isBesideCancelled(before: .max)
      ? rules[.liveness, .send, .cancelled] : rules[.liveness, RuleOperation(channel.word)]
    return [
      violation(
        requirement, "\(first.name) waits for ever to send to \(name), which \(why)", "the channel takes the element",
        type: .count, law: .liveness)
    ]
  }

  // MARK: Earlier phases

  /// Calls that still waited when nothing could run any more, though what they wait for was there: later calls show it.
  private func overlooked() -> [Violation] {
    for phase in facts.provenPhases {
      guard !channel.ends.contains(where: { $0.begin < phase }) else { return [] }
      if let violation = overlookedReceiver(at: phase) ?? overlookedSender(at: phase) { return [violation] }
    }
    return []
  }

  private func isWaiting(_ call: ChannelCall, from start: Int, to end: Int, at phase: Int) -> Bool {
    start < phase && end > phase && call.end < phase && call.cancel.map { $0.begin > phase } ?? true
  }

  /// A receiver that waited although an element was there, which another received later.
  private func overlookedReceiver(at phase: Int) -> Violation? {
    let receiver = channel.takings.first { taking in
      taking.call.word != .poll && isWaiting(taking.call, from: taking.start, to: taking.at, at: phase)
    }
    guard let receiver else { return nil }
    for send in channel.sends {
      guard taken(send) ?? .max < phase, let element = element(of: send), let taking = receivers[element]?.first,
        taking.at > phase, taking.start > phase || taking.call.begin == receiver.call.begin
      else { continue }
      let isBesideCancelled = channel.cancels.contains { !$0.call.word.isSend && $0.begin < phase }
      return violation(
        isBesideCancelled
          ? rules[.delivery, RuleOperation(receiver.call.word), .lost] : rules[.liveness, RuleOperation(channel.word)],
        "\(receiver.call.name) still waited when nothing could run any more, though \(name) had \(text(element))",
        "a receiver that waits gets the element", type: .count, law: isBesideCancelled ? .delivery : .liveness,
        event: phase)
    }
    return nil
  }

  /// A sender that waited although there was room.
  private func overlookedSender(at phase: Int) -> Violation? {
    guard let room = channel.room else { return nil }
    let waiting = channel.sends.filter { send in
      send.word == .send && isWaiting(send, from: send.begin, to: send.answer?.at ?? .max, at: phase)
    }
    guard let sender = waiting.first else { return nil }
    let others = channel.sends.count { send in
      send.begin < phase && !isRefused(send) && !waiting.contains { $0.begin == send.begin }
    }
    let most = others - channel.takings.count { $0.element != nil && $0.at < phase }
    guard most < room else { return nil }
    let requirement =
      isBesideCancelled(before: phase)
      ? rules[.liveness, .send, .cancelled] : rules[.liveness, RuleOperation(channel.word)]
    return violation(
      requirement, "\(sender.name) still waited when nothing could run any more, though \(name) had room",
      "the channel takes the element", type: .count, law: .liveness, event: phase)
  }
}
