import APlusModel

/// One call on a channel, with its answers.
struct ChannelCall {
  let call: StartCall
  let word: ChannelWord
  /// The sequence number with which the call begins, and the one with which it returns; `Int.max` where it has not.
  let begin: Int
  let end: Int
  /// The frames of the handler, in order.
  let runs: [FrameRecord]
  /// The first cancel of the call; nil where nothing cancels it.
  let cancel: (begin: Int, end: Int)?
  /// The handler's name in messages.
  let name: String

  /// The answer of a call that has one.
  var answer: ChannelAnswer? { runs.first.map(ChannelAnswer.init) }
}

/// What a call on a channel is told.
struct ChannelAnswer {
  enum Meaning {
    /// The element was taken, or is here.
    case value(TracedValue)
    /// The element was not taken, or no more elements come.
    case nothing
    case error(TracedValue)
  }

  let meaning: Meaning
  let at: Int

  fileprivate init(_ run: FrameRecord) {
    at = run.begin
    guard case .handler(let user, _, let slot) = run.frame else {
      meaning = .nothing
      return
    }
    let argument = user.arguments.first ?? .undefined
    switch slot {
    case .onFulfilled: meaning = .value(argument)
    case .onRejected, .both: meaning = .error(argument)
    case .finally, .neither: meaning = .nothing
    }
  }

  var value: TracedValue? { if case .value(let value) = meaning { value } else { nil } }
  var error: TracedValue? { if case .error(let error) = meaning { error } else { nil } }
}

/// An attempt to take one element.
///
/// An iteration makes one after another: the next begins where the answer to the last has come.
struct Taking {
  let call: ChannelCall
  let start: Int
  let answer: ChannelAnswer?

  /// The element; nil where there is none.
  var element: TracedValue? { answer?.value }
  var at: Int { answer?.at ?? .max }
  /// Whether it ends at once, and found nothing.
  var foundNothing: Bool { call.word == .poll && answer == nil && call.end != .max }
  /// Whether it was told that no more elements come.
  var learnedOfEnd: Bool { answer != nil && element == nil && call.cancel == nil }
  /// Whether it waits, and nothing has cancelled it.
  var isWaiting: Bool { call.word != .poll && answer == nil && call.cancel == nil }
}

/// What ends a channel.
struct ChannelEnd {
  enum Cause {
    case closed
    case failed(TracedValue)
    case cancelled
    /// The library has let go of the sending end, or of the receiving end.
    case senderDropped
    case receiverDropped
  }

  let cause: Cause
  let begin: Int
  /// When it has certainly happened; `Int.max` where that is not known.
  let end: Int
  /// Whether it says that it ended the channel; nil where it says nothing.
  let answer: Bool?

  /// Whether nobody receives what the channel has.
  var dropsElements: Bool {
    switch cause {
    case .cancelled, .receiverDropped: true
    case .closed, .failed, .senderDropped: false
    }
  }
}

/// What a trace shows of one channel.
struct ChannelRecord {
  let reference: Int
  let word: ChannelWord
  /// How many elements it has room for; nil for any number.
  let room: Int?
  var sends: [ChannelCall] = []
  var takings: [Taking] = []
  var ends: [ChannelEnd] = []
  /// The calls that let go of an end.
  fileprivate var drops: [ChannelCall] = []
  /// Elements that were reported as undelivered, with their events.
  var reports: [(element: TracedValue, at: Int)] = []

  /// The calls that may wait and were cancelled.
  var cancels: [(call: ChannelCall, begin: Int, end: Int)] {
    var seen: Set<Int> = []
    return (sends + takings.map(\.call)).compactMap { call in
      guard let cancel = call.cancel, seen.insert(call.begin).inserted else { return nil }
      return (call, cancel.begin, cancel.end)
    }
  }
}

extension Facts {
  /// The call about a channel that a frame starts; nil for other frames.
  func channelCall(startedAt frame: Int) -> StartCall? {
    guard hasChannels, case .start(let call, _) = frames[frame].frame, call.channelWord != nil else { return nil }
    return call
  }

  /// The call about a channel whose handler a frame runs; nil for other frames.
  func channelCall(of record: FrameRecord) -> StartCall? {
    guard hasChannels, let number = record.frame.registration, let registration = registrations[number] else {
      return nil
    }
    return channelCall(startedAt: registration.frame)
  }

  /// The channels, in the order in which they were made.
  var channels: [ChannelRecord] {
    var channels: [ChannelRecord] = []
    var places: [Int: Int] = [:]
    let cancels = Dictionary(self.cancels.map { ($0.promise, interval(of: $0)) }) { first, _ in first }
    for number in registrationOrder {
      guard let registration = registrations[number], let call = channelCall(startedAt: registration.frame),
        let word = call.channelWord
      else { continue }
      let record = frames[registration.frame]
      let runs = registration.runs.map { frames[$0] }
      if word.isKind, let reference = call.call.reference {
        places[reference] = channels.count
        channels.append(
          ChannelRecord(
            reference: reference, word: word, room: room(of: word, call.value),
            reports: runs.compactMap { run in ChannelAnswer(run).value.map { ($0, run.begin) } }))
      } else if let channel = call.members.first?.reference.flatMap({ places[$0] }) {
        let made = ChannelCall(
          call: call, word: word, begin: record.begin, end: record.end ?? .max, runs: runs,
          cancel: call.call.reference.flatMap { cancels[$0] }, name: "`\(record.named(call.function))`")
        note(made, in: &channels[channel])
      }
    }
    for (reference, place) in places {
      let drops = channels[place].drops.map { end(droppedBy: $0, in: channels[place]) }
      channels[place].ends += ends(of: reference) + drops
    }
    return channels
  }

  private func room(of word: ChannelWord, _ value: TracedValue?) -> Int? {
    switch word {
    case .rendezvous: return 0
    case .bounded: if case .integer(let room)? = value { return room }
    default: break
    }
    return nil
  }

  private func note(_ call: ChannelCall, in channel: inout ChannelRecord) {
    switch call.word {
    case .send, .offer: channel.sends.append(call)
    case .receive, .poll: channel.takings.append(Taking(call: call, start: call.begin, answer: call.answer))
    case .iterate:
      var start = call.begin
      for run in call.runs {
        channel.takings.append(Taking(call: call, start: start, answer: ChannelAnswer(run)))
        start = run.end ?? .max
      }
      let last = channel.takings.last { $0.call.begin == call.begin }
      if last == nil || last?.element != nil { channel.takings.append(Taking(call: call, start: start, answer: nil)) }
    case .close:
      let answer = call.answer.map { $0.value != nil }
      channel.ends.append(ChannelEnd(cause: .closed, begin: call.begin, end: call.end, answer: answer))
    case .dropSender, .dropReceiver: channel.drops.append(call)
    case .rendezvous, .bounded, .unlimited, .conflated: break
    }
  }

  /// What the drop of one end does to a channel, as soon as no call holds that end and nothing can run any more.
  private func end(droppedBy call: ChannelCall, in channel: ChannelRecord) -> ChannelEnd {
    let isSender = call.word == .dropSender
    let holding =
      isSender
      ? channel.sends.filter { $0.word == .send && $0.begin < call.begin }.map { $0.answer?.at ?? .max }
      : channel.takings.filter { $0.call.word != .poll && $0.start < call.begin }.map(\.at)
    let since = holding.reduce(call.end, max)
    return ChannelEnd(
      cause: isSender ? .senderDropped : .receiverDropped, begin: call.begin,
      end: since == .max ? .max : provenPhase(after: since), answer: nil)
  }

  /// The errors and cancels that end a channel.
  private func ends(of channel: Int) -> [ChannelEnd] {
    let failures = (attempts[channel] ?? []).compactMap { attempt -> ChannelEnd? in
      guard case .rejected(let reason) = attempt.meaning else { return nil }
      return ChannelEnd(cause: .failed(reason), begin: attempt.begin, end: attempt.end, answer: nil)
    }
    let cancels = self.cancels.filter { $0.promise == channel }.map { cancel in
      ChannelEnd(cause: .cancelled, begin: interval(of: cancel).begin, end: interval(of: cancel).end, answer: nil)
    }
    return failures + cancels
  }
}
