package import APlusJSON

extension Event {
  /// Reads one event that a host has streamed.
  ///
  /// A streamed event may refer to objects that are described only at the end of
  /// the trace, so its references are only checked against a bound.
  ///
  /// - Parameters:
  ///   - json: The event.
  ///   - number: Its place in the stream, from 1, for messages.
  ///   - objectBound: All references must be below it.
  /// - Throws: An error that names the event and the field.
  package init(json: JSONView, number: Int, objectBound: Int) throws(TraceError) {
    try self.init(TraceFields(json, "event", number: number, objectCount: objectBound))
  }

  init(_ fields: TraceFields) throws(TraceError) {
    self.init(
      sequence: try fields.integer("n", from: 1), stack: try fields.integer("s"),
      round: try fields.optionalInteger("r") ?? 0, indices: try fields.repeatIndices("i"), kind: try Kind(fields))
  }

  /// The event, as a trace writes it.
  package var json: JSON {
    var members = JSONObject()
    write(into: &members)
    return .object(members)
  }

  /// Appends the event to a text.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - varying: The members in which rows that are like it differ; nil if there are no such rows.
  package func write(into text: inout [UInt8], varying: [RowMember]? = nil) {
    ObjectText.write(into: &text) { members in
      write(into: &members)
      if let varying { members.put("vary", varying.map(\.rawValue)) }
    }
  }

  private func write(into members: inout some MemberSink) {
    members.put("n", sequence)
    members.put("s", stack)
    members.put("e", kind.word)
    if round != 0 { members.put("r", round) }
    if !indices.isEmpty { members.put("i", indices) }
    kind.write(into: &members)
  }
}

extension Event.Kind {
  /// The member `e` of an event.
  private enum Word: String {
    case begin
    case end
    case suspend
    case resume
    case bound = "let"
    case mark
    case block
    case lane
    case phase
    case unbound
    case gone
    case unhandled
    case uncaught
  }

  fileprivate init(_ fields: TraceFields) throws(TraceError) {
    let text = try fields.string("e")
    guard let word = Word(rawValue: text) else { throw fields.error("e", "\(text.quoted) is not a kind of event") }
    switch word {
    case .begin: self = .begin(frame: try fields.integer("f"), try Frame(fields))
    case .end: self = .end(frame: try fields.integer("f"), try FrameResult(fields))
    case .suspend: self = .suspend(frame: try fields.integer("f"))
    case .resume: self = .resume(frame: try fields.integer("f"))
    case .bound:
      self = .bound(step: try fields.integer("step"), name: try fields.string("name"), value: try fields.value("value"))
    case .mark: self = .mark(step: try fields.integer("step"), name: try fields.string("name"))
    case .block:
      if let promise = try fields.optionalValue("due") {
        self = .due(promise)
      } else {
        self = .block(step: try fields.integer("step"))
      }
    case .lane: self = .lane(step: try fields.integer("step"), lane: try fields.integer("lane"))
    case .phase: self = .phase(try fields.word("strength"))
    case .unbound: self = .unbound(step: try fields.optionalInteger("step"), name: try fields.string("name"))
    case .gone:
      guard let yes = try fields.required("yes").boolValue else { throw fields.error("yes", "expected true or false") }
      self = .gone(step: try fields.integer("step"), name: try fields.string("name"), yes)
    case .unhandled: self = .unhandled(try fields.value("value"))
    case .uncaught: self = .uncaught(try fields.value("value"))
    }
  }

  fileprivate var word: String {
    let word: Word =
      switch self {
      case .begin: .begin
      case .end: .end
      case .suspend: .suspend
      case .resume: .resume
      case .bound: .bound
      case .mark: .mark
      case .block, .due: .block
      case .lane: .lane
      case .phase: .phase
      case .unbound: .unbound
      case .gone: .gone
      case .unhandled: .unhandled
      case .uncaught: .uncaught
      }
    return word.rawValue
  }

  fileprivate func write(into members: inout some MemberSink) {
    switch self {
    case .begin(let number, let frame):
      members.put("f", number)
      frame.write(into: &members)
    case .end(let number, let result):
      members.put("f", number)
      result.write(into: &members)
    case .suspend(let number), .resume(let number): members.put("f", number)
    case .bound(let step, let name, let value):
      members.put("step", step)
      members.put("name", name)
      members.put("value", value)
    case .mark(let step, let name):
      members.put("step", step)
      members.put("name", name)
    case .unbound(let step, let name):
      members.put("step", step)
      members.put("name", name)
    case .block(let step): members.put("step", step)
    case .due(let promise): members.put("due", promise)
    case .lane(let step, let lane):
      members.put("step", step)
      members.put("lane", lane)
    case .phase(let strength): members.put("strength", strength.rawValue)
    case .gone(let step, let name, let yes):
      members.put("step", step)
      members.put("name", name)
      members.put("yes", yes)
    case .unhandled(let value), .uncaught(let value): members.put("value", value)
    }
  }
}

extension FrameResult {
  fileprivate init(_ fields: TraceFields) throws(TraceError) {
    if let value = try fields.optionalValue("gives") {
      self = .gives(value)
    } else if fields.json("accepted") != nil {
      self = .accepted(try fields.flag("accepted"))
    } else if let value = try fields.optionalValue("returned") {
      self = .returned(value)
    } else if let value = try fields.optionalValue("threw") {
      self = .threw(value)
    } else if fields.json("ns") != nil {
      self = .measured(try fields.integers("ns"))
    } else {
      self = .nothing
    }
  }

  fileprivate func write(into members: inout some MemberSink) {
    switch self {
    case .nothing: break
    case .gives(let value): members.put("gives", value)
    case .accepted(let yes): members.put("accepted", yes)
    case .returned(let value): members.put("returned", value)
    case .threw(let value): members.put("threw", value)
    case .measured(let times): members.put("ns", times)
    }
  }
}
