/// Reads the text of an event without a tree of JSON values.
///
/// Only events of the frequent kinds in their usual form are read, which is most of a large trace.
/// Whatever else there is, also what is wrong, is left to the reader of JSON, which says why.
struct EventText {
  private(set) var cursor: TextCursor
  private var numbers = Numbers()
  private var texts = Texts()
  private var values = Values()
  /// The arguments of the call, or of the last one before it; equal ones are kept once.
  private(set) var arguments: [TracedValue]

  /// The members that are numbers or words; -1 and 0 stand for one that is not there.
  private struct Numbers {
    var n = -1
    var s = -1
    var f = -1
    var r = -1
    var step = -1
    var reg = -1
    var call = -1
    var argc = -1
    var event: UInt64 = 0
    var frame: UInt64 = 0
    var slot: UInt64 = 0
    var door: UInt64 = 0
  }

  private struct Texts {
    var ok = TextCursor.TextRange()
    var bad = TextCursor.TextRange()
    var function = TextCursor.TextRange()
    var name = TextCursor.TextRange()
    var receiver = TextCursor.TextRange()
    var context = TextCursor.TextRange()
    var promise = TextCursor.TextRange()
    var names: [String]?
  }

  private struct Values {
    var on: TracedValue?
    var with: TracedValue?
    var value: TracedValue?
    var gives: TracedValue?
    var returned: TracedValue?
    var threw: TracedValue?
    var hasArguments = false
    var first: TracedValue?
    var second: TracedValue?
    var indices: RepeatIndices?
  }

  init(_ cursor: TextCursor, sharing arguments: [TracedValue]) {
    self.cursor = cursor
    self.arguments = arguments
  }

  /// The event that comes next; nil where the text is to be read as JSON.
  mutating func event() -> Event? {
    guard cursor.take(UInt8(ascii: "{")) else { return nil }
    repeat {
      guard let key = cursor.word().flatMap(Key.init), cursor.take(UInt8(ascii: ":")), member(key)
      else {
        return nil
      }
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "}")), numbers.n >= 1, numbers.s >= 0, let kind = kind() else {
      return nil
    }
    return Event(
      sequence: numbers.n,
      stack: numbers.s,
      round: max(numbers.r, 0),
      indices: values.indices ?? [],
      kind: kind
    )
  }

  // MARK: Kinds

  private mutating func kind() -> Event.Kind? {
    switch Word(rawValue: numbers.event) {
    case .begin:
      guard numbers.f >= 0, let frame = frame() else { return nil }
      return .begin(frame: numbers.f, frame)
    case .end: return numbers.f >= 0 ? .end(frame: numbers.f, result) : nil
    case .`let`:
      guard numbers.step >= 0, let name = cursor.text(texts.name), let value = values.value else {
        return nil
      }
      return .bound(step: numbers.step, name: name, value: value)
    case .mark:
      guard numbers.step >= 0, let name = cursor.text(texts.name) else { return nil }
      return .mark(step: numbers.step, name: name)
    case .block: return numbers.step >= 0 ? .block(step: numbers.step) : nil
    case nil: return nil
    }
  }

  private var result: FrameResult {
    if let value = values.gives { return .gives(value) }
    if let value = values.returned { return .returned(value) }
    return values.threw.map(FrameResult.threw) ?? .nothing
  }

  private mutating func frame() -> Frame? {
    let step = numbers.step >= 0 ? numbers.step : nil
    switch FrameWord(rawValue: numbers.frame) {
    case .make:
      guard let state = cursor.text(texts.promise) else { return nil }
      let door = DoorWord(rawValue: numbers.door)
      guard numbers.door == 0 || door != nil else { return nil }
      return .make(
        step: step,
        state: state,
        with: values.with,
        isReadyMade: door == .ready
      )
    case .then:
      guard let step, let subject = values.on, numbers.reg >= 1 else { return nil }
      return .then(
        step: step,
        on: subject,
        registration: numbers.reg,
        onFulfilled: cursor.text(texts.ok).map(Slot.function) ?? .absent,
        onRejected: cursor.text(texts.bad).map(Slot.function) ?? .absent
      )
    case .handler:
      guard let call = userCall(), numbers.reg != 0,
        let slot = SlotWord(rawValue: numbers.slot)?.slot
      else { return nil }
      return .handler(call, registration: numbers.reg > 0 ? numbers.reg : nil, slot)
    case .fulfill: return settle(step, .fulfill)
    case .reject: return settle(step, .reject)
    case .resolve: return settle(step, .resolve)
    case .drop:
      guard let step, let names = texts.names else { return nil }
      return .drop(step: step, names: names)
    case nil: return nil
    }
  }

  private func settle(_ step: Int?, _ verb: Settlement) -> Frame? {
    guard let subject = values.on, let value = values.with else { return nil }
    return .settle(step: step, verb, on: subject, with: value)
  }

  private mutating func userCall() -> UserCall? {
    if arguments.first != values.first || arguments.dropFirst().first != values.second {
      arguments = [values.first, values.second].compactMap(\.self)
    }
    guard let function = cursor.text(texts.function), numbers.call >= 1, numbers.argc >= 0 else {
      return nil
    }
    return UserCall(
      function: function,
      call: numbers.call,
      argumentCount: numbers.argc,
      arguments: arguments,
      receiver: cursor.text(texts.receiver),
      context: cursor.text(texts.context)
    )
  }

  // MARK: Members

  /// Reads the value of a member; false for one that is not of the usual form, or that is there twice.
  private mutating func member(_ key: Key) -> Bool {
    switch key {
    case .n: cursor.read(&numbers.n)
    case .s: cursor.read(&numbers.s)
    case .f: cursor.read(&numbers.f)
    case .r: cursor.read(&numbers.r)
    case .step: cursor.read(&numbers.step)
    case .reg: cursor.read(&numbers.reg)
    case .call: cursor.read(&numbers.call)
    case .argc: cursor.read(&numbers.argc)
    case .e: cursor.read(&numbers.event)
    case .`in`: cursor.read(&numbers.frame)
    case .ok: cursor.read(&texts.ok)
    case .bad: cursor.read(&texts.bad)
    case .fn: cursor.read(&texts.function)
    case .slot: cursor.read(&numbers.slot)
    case .name: cursor.read(&texts.name)
    case .this: cursor.read(&texts.receiver)
    case .context: cursor.read(&texts.context)
    case .promise: cursor.read(&texts.promise)
    case .door: cursor.read(&numbers.door)
    case .on: cursor.read(&values.on)
    case .with: cursor.read(&values.with)
    case .value: cursor.read(&values.value)
    case .gives: cursor.read(&values.gives)
    case .returned: cursor.read(&values.returned)
    case .threw: cursor.read(&values.threw)
    case .args: readArguments()
    case .i: readIndices()
    case .names: readNames()
    }
  }

  /// Reads the arguments of a call, of which at most two are recorded.
  private mutating func readArguments() -> Bool {
    guard !values.hasArguments else { return false }
    var first: TracedValue?
    var second: TracedValue?
    let isRead = cursor.readArray { cursor in
      guard second == nil, let value = cursor.value() else { return false }
      if first == nil { first = value } else { second = value }
      return true
    }
    values.hasArguments = true
    values.first = first
    values.second = second
    return isRead
  }

  private mutating func readIndices() -> Bool {
    guard values.indices == nil else { return false }
    var indices = RepeatIndices()
    let isRead = cursor.readArray { cursor in cursor.number().map { indices.append($0) } ?? false }
    values.indices = indices
    return isRead
  }

  private mutating func readNames() -> Bool {
    guard texts.names == nil else { return false }
    var names: [String] = []
    let isRead = cursor.readArray { cursor in
      guard let name = cursor.textRange().flatMap({ cursor.text($0) }) else { return false }
      names.append(name)
      return true
    }
    texts.names = names
    return isRead
  }
}
