import APlusModel
import APlusRules

/// Law 14: what a channel takes is received once, in order, and no answer is false.
///
/// The law is about elements, each sent once: none is both received and refused, none that was taken is lost, none is
/// received twice. It compares intervals: a call takes effect between its begin and its answer, so only what no order of
/// these moments explains is a violation. Calls that wait are asked whenever nothing can run any more
/// (`Delivery+Waiting.swift`).
struct Delivery {
  let facts: Facts

  func violations() -> [Violation] {
    guard facts.hasChannels else { return [] }
    return facts.channels.flatMap { channel in ChannelDelivery(channel, facts).violations() }
  }
}

/// The law, for one channel.
struct ChannelDelivery {
  let facts: Facts
  let channel: ChannelRecord
  let name: String
  /// Whether a sender learns that its element was not taken.
  let isTold: Bool
  /// The calls that send an element, by the element.
  let senders: [TracedValue: [ChannelCall]]
  /// What received an element, by the element.
  let receivers: [TracedValue: [Taking]]

  init(_ channel: ChannelRecord, _ facts: Facts) {
    self.facts = facts
    self.channel = channel
    name = facts.trace.text(.reference(channel.reference))
    isTold = facts.isDeclared(ChannelProfile.told)
    senders = Dictionary(grouping: channel.sends) { $0.call.value ?? .undefined }
    receivers = Dictionary(grouping: channel.takings.filter { $0.element != nil }) { $0.element ?? .undefined }
  }

  func violations() -> [Violation] {
    received() + refused() + lost() + unreported() + order() + stale() + room() + answers() + waiting()
  }

  // MARK: What calls show

  /// From when on it is certain that the channel took the element of a call; nil where it is not.
  ///
  /// A sender that is not told may return without that, once it was cancelled or the channel has ended.
  func taken(_ send: ChannelCall) -> Int? {
    guard let answer = send.answer, answer.value != nil else { return nil }
    let isCertain = send.word == .offer || isTold
    if !isCertain, send.cancel.map({ $0.begin < answer.at }) ?? false || hasEnded(before: answer.at) { return nil }
    return answer.at
  }

  /// Whether it is certain that the channel did not take the element of a call.
  func isRefused(_ send: ChannelCall) -> Bool {
    guard let answer = send.answer, answer.value == nil else { return false }
    return send.word == .offer || isTold
  }

  /// The element of a call that nothing else sends; nil where others do.
  func element(of send: ChannelCall) -> TracedValue? {
    guard let element = send.call.value, senders[element]?.count == 1 else { return nil }
    return element
  }

  func hasEnded(before event: Int) -> Bool { channel.ends.contains { $0.begin < event } }

  /// Whether another call that waits was cancelled before an event.
  func isBesideCancelled(before event: Int) -> Bool { channel.cancels.contains { $0.begin < event } }

  func text(_ value: TracedValue) -> String { facts.trace.text(value) }

  func violation(
    _ requirement: String, _ message: String, _ expected: String, type: FailureType = .value, law: Law = .delivery,
    event: Int? = nil
  ) -> Violation {
    Violation(
      law: law, requirement: requirement, type: type, message: message, expected: expected, observed: message,
      event: event)
  }

  // MARK: Elements

  /// Elements that nobody had sent, or that were received before.
  private func received() -> [Violation] {
    var counts: [TracedValue: Int] = [:]
    return channel.takings.filter { $0.element != nil }.sorted { $0.at < $1.at }.compactMap { taking in
      guard let element = taking.element else { return nil }
      let sent = (senders[element] ?? []).count { $0.begin < taking.at }
      counts[element, default: 0] += 1
      guard counts[element] ?? 0 > sent else { return nil }
      let operation = RuleOperation(taking.call.word)
      return sent == 0
        ? violation(
          rules[.delivery, operation, .other],
          "\(taking.call.name) got \(text(element)), which nobody had sent to \(name)", "an element of the channel",
          event: taking.at)
        : violation(
          rules[.delivery, operation, .again],
          "\(taking.call.name) got \(text(element)), which \(name) had given before", "each element is received once",
          type: .count, event: taking.at)
    }
  }

  /// Elements that were received although their senders were told that they were not taken.
  private func refused() -> [Violation] {
    channel.sends.compactMap { send in
      guard isRefused(send), let element = element(of: send), let taking = receivers[element]?.first else { return nil }
      let isCancelled = send.cancel != nil && send.answer?.error != nil
      return violation(
        rules[.delivery, RuleOperation(send.word), isCancelled ? .cancelled : .refused],
        "\(taking.call.name) got \(text(element)), though \(send.name) was told that \(name) had not taken it",
        "an element is received, or its sender is told that it is not", event: taking.at)
    }
  }

  /// Elements that the channel took, that nobody received, and that are not there any more.
  private func lost() -> [Violation] {
    // What a cancel of the channel drops, the hook reports.
    guard !channel.ends.contains(where: \.dropsElements) else { return [] }
    let reported = Set(channel.reports.map(\.element))
    return channel.sends.compactMap { send in
      guard let since = taken(send), let element = element(of: send), receivers[element] == nil,
        !reported.contains(element)
      else { return nil }
      if channel.word == .conflated, isReplaced(send) { return nil }
      guard let witness = channel.takings.first(where: { isWitness($0, since: since) }) else { return nil }
      let seen =
        witness.foundNothing
        ? "found \(name) empty"
        : witness.answer == nil ? "waits for an element of \(name)" : "was told that \(name) had ended"
      return violation(
        requirement(ofLost: send, since),
        "\(text(element)) was lost: \(name) took it, nobody received it, and \(witness.call.name) \(seen)",
        "each element that the channel takes is received", type: .count, event: witness.answer?.at)
    }
  }

  /// Whether a newer element may have taken the place of an element in a conflated channel: one that is not certain to
  /// have been taken before.
  private func isReplaced(_ send: ChannelCall) -> Bool {
    channel.sends.contains { other in
      other.begin != send.begin && !isRefused(other) && taken(other) ?? .max > send.begin
    }
  }

  /// Whether an attempt to receive shows that the channel has none of the elements that it had taken before.
  private func isWitness(_ taking: Taking, since: Int) -> Bool {
    guard taking.element == nil, taking.call.cancel == nil else { return false }
    if taking.isWaiting { return facts.trace.ending == .quiet }
    return taking.start > since && taking.at != .max || taking.foundNothing && taking.start > since
  }

  private func requirement(ofLost send: ChannelCall, _ since: Int) -> String {
    if channel.word == .conflated { return rules[.delivery, .conflated, .lost] }
    // The element may have been handed to a receiver that was being cancelled, or had been.
    let receiving = channel.cancels.first { !$0.call.word.isSend }
    if let receiving { return rules[.delivery, RuleOperation(receiving.call.word), .lost] }
    if let end = channel.ends.first {
      if case .senderDropped = end.cause { return rules[.delivery, .dropSender] }
      return rules[
        .delivery, RuleOperation(send.word), end.begin > send.begin && end.begin < since ? .pending : .closed]
    }
    return rules[.delivery, RuleOperation(send.word), .lost]
  }

  /// Elements that a channel with a hook dropped and did not report, or reported and delivered.
  private func unreported() -> [Violation] {
    guard facts.isDeclared(ChannelProfile.hook) else { return [] }
    var seen: Set<TracedValue> = []
    let again = channel.reports.compactMap { element, at -> Violation? in
      let isSecond = !seen.insert(element).inserted
      guard isSecond || receivers[element] != nil else { return nil }
      return violation(
        rules[.delivery, RuleOperation(channel.word), .dropped],
        "\(name) reported \(text(element)) as undelivered, which \(isSecond ? "it had reported before" : "was received")",
        "an element is received, or reported once", type: .count, event: at)
    }
    guard facts.trace.ending == .quiet, channel.word != .conflated,
      let end = channel.ends.first(where: { $0.dropsElements && $0.end != .max })
    else { return again }
    let (requirement, what) =
      if case .receiverDropped = end.cause { (rules[.delivery, .dropReceiver], "lost its receiving end") } else {
        (rules[.delivery, RuleOperation(channel.word), .dropped], "was cancelled")
      }
    return again
      + channel.sends.compactMap { send in
        guard taken(send) != nil, let element = element(of: send), receivers[element] == nil, !seen.contains(element)
        else { return nil }
        return violation(
          requirement, "\(text(element)) was lost: \(name) took it, \(what), and did not report it",
          "an element that nobody will receive is reported", type: .count)
      }
  }

  // MARK: Order

  /// Elements that overtook others whose calls had ended before theirs began.
  private func order() -> [Violation] {
    struct Passage {
      let element: TracedValue
      let taken: Int
      let begin: Int
      /// The attempt that received it; nil where none did.
      let taking: Taking?
    }
    let passages = channel.sends.compactMap { send -> Passage? in
      guard let element = element(of: send) else { return nil }
      let taking = receivers[element]?.first
      return Passage(element: element, taken: taken(send) ?? taking?.at ?? .max, begin: send.begin, taking: taking)
    }
    let isDropped =
      channel.word == .conflated || channel.ends.contains(where: \.dropsElements) || !channel.cancels.isEmpty
    var earlier = passages.filter { $0.taken != .max && (!isDropped || $0.taking != nil) }.sorted {
      $0.taken < $1.taken
    }[...]
    // Of the elements that had been taken before, the one whose reception began last.
    var latest: Passage?
    for passage in passages.sorted(by: { $0.begin < $1.begin }) {
      while let next = earlier.first, next.taken < passage.begin {
        if latest == nil || (next.taking?.start ?? .max) > (latest?.taking?.start ?? .max) { latest = next }
        earlier = earlier.dropFirst()
      }
      guard let taking = passage.taking, let latest, latest.taking?.start ?? .max > taking.at else { continue }
      // One that nobody received is lost, where that shows.
      if latest.taking == nil, channel.takings.contains(where: { isWitness($0, since: latest.taken) }) { return [] }
      return [
        violation(
          rules[.order, RuleOperation(taking.call.word)],
          "\(taking.call.name) got \(text(passage.element)) before \(text(latest.element)), which \(name) had taken first",
          "elements are received in the order in which they were taken", type: .order, law: .order, event: taking.at)
      ]
    }
    return []
  }

  /// Elements that a channel gave although it had a newer one, and keeps only that.
  private func stale() -> [Violation] {
    guard channel.word == .conflated else { return [] }
    return channel.sends.compactMap { send in
      guard let element = element(of: send), let taking = receivers[element]?.first,
        let newer = channel.sends.first(where: { other in
          taken(send).map { $0 < other.begin } ?? false && taken(other).map { $0 < taking.start } ?? false
        })
      else { return nil }
      return violation(
        rules[.delivery, .conflated, .stale],
        "\(taking.call.name) got \(text(element)), though \(name) had taken \(text(newer.call.value ?? .undefined)) since",
        "the newest element", event: taking.at)
    }
  }
}
