import APlusJSON

extension Frame {
  /// Adds what a `begin` event says about its frame.
  func write(into members: inout some TraceMembers) {
    members["in"] = .string(word)
    members["step"] = step.map(JSON.integer)
    switch self {
    case .make(_, let state, let value, let isReadyMade):
      members["promise"] = .string(state)
      members.put("with", value)
      if isReadyMade { members["door"] = "ready" }
    case .settle(_, _, let promise, let value):
      members.put("on", promise)
      members.put("with", value)
    case .then(_, let promise, let registration, let onFulfilled, let onRejected):
      members.put("on", promise)
      members["reg"] = .integer(registration)
      members["ok"] = onFulfilled.json
      members["bad"] = onRejected.json
    case .call(_, let pair, let rejects, let value):
      members["pair"] = .integer(pair)
      members["which"] = rejects ? "reject" : "resolve"
      members.put("with", value)
    case .cancel(_, let promise, let reason):
      members.put("on", promise)
      members.put("with", reason)
    case .combine(_, let kind, let promises):
      members["kind"] = .string(kind)
      members.put("of", promises)
    case .drop(_, let names): members["names"] = .array(names.map(JSON.string))
    case .measure(_, let promise): members.put("on", promise)
    case .wait(_, let gate): members["name"] = .string(gate)
    case .lanes(_, let count): members["count"] = .integer(count)
    case .handler(let call, let registration, let slot):
      members["reg"] = registration.map(JSON.integer)
      members["slot"] = .string(slot.rawValue)
      call.write(into: &members)
    case .thenable(let call, let subject, let pair):
      members.put("on", subject)
      members["pair"] = .integer(pair)
      call.write(into: &members)
    case .accessor(let subject, let prototype, let read):
      members.put("on", subject)
      members["of"] = prototype.map(JSON.string)
      members["read"] = .integer(read)
    case .task(let call), .onCancel(let call): call.write(into: &members)
    }
  }

  private var word: String {
    switch self {
    case .make: "make"
    case .settle(_, let verb, _, _): verb.rawValue
    case .then: "then"
    case .call: "call"
    case .cancel: "cancel"
    case .combine: "combine"
    case .drop: "drop"
    case .measure: "measure"
    case .wait: "wait"
    case .lanes: "lanes"
    case .handler: "handler"
    case .thenable: "thenable"
    case .accessor: "accessor"
    case .task: "task"
    case .onCancel: "oncancel"
    }
  }
}

extension UserCall {
  fileprivate func write(into members: inout some TraceMembers) {
    members["fn"] = .string(function)
    members["call"] = .integer(call)
    members["argc"] = .integer(argumentCount)
    members.put("args", arguments)
    members["this"] = receiver.map(JSON.string)
    members["context"] = context.map(JSON.string)
  }
}

extension Slot {
  fileprivate var json: JSON? {
    switch self {
    case .absent: nil
    case .function(let name): .string(name)
    case .notFunction(let value): ["not": value.json]
    }
  }
}
