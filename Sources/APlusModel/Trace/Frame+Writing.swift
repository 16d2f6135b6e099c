import APlusJSON

extension Frame {
  /// Adds what a `begin` event says about its frame.
  func write(into members: inout JSONObject) {
    members.put("in", word)
    members.put("step", step)
    switch self {
    case .make(_, let state, let value, let isReadyMade):
      members.put("promise", state)
      members.put("with", value)
      if isReadyMade { members.put("door", "ready") }
    case .settle(_, _, let promise, let value):
      members.put("on", promise)
      members.put("with", value)
    case .then(let call, _):
      members.put("on", call.subject)
      members.put("reg", registration)
      call.onFulfilled.write("ok", into: &members)
      call.onRejected.write("bad", into: &members)
    case .call(_, let pair, let rejects, let value):
      members.put("pair", pair)
      members.put("which", rejects ? "reject" : "resolve")
      members.put("with", value)
    case .cancel(_, let promise, let reason):
      members.put("on", promise)
      members.put("with", reason)
    case .combine(_, let kind, let promises):
      members.put("kind", kind)
      members.put("of", promises)
    case .drop(_, let names): members.put("names", names)
    case .measure(_, let promise): members.put("on", promise)
    case .wait(_, let gate): members.put("name", gate)
    case .lanes(_, let count): members.put("count", count)
    case .handler(let call, _, let slot):
      members.put("reg", registration)
      members.put("slot", slot.rawValue)
      call.write(into: &members)
    case .thenable(let call, let subject, let pair):
      members.put("on", subject)
      members.put("pair", pair)
      call.write(into: &members)
    case .accessor(let subject, let prototype, let read):
      members.put("on", subject)
      members.put("of", prototype)
      members.put("read", read)
    case .task(let call), .onCancel(let call): call.write(into: &members)
    }
  }

  private var word: String {
    switch self {
    case .make: "make"
    case .settle(_, .fulfill, _, _): "fulfill"
    case .settle(_, .reject, _, _): "reject"
    case .settle(_, .resolve, _, _): "resolve"
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
  fileprivate func write(into members: inout JSONObject) {
    members.put("fn", function)
    members.put("call", call)
    members.put("argc", argumentCount)
    members.put("args", arguments)
    members.put("this", receiver)
    members.put("context", context)
  }
}

extension Slot {
  fileprivate func write(_ key: String, into members: inout JSONObject) {
    switch self {
    case .absent: break
    case .function(let name): members.put(key, name)
    case .notFunction(let value): members[key] = ["not": value.json]
    }
  }
}
