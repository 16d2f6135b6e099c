package import APlusModel

/// What user code sees of a library: which functions of the program it calls, in which order, and
/// with which first argument.
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

  /// How the behavior differs from another; nil where it does not.
  package func difference(from other: Behavior) -> Difference? {
    if calls == other.calls { return nil }
    return calls.sorted() == other.calls.sorted() ? .order : .calls
  }

  package enum Difference: String, Sendable, Hashable {
    /// Other functions are called, or the same ones with other arguments.
    case calls = "in what is called"
    /// The same calls come in another order.
    case order = "in the order of the calls"
  }

  /// A value by its name or kind, as each host numbers objects in its own way.
  private static func text(_ value: TracedValue, in trace: Trace) -> String {
    guard case .reference(let reference) = value else {
      return value == .nothing ? trace.text(.undefined) : trace.text(value)
    }
    let object = trace.objects[reference]
    if let name = object.names.first { return name }
    guard let items = object.items else { return object.isCancellation ? "cancellation" : object.kind.rawValue }
    return "[\(items.map { text($0, in: trace) }.joined(separator: ", "))]"
  }
}
