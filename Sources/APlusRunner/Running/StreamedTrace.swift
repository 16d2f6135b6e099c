package import APlusJSON
package import APlusModel

/// The events of a scenario that a host streamed, in place of the trace that it did not finish.
package struct StreamedTrace {
  /// How many events are kept, more than any case needs.
  private let limit: Int

  private var events: [Event] = []
  private var open: [(frame: Int, stack: Int, Frame)] = []
  /// The host's descriptions of its objects, by identity.
  private var described: [Int: TracedObject] = [:]
  /// The number of events, including those that are not kept.
  private var count = 0
  private var isCut = false
  /// Where the host crashed; nil where that is not known.
  package var crash: TracedCrash?

  /// Creates an empty trace.
  ///
  /// - Parameter limit: How many events are kept.
  package init(limit: Int = 1_000_000) { self.limit = limit }

  /// Adds an event, with new or changed descriptions of objects by identity.
  ///
  /// After an event that cannot be read, nothing more is added.
  package mutating func append(_ json: JSONView, _ objects: JSONView? = nil) {
    guard !isCut else { return }
    do throws(TraceError) {
      for (key, description) in objects?.members ?? [] {
        guard let index = Int(key), (0..<limit).contains(index) else { continue }
        described[index] = try TracedObject(json: description, number: index + 1, objectBound: limit)
      }
      count += 1
      let isKept = count <= limit
      let bound = isKept ? limit : .max
      let event = try Event(json: json, number: count, objectBound: bound)
      if isKept { events.append(event) }
      switch event.kind {
      case .begin(let number, let frame): open.append((number, event.stack, frame))
      case .end(let number, _): if let index = open.lastIndex(where: { $0.frame == number }) { open.remove(at: index) }
      case .suspend, .resume, .bound, .mark, .block, .due, .lane, .phase, .unbound, .gone, .unhandled, .uncaught: break
      }
    } catch { isCut = true }
  }

  /// Whether a stack was inside a call of the library when the events ended.
  package var isInsideLibrary: Bool {
    let innermost = Dictionary(open.map { ($0.stack, $0.2) }) { _, inner in inner }
    return innermost.values.contains { $0.isLibraryCall }
  }

  /// The open frames, outermost first; nil when there is none.
  package var openFrames: String? {
    guard !open.isEmpty else { return nil }
    let shown = open.prefix(8).map { $0.2.phrase }.joined(separator: " > ")
    return open.count > 8 ? shown + " > …" : shown
  }

  /// The events with the objects that they refer to.
  ///
  /// A host describes its objects at the end of a trace. For objects that it has not described
  /// along with its events, the events themselves show names and promises.
  package var trace: Trace {
    var objects: [TracedObject] = []
    func note(_ index: Int) { while objects.count <= index { objects.append(TracedObject(kind: .object)) } }
    for event in events {
      event.kind.forEachReference(note)
      switch event.kind {
      case .bound(_, let name, .reference(let index)):
        objects[index].names.append(name)
        objects[index].round = event.round
      case .end(_, .gives(.reference(let index))): objects[index].kind = .promise
      default: break
      }
    }
    for (index, description) in described {
      note(index)
      for case .reference(let item) in description.items ?? [] { note(item) }
    }
    for (index, description) in described { objects[index] = description }
    if (try? objects.checkNesting()) == nil {
      // Reports walk the lists that they show, which must not be cyclic or too deep.
      for index in objects.indices { objects[index].items = nil }
    }
    return Trace(objects: objects, events: events, ending: .cut, crash: crash)
  }
}

extension Frame {
  /// The frame in a few words, with a long name from the host cut short.
  fileprivate var phrase: String {
    let words = call.map { "\(word) \($0.function.prefix(scalars: 20))" } ?? word
    return step.map { "\(words) (step \($0))" } ?? words
  }
}
