package import APlusJSON

/// Reads a trace object by object and event by event.
///
/// The text of a large trace never has to be in memory as a whole, and its events are kept as events
/// alone.
package struct TraceReader: Sendable {
  /// How many events a trace may have, and how many objects: enough for 100,000 handlers with all
  /// that belongs to them.
  private static let limit = 1_000_000
  /// More identities than this cannot be told apart by a trace.
  private static let mostObjects = Int(Int32.max)

  private var objects: [TracedObject] = []
  private var events: [Event] = []
  private var rows = EventRows()
  /// All references of events must be below it; the number of objects, once that is known.
  private var objectBound = TraceReader.mostObjects
  /// No event refers to an object above it.
  private var highestReference = -1

  package init() {}

  package var objectCount: Int { objects.count }
  package var eventCount: Int { events.count }

  /// Reads the next object, or the next ones that are like one before.
  ///
  /// - Throws: An error that names the object and the field.
  package mutating func append(object json: JSON) throws(TraceError) {
    if case .array(let numbers) = json { return try append(repeated: numbers.map(\.rowNumber)) }
    try check(objects.count + 1, "objects")
    objects.append(
      try TracedObject(json: json, number: objects.count + 1, objectBound: Self.mostObjects)
    )
  }

  /// Reads the next event, in full or as a row.
  ///
  /// - Throws: An error that names the event and the field.
  package mutating func append(event json: JSON) throws(TraceError) {
    if case .array(let numbers) = json { return try append(row: numbers.map(\.rowNumber)) }
    let number = events.count + 1
    try check(number, "events")
    let fields = try TraceFields(json, "event", number: number, objectCount: objectBound)
    let event = try Event(fields)
    try rows.learn(event, number: number, fields)
    event.kind.forEachReference { highestReference = max(highestReference, $0) }
    events.append(event)
  }

  /// Reads the next event, which is a row.
  ///
  /// - Parameter row: The number of the event that it is like, and what varies.
  /// - Throws: An error that names the event.
  package mutating func append(row: [Int]) throws(TraceError) {
    let number = events.count + 1
    try check(number, "events")
    let (event, highest) = try rows.event(row, number: number, objectBound: objectBound)
    highestReference = max(highestReference, highest)
    events.append(event)
  }

  /// Reads `[k, n]`: n objects that are described as object k is.
  ///
  /// - Throws: An error that names the first of them.
  package mutating func append(repeated numbers: [Int]) throws(TraceError) {
    let place = "object \(objects.count + 1)"
    guard numbers.count == 2, numbers[0] >= 0, numbers[1] >= 1 else {
      throw TraceError(
        place: place,
        field: nil,
        message: "expected an object, or the number of an object before it and how many are like it"
      )
    }
    let (index, times) = (numbers[0], numbers[1])
    guard objects.indices.contains(index) else { throw missing(index, place, nil) }
    try check(times > Self.limit ? times : objects.count + times, "objects")
    objects.append(contentsOf: repeatElement(objects[index], count: times))
  }

  /// Notes that all objects were read, and checks what refers to others.
  package mutating func endObjects() throws(TraceError) {
    for (index, object) in objects.enumerated() {
      for case .reference(let reference) in object.items ?? [] where reference >= objects.count {
        throw missing(reference, "object \(index + 1)", "items")
      }
    }
    try objects.checkNesting()
    objectBound = objects.count
  }

  /// The trace, once all objects and events are read.
  ///
  /// - Throws: An error that names the event that refers to nothing.
  func trace(ending: TraceEnding) throws(TraceError) -> Trace {
    if highestReference >= objects.count {
      for (index, event) in events.enumerated() {
        var highest = -1
        event.kind.forEachReference { highest = max(highest, $0) }
        if highest >= objects.count { throw missing(highest, "event \(index + 1)", nil) }
      }
    }
    return Trace(objects: objects, events: events, ending: ending)
  }

  /// The trace, once all objects and events are read.
  ///
  /// - Parameter frame: What the trace says besides; its objects and events are empty.
  /// - Returns: The trace.
  /// - Throws: An error that says what is missing, or that names the event that refers to nothing.
  package func trace(_ frame: JSON) throws(TraceError) -> Trace {
    let rest = try Trace(json: frame)
    guard rest.objects.isEmpty, rest.events.isEmpty else {
      throw TraceError(
        place: "trace",
        field: nil,
        message: "its objects and events stand in two places"
      )
    }
    return try trace(ending: rest.ending)
  }

  private func check(_ count: Int, _ what: String) throws(TraceError) {
    guard count > Self.limit else { return }
    throw TraceError(place: "trace", field: what, message: "more than \(Self.limit)")
  }

  private func missing(_ reference: Int, _ place: String, _ field: String?) -> TraceError {
    TraceError(
      place: place,
      field: field,
      message: "reference \(reference) is not below the \(objects.count) objects"
    )
  }
}

extension JSON {
  /// What it is in a row; -1, which stands in none, where it is no integer.
  fileprivate var rowNumber: Int { intValue ?? -1 }
}
