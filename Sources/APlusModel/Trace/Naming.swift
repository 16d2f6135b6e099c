extension Trace {
  /// A short text for a value: its name, if it has one.
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
    case .text(let text): "\"\(text.onOneLine)\""
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
      return "\(object.type ?? "error")\(text)".onOneLine
    case .list: return listText(object.items ?? [])
    case .promise: return "promise #\(reference)"
    case .mark, .thenable, .function, .object, .call, .task:
      return "\(object.type ?? object.kind.rawValue) #\(reference)"
    }
  }

  /// The first items of a list; three dots stand for the others.
  private func listText(_ items: [TracedValue]) -> String {
    let shown = items.prefix(4).map(shallowText) + (items.count > 4 ? ["…"] : [])
    return "[\(shown.joined(separator: ", "))]"
  }

  /// A text that does not expand a list inside a list, so that hostile nesting is harmless.
  private func shallowText(_ value: TracedValue) -> String {
    if let object = described(value), let outcome = object.outcome, let content = object.items?.first {
      return "\(outcome.rawValue) \(nameOrNumber(content))"
    }
    return nameOrNumber(value)
  }

  private func described(_ value: TracedValue) -> TracedObject? {
    if case .reference(let reference) = value, objects.indices.contains(reference) { objects[reference] } else { nil }
  }

  private func nameOrNumber(_ value: TracedValue) -> String {
    if case .reference(let reference) = value, described(value)?.names.isEmpty == true {
      "#\(reference)"
    } else {
      text(value)
    }
  }
}

extension String {
  /// The text with escaped line breaks, because a diagram has one line for each observation.
  fileprivate var onOneLine: String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
