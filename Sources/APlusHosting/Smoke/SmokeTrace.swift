package import APlusModel

/// What the trace of a smoke program shows, by step and by function.
package struct SmokeTrace {
  private let trace: Trace
  private var results: [Int: FrameResult] = [:]
  private var values: [String: TracedValue] = [:]
  private var places: [String: String] = [:]
  private var registered: Set<String> = []
  /// The functions that ran as handlers, in the order of their first runs.
  package private(set) var order: [String] = []
  /// The threads that handlers ran on, other than the script's.
  package private(set) var handlerThreads: Set<Int> = []

  package init(_ trace: Trace) {
    self.trace = trace
    var steps: [Int: Int] = [:]
    for event in trace.events {
      switch event.kind {
      case .begin(_, .handler(let call, _, _)):
        if event.stack > 0 { handlerThreads.insert(event.stack) }
        if values[call.function] == nil {
          order.append(call.function)
          values[call.function] = call.arguments.first ?? .undefined
          places[call.function] = call.context
        }
      case .begin(let frame, let content):
        steps[frame] = content.step
        if case .then(let call, _) = content, case .function(let name) = call.onFulfilled { registered.insert(name) }
      case .end(let frame, let result): if let step = steps[frame] { results[step] = result }
      default: break
      }
    }
  }

  /// How a step's call into the library ended; nil where it did not end.
  package func result(_ step: Int) -> FrameResult? { results[step] }

  /// The argument of a handler's first run; nil where it did not run.
  package func value(_ function: String) -> TracedValue? { values[function] }

  /// Whether a mark was reported as the reason of an unhandled rejection.
  package func hasReported(_ name: String) -> Bool {
    trace.events.contains { event in
      guard case .unhandled(.reference(let reference)) = event.kind else { return false }
      return object(reference)?.names.contains(name) == true
    }
  }

  /// Whether the function was registered for a value.
  package func isRegistered(_ function: String) -> Bool { registered.contains(function) }

  /// What threads wait in, a phrase for each.
  package var waits: [String] { trace.waits }

  /// Whether any handler ran.
  package var hasRunHandlers: Bool { !values.isEmpty }

  /// The type of an object that the library made, which may wrap a reason; nil for any other value.
  package func wrapper(_ value: TracedValue) -> String? {
    guard case .reference(let reference) = value, let object = object(reference),
      [.error, .object].contains(object.kind), object.isForeign, object.names.isEmpty
    else { return nil }
    return object.type
  }

  /// The context of a handler's first run; nil where it ran on none, or not at all.
  package func place(_ function: String) -> String? { places[function] }

  /// Whether a handler's first run got the mark or promise of that name.
  package func ran(_ function: String, with name: String) -> Bool {
    guard case .reference(let reference)? = values[function] else { return false }
    return object(reference)?.names.contains(name) == true
  }

  /// The result of a library call as text, where it is not a promise.
  package func nonPromise(_ step: Int) -> String? {
    guard case .gives(let value)? = results[step] else { return nil }
    guard case .reference(let reference) = value else { return trace.text(value) }
    switch object(reference)?.kind {
    // A host that does not distinguish identities may describe a promise as an object.
    case .promise, .thenable, .object, .function, .call, .task, nil: return nil
    case .mark, .error, .list: return trace.text(value)
    }
  }

  /// What a library call threw, as text.
  package func thrown(_ step: Int) -> String? {
    guard case .threw(let value)? = results[step] else { return nil }
    return trace.text(value)
  }

  /// What a library call threw, if it shows that code is missing.
  package func missingCode(_ step: Int) -> String? {
    guard case .threw(let value)? = results[step] else { return nil }
    if case .reference(let reference) = value, let object = object(reference) {
      guard object.isForeign, !object.isCancellation, !object.isTimeout else { return nil }
      let isMissing = object.type.map(Self.missingTypes.contains) ?? false
      return isMissing || Self.showsMissingCode(object.message ?? "") ? trace.text(value) : nil
    }
    guard case .text(let text) = value else { return nil }
    return Self.showsMissingCode(text) ? text : nil
  }

  /// The identity of the object that a library call returned.
  package func given(_ step: Int) -> Int? {
    if case .gives(.reference(let reference))? = results[step] { reference } else { nil }
  }

  /// The type of the promise that a library call returned, where the host names types.
  package func kind(_ step: Int) -> String? { given(step).flatMap(object)?.type }

  /// A value as text, for messages.
  package func text(_ value: TracedValue) -> String { trace.text(value) }

  private func object(_ reference: Int) -> TracedObject? {
    trace.objects.indices.contains(reference) ? trace.objects[reference] : nil
  }

  private static let missingTypes: Set<String> = [
    "TypeError", "ReferenceError", "AttributeError", "NameError", "NoMethodError", "NotImplementedError",
  ]

  /// Whether a message reads like a language's report of a missing function.
  private static func showsMissingCode(_ message: String) -> Bool {
    [
      "not implemented", "not supported", "is not a function", "undefined method", "undefined function",
      "object method",
    ].contains { message.lowercased().contains($0) }
  }
}
