import APlusJSON

extension Frame {
  init(_ fields: TraceFields) throws(TraceError) {
    let word = try fields.string("in")
    switch word {
    case "make":
      self = .make(
        step: try fields.optionalInteger("step"),
        state: try fields.string("promise"),
        with: try fields.optionalValue("with"),
        isReadyMade: try fields.isReadyMade()
      )
    case "fulfill": self = try Self.settle(.fulfill, fields)
    case "reject": self = try Self.settle(.reject, fields)
    case "resolve": self = try Self.settle(.resolve, fields)
    case "then":
      self = .then(
        step: try fields.integer("step"),
        on: try fields.value("on"),
        registration: try fields.integer("reg", from: 1),
        onFulfilled: try fields.slot("ok"),
        onRejected: try fields.slot("bad")
      )
    case "call":
      self = .call(
        step: try fields.integer("step"),
        pair: try fields.integer("pair", from: 1),
        rejects: try fields.isRejecting(),
        with: try fields.optionalValue("with")
      )
    case "cancel":
      self = .cancel(
        step: try fields.integer("step"),
        on: try fields.value("on"),
        with: try fields.optionalValue("with")
      )
    case "combine":
      self = .combine(
        step: try fields.integer("step"),
        kind: try fields.string("kind"),
        of: try fields.optionalValues("of") ?? []
      )
    case "drop":
      self = .drop(step: try fields.integer("step"), names: try fields.strings("names"))
    case "measure":
      self = .measure(step: try fields.integer("step"), on: try fields.value("on"))
    case "wait": self = .wait(step: try fields.integer("step"), gate: try fields.string("name"))
    case "lanes":
      self = .lanes(step: try fields.integer("step"), count: try fields.integer("count"))
    default: self = try Self.userCode(word, fields)
    }
  }

  private static func settle(
    _ verb: Settlement,
    _ fields: TraceFields
  ) throws(TraceError) -> Frame {
    .settle(
      step: try fields.optionalInteger("step"),
      verb,
      on: try fields.value("on"),
      with: try fields.value("with")
    )
  }

  private static func userCode(
    _ word: String,
    _ fields: TraceFields
  ) throws(TraceError) -> Frame {
    switch word {
    case "handler":
      .handler(
        try UserCall(fields),
        registration: try fields.optionalInteger("reg", from: 1),
        try fields.word("slot")
      )
    case "thenable":
      .thenable(
        try UserCall(fields),
        on: try fields.value("on"),
        pair: try fields.integer("pair", from: 1)
      )
    case "accessor": try accessor(fields)
    case "task": .task(try UserCall(fields))
    case "oncancel": .onCancel(try UserCall(fields))
    default: throw fields.error("in", "\(word.quoted) is no kind of frame")
    }
  }

  private static func accessor(_ fields: TraceFields) throws(TraceError) -> Frame {
    let subject = try fields.optionalValue("on")
    let prototype = try fields.optionalString("of")
    guard (subject == nil) != (prototype == nil) else {
      throw fields.error("on", "an accessor has either this or \"of\"")
    }
    return .accessor(on: subject, prototype: prototype, read: try fields.integer("read", from: 1))
  }
}

extension UserCall {
  fileprivate convenience init(_ fields: TraceFields) throws(TraceError) {
    let arguments = try fields.optionalValues("args") ?? []
    guard arguments.count <= 2 else { throw fields.error("args", "expected at most two") }
    self.init(
      function: try fields.string("fn"),
      call: try fields.integer("call", from: 1),
      argumentCount: try fields.integer("argc"),
      arguments: arguments,
      receiver: try fields.optionalString("this"),
      context: try fields.optionalString("context")
    )
  }
}

extension TraceFields {
  /// A ready-made promise comes through a door of its own; without a word, it was a deferred.
  fileprivate func isReadyMade() throws(TraceError) -> Bool {
    guard let door = try optionalString("door") else { return false }
    guard door == "ready" || door == "deferred" else {
      throw error("door", "expected \"deferred\" or \"ready\", found \(door.quoted)")
    }
    return door == "ready"
  }

  /// Which resolver of a pair is called.
  fileprivate func isRejecting() throws(TraceError) -> Bool {
    let which = try string("which")
    guard which == "reject" || which == "resolve" else {
      throw error("which", "expected \"resolve\" or \"reject\", found \(which.quoted)")
    }
    return which == "reject"
  }

  /// What stands in a handler's place.
  fileprivate func slot(_ key: String) throws(TraceError) -> Slot {
    switch json(key) {
    case nil: return .absent
    case .string(let name)?: return .function(name)
    case .object(let members)?:
      guard let value = members["not"] else {
        throw error(key, "expected a function's name or {\"not\": VALUE}")
      }
      return .notFunction(try self.value(value, key))
    case .null?, .bool?, .integer?, .real?, .array?:
      throw error(key, "expected a function's name or {\"not\": VALUE}")
    }
  }
}
