package import APlusJSON

/// Reads a trace object by object and event by event.
///
/// So the text of a large trace need not be in memory as a whole, and no event is kept as JSON.
package struct TraceReader: Sendable {
  /// The most events, and the most objects, that a trace may have: enough for 100,000 handlers with
  /// all events and objects around them.
  private static let limit = 1_000_000
  /// The most identities that a trace can distinguish.
  private static let maxObjects = Int(Int32.max)

  private var objects: [TracedObject] = []
  /// The number of items in all lists so far; copies count too, because later steps visit each.
  private var itemCount = 0
  private var events: [Event] = []
  private var rows = EventRows()
  /// All references of events must be below it: the number of objects, once that is known.
  private var objectBound = TraceReader.maxObjects
  /// The highest reference in the events; -1 if there is none.
  private var highestReference = -1

  package init() {}

  /// Reads the next object, or several copies of an earlier one.
  ///
  /// - Throws: An error that names the object and the field.
  package mutating func append(object json: JSONView) throws(TraceError) {
    if let numbers = json.arrayValue { return try append(repeated: numbers.map(\.rowNumber)) }
    let number = objects.count + 1
    try check(number, "objects")
    let object = try TracedObject(json: json, number: number, objectBound: Self.maxObjects)
    try countItems(of: object, times: 1)
    objects.append(object)
  }

  /// Reads the next event, in full or as a row.
  ///
  /// - Throws: An error that names the event and the field.
  package mutating func append(event json: JSONView) throws(TraceError) {
    if let numbers = json.arrayValue { return try append(row: numbers.map(\.rowNumber)) }
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
  /// - Parameter row: The number of the event that it is like, and the numbers that vary.
  /// - Throws: An error that names the event.
  package mutating func append(row: [Int]) throws(TraceError) {
    let number = events.count + 1
    try check(number, "events")
    let (event, highest) = try rows.event(row, number: number, objectBound: objectBound)
    highestReference = max(highestReference, highest)
    events.append(event)
  }

  /// Reads `[k, n]`: n objects with the description of object k.
  ///
  /// - Throws: An error that names the first of them.
  package mutating func append(repeated numbers: [Int]) throws(TraceError) {
    let place = "object \(objects.count + 1)"
    guard numbers.count == 2, numbers[0] >= 0, numbers[1] >= 1 else {
      throw TraceError(
        place: place, message: "expected an object, or the number of an earlier object and a count of copies")
    }
    let (index, times) = (numbers[0], numbers[1])
    guard objects.indices.contains(index) else { throw missing(index, place, nil) }
    try check(times > Self.limit ? times : objects.count + times, "objects")
    try countItems(of: objects[index], times: times)
    objects.append(contentsOf: repeatElement(objects[index], count: times))
  }

  /// Notes that all objects were read, and checks the references between them.
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
  /// - Throws: An error that names the event with a dangling reference.
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
  /// - Parameter frame: The trace without its objects and events, which are empty.
  /// - Returns: The trace.
  /// - Throws: An error that says what is missing, or names the event with a dangling reference.
  package func trace(_ frame: JSONView) throws(TraceError) -> Trace {
    let rest = try Trace(json: frame)
    guard rest.objects.isEmpty, rest.events.isEmpty else {
      throw TraceError(place: "trace", message: "its objects and events are given in two places")
    }
    var whole = try trace(ending: rest.ending)
    whole.computation = rest.computation
    whole.waits = rest.waits
    return whole
  }

  /// Counts the items of the next object and its copies, before any step visits them.
  private mutating func countItems(of object: TracedObject, times: Int) throws(TraceError) {
    itemCount += (object.items?.count ?? 0) * times
    guard itemCount <= [TracedObject].maxItems else { throw TraceError.tooManyItems(object: objects.count + 1) }
  }

  private func check(_ count: Int, _ what: String) throws(TraceError) {
    guard count > Self.limit else { return }
    throw TraceError(place: "trace", field: what, message: "more than \(Self.limit)")
  }

  private func missing(_ reference: Int, _ place: String, _ field: String?) -> TraceError {
    TraceError(place: place, field: field, message: "reference \(reference) is not below the \(objects.count) objects")
  }
}

extension JSONView {
  /// The number in a row; -1, which no valid row contains, for anything but an integer.
  fileprivate var rowNumber: Int { intValue ?? -1 }
}
