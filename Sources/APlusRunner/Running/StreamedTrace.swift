import APlusJSON
import APlusTrace

/// A trace in the making: the events of a scenario whose host died before it could write its trace.
struct StreamedTrace {
  /// More events than a picture shows, few enough to keep.
  private static let limit = 100_000

  private var events: [Event] = []
  private var open: [(frame: Int, stack: Int, Frame)] = []
  private var isCut = false

  /// Adds an event; after one that cannot be read, nothing more is added.
  mutating func append(_ json: JSON) {
    guard !isCut, events.count < Self.limit else { return }
    do throws(TraceError) {
      let event = try Event(json: json, number: events.count + 1, objectBound: Self.limit)
      events.append(event)
      switch event.kind {
      case .begin(let number, let frame): open.append((number, event.stack, frame))
      case .end(let number, _): open.removeAll { $0.frame == number }
      case .suspend, .resume, .bound, .mark, .block, .due, .lane, .phase, .unbound, .gone,
        .unhandled, .uncaught:
        break
      }
    } catch {
      isCut = true
    }
  }

  /// Whether some stack was inside a call of the library when the events ended.
  var isInsideLibrary: Bool {
    let innermost = Dictionary(open.map { ($0.stack, $0.2) }) { _, inner in inner }
    return innermost.values.contains { $0.isLibraryCall }
  }

  /// The frames without an end, outermost first; nil when there is none.
  var openFrames: String? {
    guard !open.isEmpty else { return nil }
    let shown = open.prefix(8).map { $0.2.phrase }.joined(separator: " > ")
    return open.count > 8 ? shown + " > …" : shown
  }

  /// The events with the objects that they refer to, as far as those are known.
  ///
  /// A host describes its objects at the end of a trace, which never came, so
  /// only what the events themselves say is known: names and promises.
  var trace: Trace {
    var objects: [TracedObject] = []
    func note(_ value: TracedValue?, _ change: (inout TracedObject) -> Void = { _ in }) {
      guard case .reference(let index)? = value else { return }
      while objects.count <= index { objects.append(TracedObject(kind: .object)) }
      change(&objects[index])
    }
    for event in events {
      switch event.kind {
      case .bound(_, let name, let value):
        note(value) { object in
          object.names.append(name)
          object.round = event.round
        }
      case .end(_, .gives(let value)): note(value) { $0.kind = .promise }
      case .end(_, .returned(let value)), .end(_, .threw(let value)): note(value)
      case .due(let value), .unhandled(let value), .uncaught(let value): note(value)
      case .begin(_, let frame):
        for value in frame.values { note(value) }
      case .end(_, .nothing), .end(_, .accepted), .suspend, .resume, .mark, .block, .lane, .phase,
        .unbound, .gone:
        break
      }
    }
    return Trace(objects: objects, events: events, ending: .cut)
  }
}

extension Frame {
  /// All values that the beginning of the frame refers to.
  fileprivate var values: [TracedValue] {
    switch self {
    case .make(_, _, let value, _): value.map { [$0] } ?? []
    case .settle(_, _, let promise, let value): [promise, value]
    case .then(_, let promise, _, let onFulfilled, let onRejected):
      [promise] + onFulfilled.values + onRejected.values
    case .call(_, _, _, let value): value.map { [$0] } ?? []
    case .cancel(_, let promise, let reason): [promise] + (reason.map { [$0] } ?? [])
    case .combine(_, _, let promises): promises
    case .handler(let call, _, _), .task(let call), .onCancel(let call): call.arguments
    case .thenable(let call, let subject, _): [subject] + call.arguments
    case .accessor(let subject, _, _): subject.map { [$0] } ?? []
    case .drop, .wait, .lanes: []
    }
  }

  /// The frame in a few words.
  fileprivate var phrase: String {
    let words =
      switch self {
      case .make: "make"
      case .settle(_, let verb, _, _): verb.rawValue
      case .then: "then"
      case .call(_, _, let rejects, _): rejects ? "call reject" : "call resolve"
      case .cancel: "cancel"
      case .combine(_, let kind, _): "combine \(kind.prefix(20))"
      case .drop: "drop"
      case .wait: "wait"
      case .lanes: "lanes"
      case .handler(let call, _, _): "handler \(call.function.prefix(20))"
      case .thenable(let call, _, _): "thenable \(call.function.prefix(20))"
      case .accessor: "accessor"
      case .task(let call): "task \(call.function.prefix(20))"
      case .onCancel(let call): "cancel callback \(call.function.prefix(20))"
      }
    return step.map { "\(words) (step \($0))" } ?? words
  }
}

extension Slot {
  fileprivate var values: [TracedValue] {
    if case .notFunction(let value) = self { [value] } else { [] }
  }
}
