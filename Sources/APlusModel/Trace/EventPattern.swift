/// The text of an event, with holes where other events of the same repeat have other numbers.
final class EventPattern: Sendable {
  /// What the number in a hole is.
  private enum Role {
    case frame
    case index
    /// The registration of a `then`, or of a handler.
    case registration
    /// The promise that `then` is called on.
    case subject
    /// The identity that the frame ended with.
    case result
  }

  /// A text, and the hole behind it; none behind the last one.
  private struct Piece: Sendable {
    var text: Range<Int>
    var hole: Role?
  }

  private let event: Event
  private let texts: [UInt8]
  private let pieces: [Piece]

  /// Makes a pattern of an event and its text behind its number.
  ///
  /// - Returns: Nil where the text is not one that others are read by.
  init?(_ event: Event, from start: TextCursor, to end: TextCursor) {
    self.event = event
    (texts, pieces) = Self.cut(start.bytes(to: end), event.kind)
    var cursor = start
    guard read(event.sequence, at: &cursor) == event else { return nil }
  }

  /// Reads an event whose number was read; where it is nil, the place is any.
  func read(_ number: Int, at cursor: inout TextCursor) -> Event? {
    var indices = RepeatIndices()
    var numbers = Numbers()
    for piece in pieces {
      guard cursor.take(texts, piece.text) else { return nil }
      guard let hole = piece.hole else { break }
      let number = hole == .subject || hole == .result ? cursor.reference() : cursor.number()
      guard let number else { return nil }
      switch hole {
      case .frame: numbers.frame = number
      case .index: guard indices.append(number) else { return nil }
      case .registration:
        guard number >= 1 else { return nil }
        numbers.registration = number
      case .subject: numbers.subject = number
      case .result: numbers.result = number
      }
    }
    return Event(
      sequence: number,
      stack: event.stack,
      round: event.round,
      indices: indices,
      kind: numbers.put(into: event.kind)
    )
  }

  // MARK: Holes

  private static func cut(_ bytes: [UInt8], _ kind: Event.Kind) -> ([UInt8], [Piece]) {
    var texts: [UInt8] = []
    var pieces: [Piece] = []
    func append(_ text: ArraySlice<UInt8>, _ hole: Role?) {
      pieces.append(Piece(text: texts.count..<(texts.count + text.count), hole: hole))
      texts += text
    }
    var start = 0
    var index = 0
    while index < bytes.count {
      // Those of a name are no holes: before them stands no key.
      let digits = bytes[index...].prefix(while: isDigit).count
      if digits > 0, let role = role(behind: bytes[start..<index], kind) {
        append(bytes[start..<index], role)
        start = index + digits
      }
      index += max(digits, 1)
    }
    append(bytes[start...], nil)
    return (texts, pieces)
  }

  /// What a number is that stands behind a text, where events of one repeat differ in it.
  private static func role(behind text: ArraySlice<UInt8>, _ kind: Event.Kind) -> Role? {
    let marks = text.filter { $0 != UInt8(ascii: " ") }
    func isBehind(_ key: StaticString) -> Bool {
      unsafe marks.suffix(key.utf8CodeUnitCount).elementsEqual(
        UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
      )
    }
    if isBehind("\"f\":") { return .frame }
    if isBehind("\"i\":[") || marks == [UInt8(ascii: ",")] { return .index }
    switch kind {
    case .begin(_, .then(let call, _)) where isBehind("\"on\":{\"ref\":"):
      return if case .reference = call.subject { .subject } else { nil }
    case .begin(_, let frame) where frame.registration != nil:
      return isBehind("\"reg\":") ? .registration : nil
    case .end(_, .gives(.reference)): return isBehind("\"gives\":{\"ref\":") ? .result : nil
    case .end(_, .returned(.reference)): return isBehind("\"returned\":{\"ref\":") ? .result : nil
    case .end(_, .threw(.reference)): return isBehind("\"threw\":{\"ref\":") ? .result : nil
    default: return nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

/// What stood in the holes; -1 for what the pattern has no hole for.
private struct Numbers {
  var frame = -1
  var registration = -1
  var subject = -1
  var result = -1

  /// What was observed, with these numbers in place of those of the pattern.
  func put(into kind: Event.Kind) -> Event.Kind {
    switch kind {
    case .begin(let known, let what): .begin(frame: frame < 0 ? known : frame, put(into: what))
    case .end(let known, let result): .end(frame: frame < 0 ? known : frame, put(into: result))
    default: kind
    }
  }

  private func put(into frame: Frame) -> Frame {
    switch frame {
    case .then(let call, _) where registration >= 0:
      .then(put(into: call), registration: registration)
    case .handler(let call, _, let slot) where registration >= 0:
      .handler(call, registration: registration, slot)
    default: frame
    }
  }

  private func put(into call: ThenCall) -> ThenCall {
    guard subject >= 0, call.subject != .reference(subject) else { return call }
    return ThenCall(
      step: call.step,
      on: .reference(subject),
      onFulfilled: call.onFulfilled,
      onRejected: call.onRejected
    )
  }

  private func put(into known: FrameResult) -> FrameResult {
    switch known {
    case .gives where result >= 0: .gives(.reference(result))
    case .returned where result >= 0: .returned(.reference(result))
    case .threw where result >= 0: .threw(.reference(result))
    default: known
    }
  }
}
