package import APlusJSON

extension Trace {
  /// The version of the format.
  package static let format = "aplus-trace/1"

  /// How many phrases about threads are kept, and the most characters of one.
  private static let mostWaits = 16
  private static let longestWait = 400

  /// Reads a trace, and checks every field that it uses.
  ///
  /// Every reader relies on these checks: fields are present and of their type,
  /// numbers are small and not negative, references name an object, and lists do
  /// not contain themselves. Whether the trace is an honest performance of a
  /// scenario is for the judge to decide. Unknown fields are ignored.
  ///
  /// - Parameter json: The trace, as `adapters/kits/README.md` describes it.
  /// - Throws: An error that names the event and the field.
  package init(json: JSONView) throws(TraceError) {
    let fields = try TraceFields(json, "trace", number: 0, objectCount: 0)
    let format = try fields.string("trace")
    guard format == Self.format else {
      throw fields.error("trace", "expected \(Self.format.quoted), found \(format.quoted)")
    }
    guard let objects = try fields.required("objects").arrayValue else {
      throw fields.error("objects", "expected an array")
    }
    guard let events = try fields.required("events").arrayValue else {
      throw fields.error("events", "expected an array")
    }
    let ending: TraceEnding = try fields.word("ending")
    var reader = TraceReader()
    for object in objects { try reader.append(object: object) }
    try reader.endObjects()
    for event in events { try reader.append(event: event) }
    self = try reader.trace(ending: ending)
    if let json = fields.json("crash") { crash = try TracedCrash(json: json) }
    if let computing = fields.json("computing") { computation = try Computation(json: computing) }
    waits = try fields.strings("waits").prefix(Self.mostWaits).map { $0.prefix(scalars: Self.longestWait) }
  }

  /// Reads a trace that is a part of a document, as in a report.
  package init(json: JSON) throws(TraceError) {
    let tree: JSONTree
    do throws(JSONError) { tree = try JSONTree(json) } catch {
      throw TraceError(place: "trace", message: error.message)
    }
    try self.init(json: tree.root)
  }

  /// The trace as `adapters/kits/README.md` describes it.
  package var json: JSON {
    var members: JSONObject = ["trace": .string(Self.format), "ending": .string(ending.rawValue)]
    if let crash { members["crash"] = crash.json }
    if let computation { members["computing"] = computation.json }
    if !waits.isEmpty { members["waits"] = .array(waits.map { .string($0) }) }
    members["objects"] = .array(objects.map(\.json))
    members["events"] = .array(events.map(\.json))
    return .object(members)
  }
}
