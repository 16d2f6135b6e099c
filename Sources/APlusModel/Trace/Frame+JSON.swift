import APlusJSON

extension Frame {
  /// Reads the frame of a `begin` event.
  init(_ fields: TraceFields) throws(TraceError) {
    let word = try fields.string("in")
    guard let form = FrameForm.of(word) else { throw fields.error("in", "\(word.quoted) is not a kind of frame") }
    var arguments: [FrameArgument?] = []
    arguments.reserveCapacity(form.fields.count)
    for field in form.fields { arguments.append(try fields.argument(field)) }
    guard let frame = Frame(word, arguments) else { throw fields.error("on", "an accessor has either this or \"of\"") }
    self = frame
  }

  /// Writes the frame of a `begin` event.
  func write(into members: inout some MemberSink) {
    members.put("in", word)
    for (field, argument) in zip(form.fields, arguments) {
      switch argument {
      case .number(let number): members.put(field.key, number)
      case .text(let text), .handler(.function(let text)): members.put(field.key, text)
      case .texts(let texts): members.put(field.key, texts)
      case .reference(let value): members.put(field.key, value)
      case .references(let values): members.put(field.key, values)
      case .handler(.notFunction(let value)): members.put(field.key, not: value)
      case .handler(.absent), nil: break
      }
    }
  }
}

extension TraceFields {
  /// Reads a member of a `begin` event; nil if an optional one is missing.
  fileprivate func argument(_ field: FrameField) throws(TraceError) -> FrameArgument? {
    let key = field.key
    guard let json = json(key) else {
      guard field.isRequired else { return nil }
      throw error(key, "is missing")
    }
    switch field.type {
    case .number(let least): return .number(try integer(key, from: least))
    case .text: return .text(try string(key))
    case .texts: return .texts(try strings(key))
    case .reference: return .reference(try value(key))
    case .references:
      let values = try optionalValues(key) ?? []
      guard key != "args" || values.count <= 2 else { throw error(key, "expected at most two") }
      return .references(values)
    case .word(let words):
      let word = try string(key)
      guard words.contains(word) else {
        throw error(key, "expected \(words.map(\.quoted).joined(separator: " or ")), found \(word.quoted)")
      }
      return .text(word)
    case .handler:
      if let name = json.stringValue { return .handler(.function(name)) }
      guard let value = json["not"] else { throw error(key, "expected a function's name or {\"not\": VALUE}") }
      return .handler(.notFunction(try self.value(value, key)))
    }
  }
}
