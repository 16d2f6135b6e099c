package import APlusJSON

extension TracedObject {
  /// Reads one description on its own.
  ///
  /// - Parameters:
  ///   - json: The description.
  ///   - number: Its number, from 1, for messages.
  ///   - objectBound: All references of a list must be below it.
  /// - Throws: An error that names the object and the field.
  package init(json: JSONView, number: Int, objectBound: Int) throws(TraceError) {
    let fields = try TraceFields(json, "object", number: number, objectCount: objectBound)
    self.init(
      kind: try fields.word("kind"), names: try fields.strings("names"),
      round: try fields.optionalInteger("round") ?? 0, type: try fields.optionalString("class"),
      message: try fields.optionalString("message"), items: try fields.optionalValues("items"),
      outcome: try fields.optionalWord("outcome"), isForeign: try fields.flag("foreign"),
      isCancellation: try fields.flag("cancelled"), isTimeout: try fields.flag("timedOut"),
      isThenable: try fields.flag("thenable"))
  }

  /// The description of the identity, as a trace writes it.
  package var json: JSON {
    var members = JSONObject()
    write(into: &members)
    return .object(members)
  }

  /// Appends the description to a text in UTF-8.
  package func write(into text: inout [UInt8]) { ObjectText.write(into: &text) { write(into: &$0) } }

  private func write(into members: inout some MemberSink) {
    members.put("kind", kind.rawValue)
    members.put("names", names)
    if round != 0 { members.put("round", round) }
    members.put("class", type)
    members.put("message", message)
    if let items { members.put("items", items) }
    members.put("outcome", outcome?.rawValue)
    if isForeign { members.put("foreign", true) }
    if isCancellation { members.put("cancelled", true) }
    if isTimeout { members.put("timedOut", true) }
    if isThenable { members.put("thenable", true) }
  }
}

extension [TracedObject] {
  /// The deepest nesting of lists, so that code that walks them may recurse.
  private static let maxDepth = 100

  /// The most items of all lists, those of lists in lists included.
  ///
  /// Few bytes can stand for more items than can be visited: copies share a description, and each
  /// level of lists may name the next one many times.
  static let maxItems = 10_000_000

  /// Rejects lists that contain themselves, are nested too deeply, or have too many items in all.
  package func checkNesting() throws(TraceError) {
    // The depth below each object; 0 is unknown, -1 is on the path that is being walked.
    var depths = [Int](repeating: 0, count: count)
    // The number of items of each list that was walked, with those of the lists in it.
    var sizes = [Int](repeating: 0, count: count)
    var total = 0
    for start in indices where self[start].items != nil && depths[start] == 0 {
      var path = [(object: start, next: 0, depth: 1, size: 0)]
      depths[start] = -1
      while let top = path.last {
        let items = self[top.object].items ?? []
        guard top.next < items.count else {
          path.removeLast()
          depths[top.object] = top.depth
          sizes[top.object] = top.size
          total += top.size
          guard total <= Self.maxItems else { throw TraceError.tooManyItems(object: top.object + 1) }
          if let parent = path.indices.last {
            path[parent].depth = Swift.max(path[parent].depth, top.depth + 1)
            path[parent].size += top.size
          }
          continue
        }
        path[path.count - 1].next += 1
        path[path.count - 1].size += 1
        guard case .reference(let child) = items[top.next], self[child].items != nil else { continue }
        guard depths[child] >= 0 else { throw TraceError.items(ofObject: child + 1, "the list contains itself") }
        if depths[child] > 0 {
          path[path.count - 1].depth = Swift.max(top.depth, depths[child] + 1)
          path[path.count - 1].size += sizes[child]
        } else {
          depths[child] = -1
          path.append((child, 0, 1, 0))
        }
        guard path.count <= Self.maxDepth, path[path.count - 1].depth <= Self.maxDepth else {
          throw TraceError.items(ofObject: start + 1, "lists are nested deeper than \(Self.maxDepth) levels")
        }
      }
    }
  }
}

extension TraceError {
  /// Makes an error about the items of an object, from 1.
  fileprivate static func items(ofObject number: Int, _ message: String) -> TraceError {
    TraceError(place: "object \(number)", field: "items", message: message)
  }

  /// Makes the error about the object, from 1, whose items exceed the limit of a trace.
  static func tooManyItems(object number: Int) -> TraceError {
    items(
      ofObject: number,
      "found more than \([TracedObject].maxItems) items in the lists so far, "
        + "those of lists in lists included, expected at most that many in a trace; " + "record fewer or shorter lists")
  }
}
