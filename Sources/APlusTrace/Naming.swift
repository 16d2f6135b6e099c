extension Trace {
  /// A short text for a value: its name where it has one.
  ///
  ///     trace.text(.reference(0))   // "p"
  ///     trace.text(.undefined)      // "undefined"
  package func text(_ value: TracedValue) -> String {
    switch value {
    case .null: "null"
    case .undefined: "undefined"
    case .nothing: "nothing"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .notANumber: "NaN"
    case .negativeZero: "-0"
    case .infinity: "Infinity"
    case .negativeInfinity: "-Infinity"
    case .text(let text): "\"\(text)\""
    case .bigInteger(let digits): "\(digits)n"
    case .thenFunction: "its then"
    case .reference(let reference): name(of: reference)
    }
  }

  private func name(of reference: Int) -> String {
    guard objects.indices.contains(reference) else { return "#\(reference)" }
    let object = objects[reference]
    if let name = object.names.first { return name }
    switch object.kind {
    case .error:
      let text = object.message.map { ": \($0)" } ?? ""
      return "\(object.type ?? "error")\(text)"
    case .list:
      return "[\((object.items ?? []).prefix(4).map(shallowText).joined(separator: ", "))]"
    case .promise: return "promise #\(reference)"
    case .mark, .thenable, .function, .object:
      return "\(object.type ?? object.kind.rawValue) #\(reference)"
    }
  }

  /// Lists inside lists are not opened, so that hostile nesting ends.
  private func shallowText(_ value: TracedValue) -> String {
    if let reference = value.objectReference, objects.indices.contains(reference),
      objects[reference].names.isEmpty
    {
      "#\(reference)"
    } else {
      text(value)
    }
  }
}

extension TracedValue {
  fileprivate var objectReference: Int? {
    if case .reference(let reference) = self { reference } else { nil }
  }
}
