import APlusJSON
import APlusModel
import Testing

/// Events that are rows of numbers, like one that was given in full, and objects that are like another.
@Suite("Rows of a trace") struct TraceRowTests {
  /// A registration, its end, its handler and the handler's end, each with what varies.
  private static let models = """
    {"n":1,"s":0,"e":"begin","i":[0,3],"f":1,"in":"then","step":1,"on":{"ref":0},"reg":1,"ok":"h",
     "vary":["i","f","reg","on"]},
    {"n":2,"s":0,"e":"end","i":[0,3],"f":1,"gives":{"ref":1},"vary":["gives","f"]},
    {"n":3,"s":0,"e":"begin","i":[0,3],"f":3,"in":"handler","reg":1,"slot":"ok","fn":"h","call":1,
     "argc":1,"args":[{"ref":2}],"vary":["args","reg","r"]},
    {"n":4,"s":0,"e":"end","f":3,"returned":{"is":"undefined"},"vary":["f"]},
    {"n":5,"s":0,"e":"mark","step":2,"name":"m","vary":[]}
    """

  private static func read(_ events: String, objects: String = "") throws -> Trace {
    let object = #"{"kind":"promise"}"#
    let objects = objects.isEmpty ? "\(object),\(object),\(object)" : objects
    return try Trace(
      json: JSON(
        parsing: #"{"trace":"aplus-trace/1","ending":"quiet","objects":[\#(objects)],"# + #""events":[\#(events)]}"#))
  }

  @Test func `a row is like its event but for what varies`() throws {
    let rows = "[1,7,8,9,2,0],[2,2,9],[3,1,2,4],[4,12],[5]"
    let events = try Self.read(Self.models + "," + rows).events
    #expect(events.map(\.sequence) == Array(1...10))
    #expect(events[5].indices == [7, 8])
    #expect(
      events[5].kind
        == .begin(
          frame: 9, .then(step: 1, on: .reference(0), registration: 2, onFulfilled: .function("h"), onRejected: .absent)
        ))
    #expect(events[6].kind == .end(frame: 9, .gives(.reference(2))))
    #expect(events[6].indices == [0, 3])
    let call = UserCall(function: "h", call: 1, argumentCount: 1, arguments: [.reference(1)])
    #expect(events[7].kind == .begin(frame: 3, .handler(call, registration: 2, .onFulfilled)))
    #expect(events[7].round == 4)
    #expect(events[8].kind == .end(frame: 12, .returned(.undefined)))
    #expect(events[9].kind == events[4].kind)
  }

  @Test(
    "a row that is like nothing is refused",
    arguments: [
      ("[]", "event 6: expected a row to begin with the number of an event"),
      ("[[1],2]", "event 6: expected numbers from 0 to 2147483647"),
      ("[0,1]", #"event 6: is like event 0, which is not an earlier event with "vary""#),
      ("[-1,1]", "event 6: expected numbers from 0 to 2147483647"),
      ("[6,1]", #"event 6: is like event 6, which is not an earlier event with "vary""#),
      ("[4,1],[6,1]", #"event 7: is like event 6, which is not an earlier event with "vary""#),
      (
        #"{"n":6,"s":0,"e":"phase","strength":"proved"},[6]"#,
        #"event 7: is like event 6, which is not an earlier event with "vary""#
      ), ("[4]", "event 6: is like event 4, whose rows have 2 numbers"),
      ("[4,1,1]", "event 6: is like event 4, whose rows have 2 numbers"),
      ("[1,1,1,1,1]", "event 6: is like event 1, whose rows have 6 numbers"),
      ("[4,-1]", "event 6: expected numbers from 0 to 2147483647"),
      ("[4,2147483648]", "event 6: expected numbers from 0 to 2147483647"),
      ("[4,1.5]", "event 6: expected numbers from 0 to 2147483647"),
      (#"[4,"1"]"#, "event 6: expected numbers from 0 to 2147483647"),
      ("[1,0,0,1,0,0]", "event 6: registrations count from 1"),
      ("[2,3,1]", "event 6: reference 3 is not below the 3 objects"),
    ]) func refuses(_ rows: String, _ message: String) throws
  {
    let error = #expect(throws: TraceError.self) { try Self.read(Self.models + "," + rows) }
    #expect(error?.description == message)
  }

  @Test(
    "a wrong list of varying fields is refused",
    arguments: [
      (#""vary":["name"]"#, #""name" cannot vary, or is listed twice"#),
      (#""vary":["f","f"]"#, #""f" cannot vary, or is listed twice"#),
      (#""vary":["i"]"#, #"the event has no number or reference at "i""#),
      (#""vary":["on"]"#, #"the event has no number or reference at "on""#),
      (#""vary":["reg"]"#, #"the event has no number or reference at "reg""#),
      (#""vary":["args"]"#, #"the event has no number or reference at "args""#),
      (#""vary":["threw"]"#, #"the event has no number or reference at "threw""#),
      (#""vary":"f""#, "expected an array, found a string"), (#""vary":[1]"#, "expected a string, found an integer"),
    ]) func cannotVary(_ member: String, _ message: String)
  {
    let event = #"{"n":1,"s":0,"e":"end","f":1,"gives":5,\#(member)}"#
    let error = #expect(throws: TraceError.self) { try Self.read(event) }
    #expect(error?.description == #"event 1, "vary": "# + message)
  }

  @Test func `objects may be like one before`() throws {
    let trace = try Self.read("", objects: #"{"kind":"mark","names":["D"]},{"kind":"promise"},[1,3],[0,1]"#)
    let mark = TracedObject(kind: .mark, names: ["D"])
    let promise = TracedObject(kind: .promise)
    #expect(trace.objects == [mark, promise, promise, promise, promise, mark])
  }

  @Test(
    "objects that are like nothing are refused",
    arguments: [
      ("[0,1]", "object 1: reference 0 is not below the 0 objects"),
      (#"{"kind":"mark"},[1,1]"#, "object 2: reference 1 is not below the 1 objects"),
      (#"{"kind":"mark"},[0,1000000]"#, #"trace, "objects": more than 1000000"#),
      (#"{"kind":"mark"},[0,9223372036854775807]"#, #"trace, "objects": more than 1000000"#),
    ]
      + ["[]", "[0]", "[0,0]", "[0,-1]", "[-1,1]", "[0,1,1]", #"[0,"1"]"#].map {
        (
          #"{"kind":"mark"},"# + $0,
          "object 2: expected an object, or the number of an earlier object and a count of copies"
        )
      }) func refusesObjects(_ objects: String, _ message: String)
  {
    let error = #expect(throws: TraceError.self) { try Self.read("", objects: objects) }
    #expect(error?.description == message)
  }

  @Test func `a list that is repeated still refers to objects of the trace alone`() {
    let error = #expect(throws: TraceError.self) {
      try Self.read("", objects: #"{"kind":"list","items":[{"ref":4}]},[0,3]"#)
    }
    #expect(error?.description == #"object 1, "items": reference 4 is not below the 4 objects"#)
  }

  @Test func `copies of a long list are refused before anything visits them`() throws {
    let items = JSON.array(Array(repeating: 5, count: 1_000))
    var reader = TraceReader()
    try reader.append(object: JSONTree(["kind": "list", "items": items]).root)
    try reader.append(object: JSONTree([0, 9_999]).root)
    let error = #expect(throws: TraceError.self) { try reader.append(object: JSONTree([0, 1]).root) }
    #expect(
      error?.description == """
        object 10001, "items": found more than 10000000 items in the lists so far, those of lists \
        in lists included, expected at most that many in a trace; record fewer or shorter lists
        """)
  }

  @Test func `events may come before the objects that they refer to`() throws {
    var reader = TraceReader()
    let events = try JSONTree(parsing: "[\(Self.models),[2,5,1]]".utf8).root
    for event in try #require(events.arrayValue) { try reader.append(event: event) }
    for _ in 0..<3 { try reader.append(object: JSONTree(["kind": "promise"]).root) }
    try reader.endObjects()
    let frame: JSON = ["trace": "aplus-trace/1", "ending": "quiet", "objects": [], "events": []]
    let error = #expect(throws: TraceError.self) { try reader.trace(JSONTree(frame).root) }
    #expect(error?.description == "event 6: reference 5 is not below the 3 objects")
  }

  @Test func `an event stands in three repeats at most`() {
    let error = #expect(throws: TraceError.self) { try Self.read(#"{"n":1,"s":0,"e":"block","i":[1,2,3,4],"step":1}"#) }
    #expect(error?.description == #"event 1, "i": expected at most 3 indices"#)
  }

  @Test func `the last of the indices is the innermost one`() {
    let nested: [RepeatIndices] = [[], [4], [4, 9], [4, 9, 2]]
    #expect(nested.map(\.last) == [nil, 4, 9, 2])
  }
}
