package import APlusJSON

/// Reads a trace object by object and event by event.
///
/// The text of a large trace never has to be in memory as a whole, and its
/// events are kept as events alone. The checks are those of a trace that is
/// read at once.
package struct TraceReader: Sendable {
  /// More identities than this cannot be told apart by a trace either.
  private static let bound = Int(Int32.max)

  private var objects: [TracedObject] = []
  private var events: [Event] = []

  package init() {}

  package var objectCount: Int { objects.count }
  package var eventCount: Int { events.count }

  /// Reads the next object.
  package mutating func append(object json: JSON) throws(TraceError) {
    objects.append(
      try TracedObject(json: json, number: objects.count + 1, objectBound: Self.bound)
    )
  }

  /// Reads the next event.
  package mutating func append(event json: JSON) throws(TraceError) {
    events.append(try Event(json: json, number: events.count + 1, objectBound: Self.bound))
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
    for (index, event) in events.enumerated() {
      var highest = -1
      event.kind.forEachReference { highest = max(highest, $0) }
      try check(highest, "event", index + 1)
    }
    try objects.checkNesting()
    trace.objects = objects
    trace.events = events
    return trace
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
