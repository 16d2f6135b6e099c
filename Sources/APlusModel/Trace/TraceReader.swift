package import APlusJSON

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads a trace object by object and event by event.
///
/// The text of a large trace never has to be in memory as a whole, and its
/// events are kept as events alone. The checks are those of a trace that is
/// read at once.
package struct TraceReader: Sendable {
  /// More identities than this cannot be told apart by a trace either.
  private static let bound = Int(Int32.max)
  /// Most traces have fewer events.
  private static let fewEvents = 4096

  private var objects: [TracedObject] = []
  private var events: [Event] = []
  /// The text of the last object: most objects of a large trace say the same.
  private var lastObject: [UInt8] = []
  /// The arguments of the last call, which are often those of the next one too.
  private var lastArguments: [TracedValue] = []
  private var patterns = EventPatterns()
  /// No event refers to an object above it.
  private var highestReference = -1

  package init() {}

  package var objectCount: Int { objects.count }
  package var eventCount: Int { events.count }

  /// Reads the next object where that needs no reader of JSON.
  ///
  /// - Returns: Whether it was read; else it is to be parsed and appended.
  package mutating func take(object text: [UInt8]) -> Bool {
    guard text == lastObject, let last = objects.last else { return false }
    objects.append(last)
    return true
  }

  /// Reads the next event where that needs no reader of JSON.
  ///
  /// - Returns: Whether it was read; else it is to be parsed and appended.
  package mutating func take(event text: [UInt8]) -> Bool {
    unsafe text.withUnsafeBytes { bytes in
      var cursor = unsafe TextCursor(bytes)
      guard let event = event(at: &cursor), cursor.isAtEnd else { return false }
      append(event)
      return true
    }
  }

  /// Reads the objects that a text begins with, each with the comma behind it, where that needs no
  /// reader of JSON.
  ///
  /// - Parameters:
  ///   - text: The inside of an array, from the beginning of an element on.
  ///   - limit: How many to read at most.
  /// - Returns: How many were read, and the bytes that they take.
  package mutating func takeObjects(
    _ text: UnsafeRawBufferPointer,
    limit: Int
  ) -> (count: Int, bytes: Int) {
    guard let last = objects.last, let start = text.baseAddress else { return (0, 0) }
    let size = lastObject.count + 1
    var count = 0
    while count < limit, (count + 1) * size <= text.count,
      unsafe text[(count + 1) * size - 1] == UInt8(ascii: ","),
      unsafe memcmp(start + count * size, lastObject, size - 1) == 0
    {
      count += 1
    }
    objects.append(contentsOf: repeatElement(last, count: count))
    return (count, count * size)
  }

  /// Reads the events that a text begins with, each with the comma behind it, where that needs no
  /// reader of JSON.
  ///
  /// - Parameters:
  ///   - text: The inside of an array, from the beginning of an element on.
  ///   - limit: How many to read at most.
  /// - Returns: How many were read, and the bytes that they take.
  package mutating func takeEvents(
    _ text: UnsafeRawBufferPointer,
    limit: Int
  ) -> (count: Int, bytes: Int) {
    var count = 0
    var cursor = unsafe TextCursor(text)
    var place = 0
    while count < limit, let event = event(at: &cursor) {
      guard cursor.take(UInt8(ascii: ",")) else { break }
      append(event)
      count += 1
      place = cursor.place
    }
    return (count, place)
  }

  /// Reads an event and passes over it; where it is nil, the place is any.
  private mutating func event(at cursor: inout TextCursor) -> Event? {
    let start = cursor
    if let event = patterns.read(at: &cursor) {
      highestReference = max(highestReference, cursor.highestReference)
      return event
    }
    var reader = EventText(start, sharing: lastArguments)
    guard let event = reader.event() else { return nil }
    lastArguments = reader.arguments
    cursor = reader.cursor
    highestReference = max(highestReference, cursor.highestReference)
    patterns.learn(event, from: start, to: cursor)
    return event
  }

  private mutating func append(_ event: Event) {
    // Memory that is not used yet costs nothing; to move what is there, to fresh memory, does.
    if events.count == events.capacity, events.count > Self.fewEvents {
      events.reserveCapacity(4 * events.count)
    }
    events.append(event)
  }

  /// Reads the next object.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - text: Its text, for others that say the same.
  /// - Throws: An error that names the object and the field.
  package mutating func append(object json: JSON, text: [UInt8]) throws(TraceError) {
    objects.append(
      try TracedObject(json: json, number: objects.count + 1, objectBound: Self.bound)
    )
    lastObject = text
  }

  /// Reads the next event.
  package mutating func append(event json: JSON) throws(TraceError) {
    let event = try Event(json: json, number: events.count + 1, objectBound: Self.bound)
    event.kind.forEachReference { highestReference = max(highestReference, $0) }
    append(event)
  }

  /// The trace, once all objects and events are read.
  ///
  /// - Parameter frame: What the trace says besides; its objects and events are empty.
  /// - Returns: The trace.
  /// - Throws: An error that names the object or event that refers to nothing.
  package func trace(_ frame: JSON) throws(TraceError) -> Trace {
    var trace = try Trace(json: frame)
    guard trace.objects.isEmpty, trace.events.isEmpty else {
      throw TraceError(
        place: "trace",
        field: nil,
        message: "its objects and events stand in two places"
      )
    }
    for (index, object) in objects.enumerated() {
      for case .reference(let reference) in object.items ?? [] {
        try check(reference, "object", index + 1)
      }
    }
    if highestReference >= objects.count { try checkEvents() }
    try objects.checkNesting()
    trace.objects = objects
    trace.events = events
    return trace
  }

  /// Finds the first event that refers to nothing.
  private func checkEvents() throws(TraceError) {
    for (index, event) in events.enumerated() {
      var highest = -1
      event.kind.forEachReference { highest = max(highest, $0) }
      try check(highest, "event", index + 1)
    }
  }

  private func check(
    _ reference: Int,
    _ kind: String,
    _ number: Int
  ) throws(TraceError) {
    guard reference < objects.count else {
      throw TraceError(
        place: "\(kind) \(number)",
        field: nil,
        message: "reference \(reference) is not below the \(objects.count) objects"
      )
    }
  }
}
