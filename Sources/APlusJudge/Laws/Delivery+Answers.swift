import APlusModel
import APlusRules

/// What calls on a channel are told: that it is full or has room, empty, or has ended.
extension ChannelDelivery {
  func answers() -> [Violation] { sends() + polls() + ends() + revived() + closes() + failures() }

  // MARK: Room

  /// Calls whose element was taken although the channel had no room for it.
  ///
  /// A receiver makes room as soon as it has begun. So does one that got no element, for one that was taken while it
  /// waited: it may have been given the element before it was cancelled, or before another took it away.
  func room() -> [Violation] {
    guard let room = channel.room else { return [] }
    let cancelled = channel.ends.filter(\.dropsElements).map(\.begin).min() ?? .max
    let starts = channel.takings.filter { $0.element != nil }.map(\.start).sorted()
    var others = channel.takings.filter { taking in taking.element == nil && taking.call.word != .poll }.sorted {
      $0.at < $1.at
    }
    let takes = channel.sends.compactMap { send in taken(send).map { (send: send, at: $0) } }.sorted { $0.at < $1.at }
    var made = 0
    var given = 0
    for (count, take) in takes.enumerated() {
      guard take.at < cancelled else { break }
      while made < starts.count, starts[made] < take.at { made += 1 }
      if let other = others.firstIndex(where: { $0.start < take.at && $0.at > take.send.begin }) {
        others.remove(at: other)
        given += 1
      }
      guard count + 1 - made - given > room else { continue }
      let what = room == 0 ? "before anybody took it" : "though the channel was full"
      return [
        violation(
          rules[.delivery, RuleOperation(channel.word), .fulfilled],
          "\(take.send.name) was told that \(name) had taken \(text(take.send.call.value ?? .undefined)), \(what)",
          room == 0 ? "a send ends when its element is taken" : "at most \(room) elements wait in the channel",
          type: .state, event: take.at)
      ]
    }
    return []
  }

  /// How many elements the channel may have had at most, at any time from one event to another.
  private func mostElements(from start: Int, to end: Int, besides call: ChannelCall) -> Int {
    let sent = channel.sends.count { $0.begin < end && $0.begin != call.begin && !isRefused($0) }
    return sent - channel.takings.count { $0.element != nil && $0.at < start }
  }

  // MARK: Sends

  private func sends() -> [Violation] {
    channel.sends.compactMap { send in
      let at = send.answer?.at ?? send.end
      if let end = channel.ends.first(where: { $0.end < send.begin }) { return afterEnd(end, send) }
      guard isRefused(send), !hasEnded(before: at), send.cancel.map({ $0.begin > at }) ?? true else { return nil }
      let isBeside = isBesideCancelled(before: at)
      if send.word == .send {
        return violation(
          isBeside ? rules[.delivery, .send, .cancelled] : rules[.delivery, RuleOperation(channel.word), .rejected],
          "\(send.name) was told that \(name) had not taken its element, though the channel was open",
          "a send waits until the channel takes its element", type: .state, event: at)
      }
      let isFull = channel.room.map { mostElements(from: send.begin, to: at, besides: send) >= $0 } ?? false
      // A receiver that was woken leaves its element in the buffer until it runs.
      guard !isFull || channel.room == 0 && hasReceiver(for: send) else { return nil }
      return violation(
        isBeside ? rules[.delivery, .offer, .cancelled] : rules[.delivery, .offer, .rejected],
        "\(send.name) was told that \(name) had not taken its element, though it had room", "the element is taken",
        type: .state, event: at)
    }
  }

  /// Whether a receiver certainly waits while an element is offered.
  private func hasReceiver(for offer: ChannelCall) -> Bool {
    guard let phase = facts.provenPhases.last(where: { $0 < offer.begin }) else { return false }
    let waiting = channel.takings.count { taking in
      taking.call.word != .poll && taking.start < phase && taking.at > offer.end
        && taking.call.cancel.map { $0.begin > offer.end } ?? true
    }
    let others = channel.sends.count { $0.begin > phase && $0.begin < offer.end && $0.begin != offer.begin }
    let isQuiet = channel.sends.allSatisfy { $0.begin > phase || $0.answer.map { $0.at < phase } ?? false }
    return isQuiet && waiting > others
  }

  /// A send that began when the channel had ended, and whose element was taken nevertheless.
  private func afterEnd(_ end: ChannelEnd, _ send: ChannelCall) -> Violation? {
    let received = element(of: send).flatMap { receivers[$0]?.first }
    guard received != nil || (isTold || send.word == .offer) && send.answer?.value != nil else { return nil }
    let operation = RuleOperation(send.word)
    let (requirement, what) =
      switch end.cause {
      case .cancelled: (rules[.delivery, operation, .dropped], "been cancelled")
      case .receiverDropped: (rules[.delivery, .dropReceiver], "lost its receiving end")
      case .closed, .failed, .senderDropped: (rules[.delivery, operation, .late], "been closed")
      }
    return violation(
      requirement, "\(name) took \(text(send.call.value ?? .undefined)) of \(send.name), though it had \(what) before",
      "nothing is taken any more", type: .state, event: received?.at ?? send.answer?.at)
  }

  // MARK: Receivers

  /// Polls that found nothing although there was something.
  private func polls() -> [Violation] {
    let cancelled = channel.ends.filter(\.dropsElements).map(\.begin).min() ?? .max
    return channel.takings.compactMap { taking in
      guard taking.foundNothing, taking.call.end < cancelled else { return nil }
      let before = channel.sends.filter { taken($0).map { $0 < taking.start } ?? false }
      let removed = channel.takings.count { $0.element != nil && $0.start < taking.call.end }
      let newest = before.map(\.begin).max() ?? .max
      let isThere =
        channel.word == .conflated
        ? !before.isEmpty
          && !channel.takings.contains { $0.element != nil && $0.at > newest && $0.start < taking.call.end }
        : before.count > removed
      guard isThere, channel.cancels.allSatisfy(\.call.word.isSend) else { return nil }
      return violation(
        rules[.delivery, .poll, .empty], "\(taking.call.name) found \(name) empty, though it had an element",
        "the poll gives the element", event: taking.call.end)
    }
  }

  /// Receivers that were told of an end before there was one, or that got an element after a cancel.
  private func ends() -> [Violation] {
    channel.takings.compactMap { taking in
      let word = RuleOperation(taking.call.word)
      if let element = taking.element {
        guard channel.ends.contains(where: { $0.dropsElements && $0.end < taking.start }) else { return nil }
        return violation(
          rules[.delivery, word, .dropped],
          "\(taking.call.name) got \(text(element)), though \(name) had been cancelled", "a cancel drops the elements",
          event: taking.at)
      }
      guard taking.answer != nil, !hasEnded(before: taking.at), taking.call.cancel.map({ $0.begin > taking.at }) ?? true
      else { return nil }
      let isBeside = isBesideCancelled(before: taking.at) && taking.call.word != .poll
      return violation(
        rules[.delivery, word, isBeside ? .cancelled : .closed],
        "\(taking.call.name) was told that \(name) had ended, though it was open", "it waits for an element",
        type: .state, event: taking.at)
    }
  }

  /// Elements that were received by a call which began after another had been told that no more come.
  ///
  /// What a receiver was given that was cancelled then may come back to the channel.
  private func revived() -> [Violation] {
    guard let told = channel.takings.filter(\.learnedOfEnd).min(by: { $0.at < $1.at }),
      channel.cancels.allSatisfy(\.call.word.isSend)
    else { return [] }
    return channel.takings.compactMap { taking in
      guard let element = taking.element, taking.start > told.at else { return nil }
      return violation(
        rules[.delivery, RuleOperation(told.call.word), .closed],
        "\(taking.call.name) got \(text(element)), though \(told.call.name) had been told that \(name) had ended",
        "receivers learn of the end when all elements were received", type: .state, event: taking.at)
    }
  }

  // MARK: Ends

  /// Closes that say that they closed a channel which was closed, or that they did not.
  private func closes() -> [Violation] {
    channel.ends.compactMap { close in
      guard case .closed = close.cause, let answer = close.answer else { return nil }
      if answer, channel.ends.contains(where: { $0.end < close.begin }) {
        return violation(
          rules[.delivery, .close, .again], "a close of \(name) said that it closed it, though it had ended before",
          "a close says so once", type: .state, event: close.begin)
      }
      guard !answer, !channel.ends.contains(where: { $0.begin < close.end && $0.begin != close.begin }) else {
        return nil
      }
      return violation(
        rules[.delivery, .close, .rejected], "the only close of \(name) said that it did not close it",
        "the close says that it closed the channel", type: .state, event: close.begin)
    }
  }

  /// Receivers that got something else than the error that ended the channel.
  ///
  /// One that comes later may get the error or the end; but somebody gets the error.
  private func failures() -> [Violation] {
    guard channel.ends.count == 1, let end = channel.ends.first, case .failed(let reason) = end.cause else { return [] }
    let isForAll = facts.isDeclared(ChannelProfile.errorReachesAll)
    guard isForAll || facts.isDeclared(ChannelProfile.errorReachesFirst) else { return [] }
    let told = channel.takings.filter { taking in
      taking.element == nil && taking.answer != nil && taking.call.cancel == nil && taking.call.word != .poll
    }.sorted { $0.at < $1.at }
    let gotError = told.filter { $0.answer?.error.map { facts.isSame($0, reason) } ?? false }
    let phase = facts.provenPhases.last { $0 < end.begin } ?? 0
    let waited = told.filter { $0.start < phase }
    let missed = waited.first { taking in !gotError.contains { $0.start == taking.start } }
    let wrong = gotError.isEmpty ? told.first : isForAll ? missed : gotError.dropFirst().first
    guard let wrong else { return [] }
    let isSecond = !gotError.isEmpty && !isForAll
    return [
      violation(
        rules[.agreement, RuleOperation(wrong.call.word), .failed],
        isSecond
          ? "\(wrong.call.name) got \(text(reason)), which ended \(name), as another receiver had"
          : "\(wrong.call.name) did not get \(text(reason)), which ended \(name)",
        isForAll ? "every receiver that waits gets the error" : "one receiver gets the error, the others the end",
        law: .agreement, event: wrong.at)
    ]
  }
}
