import APlusJSON

/// A member of an event that can vary in rows, as `adapters/kits/README.md` describes it.
package enum RowMember: String, Sendable, Hashable {
  case round = "r"
  case indices = "i"
  case frame = "f"
  case registration = "reg"
  case subject = "on"
  case with
  case value
  case gives
  case returned
  case threw
  case arguments = "args"
}

/// Reads events that are rows of numbers: each is like an earlier event that was given in full.
///
/// Most events of a large trace come from repeats, and differ only in a few numbers; they share the
/// content of their frame.
struct EventRows: Sendable {
  /// An event that rows can be like.
  private struct Model: Sendable {
    var event: Event
    /// The members that vary, in the order of a row.
    var members: [RowMember]
    /// How many numbers these take in a row.
    var width: Int
  }

  /// The models, by the number of their event.
  private var models: [Int: Model] = [:]

  /// Keeps an event as a model for rows if it has the member `vary`.
  mutating func learn(_ event: Event, number: Int, _ fields: TraceFields) throws(TraceError) {
    guard fields.json("vary") != nil else { return }
    var model = Model(event: event, members: [], width: 0)
    for word in try fields.strings("vary") {
      guard let member = RowMember(rawValue: word), !model.members.contains(member) else {
        throw fields.error("vary", "\(word.quoted) cannot vary, or is listed twice")
      }
      var copy = event
      let isNumber = copy.replace(member) {
        model.width += 1
        return 1
      }
      guard isNumber else { throw fields.error("vary", "the event has no number or reference at \(word.quoted)") }
      model.members.append(member)
    }
    models[number] = model
  }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - row: The number of the event that it is like, and the numbers that vary.
  ///   - number: The number of this event.
  ///   - objectBound: All references must be below it.
  /// - Returns: The event, and the highest reference in the row; -1 for none.
  /// - Throws: An error that names the event.
  func event(_ row: [Int], number: Int, objectBound: Int) throws(TraceError) -> (event: Event, highestReference: Int) {
    func error(_ message: String) -> TraceError { TraceError(place: "event \(number)", message: message) }
    guard row.allSatisfy({ $0 >= 0 && $0 <= TraceFields.largest }) else {
      throw error("expected numbers from 0 to \(TraceFields.largest)")
    }
    guard let like = row.first else { throw error("expected a row to begin with the number of an event") }
    guard let model = models[like] else {
      throw error("is like event \(like), which is not an earlier event with \"vary\"")
    }
    guard row.count == model.width + 1 else {
      throw error("is like event \(like), whose rows have \(model.width + 1) numbers")
    }
    var event = model.event
    event.sequence = number
    var highestReference = -1
    var place = 0
    for member in model.members {
      var least = Int.max
      var greatest = -1
      _ = event.replace(member) {
        place += 1
        let value = row[place]
        least = min(least, value)
        greatest = max(greatest, value)
        return value
      }
      if member.isReference { highestReference = max(highestReference, greatest) }
      guard member != .registration || least > 0 else { throw error("registrations count from 1") }
    }
    guard highestReference < objectBound else {
      throw error("reference \(highestReference) is not below the \(objectBound) objects")
    }
    return (event, highestReference)
  }
}

extension RowMember {
  /// Whether its numbers refer to objects.
  fileprivate var isReference: Bool {
    switch self {
    case .round, .indices, .frame, .registration: false
    case .subject, .with, .value, .gives, .returned, .threw, .arguments: true
    }
  }
}

extension Event {
  /// Replaces the numbers of a member, one by one.
  ///
  /// - Returns: Whether the event has numbers there.
  fileprivate mutating func replace(_ member: RowMember, _ next: () -> Int) -> Bool {
    switch (member, kind) {
    case (.round, _): round = next()
    case (.indices, _):
      guard !indices.isEmpty else { return false }
      var replaced = RepeatIndices()
      for _ in indices { _ = replaced.append(next()) }
      indices = replaced
    case (.frame, .begin(_, let frame)): kind = .begin(frame: next(), frame)
    case (.frame, .end(_, let result)): kind = .end(frame: next(), result)
    case (.gives, .end(let frame, .gives(.reference))): kind = .end(frame: frame, .gives(.reference(next())))
    case (.returned, .end(let frame, .returned(.reference))): kind = .end(frame: frame, .returned(.reference(next())))
    case (.threw, .end(let frame, .threw(.reference))): kind = .end(frame: frame, .threw(.reference(next())))
    case (.value, .bound(let step, let name, .reference)):
      kind = .bound(step: step, name: name, value: .reference(next()))
    case (_, .begin(let number, var frame)):
      guard frame.replace(member, next) else { return false }
      kind = .begin(frame: number, frame)
    default: return false
    }
    return true
  }
}

extension Frame {
  fileprivate mutating func replace(_ member: RowMember, _ next: () -> Int) -> Bool {
    switch (member, self) {
    case (.registration, .then(let call, let number)) where number.wrappedValue != nil:
      self = .then(call, registration: next())
    case (.registration, .handler(let call, let number, let slot)) where number.wrappedValue != nil:
      self = .handler(call, registration: next(), slot)
    case (.subject, .then(let call, let number)):
      guard case .reference = call.subject else { return false }
      let other = ThenCall(
        step: call.step, on: .reference(next()), onFulfilled: call.onFulfilled, onRejected: call.onRejected)
      self = .then(other, number: number)
    case (.subject, .settle(let step, let verb, .reference, let value)):
      self = .settle(step: step, verb, on: .reference(next()), with: value)
    case (.with, .settle(let step, let verb, let subject, .reference)):
      self = .settle(step: step, verb, on: subject, with: .reference(next()))
    case (.arguments, .handler(let call, let number, let slot)):
      guard let other = call.replacingArguments(next) else { return false }
      self = .handler(other, number: number, slot)
    default: return false
    }
    return true
  }
}

extension UserCall {
  /// The call with other objects as its arguments; nil if any argument is not an object.
  fileprivate func replacingArguments(_ next: () -> Int) -> UserCall? {
    let areObjects = arguments.allSatisfy { if case .reference = $0 { true } else { false } }
    guard !arguments.isEmpty, areObjects else { return nil }
    return UserCall(
      function: function, call: call, argumentCount: argumentCount,
      arguments: arguments.map { _ in .reference(next()) }, receiver: receiver, context: context)
  }
}
