package import APlusModel

/// What a program's own code sees of a library: its functions that are called, in order, and with what.
///
///     Behavior(trace).calls  // ["h (ok) with S", "g with E"]
package struct Behavior: Sendable, Hashable {
  package let calls: [String]

  package init(_ trace: Trace) {
    calls = trace.events.compactMap { event -> String? in
      guard case .begin(_, let frame) = event.kind, let call = frame.call else { return nil }
      var words = call.function
      if case .handler(_, _, let slot) = frame { words += " (\(slot.rawValue))" }
      return words + (call.arguments.first.map { " with \(Self.text($0, in: trace))" } ?? "")
    }
  }

  /// How it differs from another's; nil where it does not.
  package func difference(from other: Behavior) -> Difference? {
    if calls == other.calls { return nil }
    return calls.sorted() == other.calls.sorted() ? .order : .calls
  }

  package enum Difference: String, Sendable, Hashable {
    /// Other functions are called, or with something else.
    case calls = "in what is called"
    /// The same calls come in another order.
    case order = "in the order of the calls"
  }

  /// Hosts number objects each in their own way, so they go by name or kind.
  private static func text(_ value: TracedValue, in trace: Trace) -> String {
    guard case .reference(let reference) = value else {
      return value == .nothing ? trace.text(.undefined) : trace.text(value)
    }
    let object = trace.objects[reference]
    if let name = object.names.first { return name }
    guard let items = object.items else {
      return object.isCancellation ? "cancellation" : object.kind.rawValue
    }
    return "[\(items.map { text($0, in: trace) }.joined(separator: ", "))]"
  }
}
