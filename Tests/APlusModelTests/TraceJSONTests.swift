import APlusJSON
import APlusModel
import Testing

@Suite("Trace JSON") struct TraceJSONTests {
  @Test func `every kind of event reads back as it was written`() throws {
    let text = SampleTrace.everything.json.serialized()
    let trace = try Trace(json: JSON(parsing: text))
    #expect(trace == SampleTrace.everything)
  }

  @Test func `what still computes reads back as it was written`() throws {
    var trace = SampleTrace.everything
    trace.ending = .running
    trace.computation = Computation(used: 1.25, elapsed: 1.5, stack: ["f", "g"])
    let json = try JSON(parsing: trace.json.serialized())
    #expect(try Trace(json: json) == trace)
    #expect(
      trace.computation?.description == "still computing after 1.3 s of processor time (1.5 s of wall time), in f < g")
  }

  @Test func `numbers of any length are written as they are`() throws {
    let powers = (0...18).map { (0..<$0).reduce(1) { power, _ in 10 * power } }
    let numbers = powers.flatMap { [$0 - 1, $0, -$0] } + [Int.max]
    let events = numbers.enumerated().map { index, number in
      Event(sequence: index + 1, kind: .unhandled(.integer(number)))
    }
    let trace = Trace(objects: [], events: events, ending: .cut)
    #expect(try Trace(json: JSON(parsing: trace.json.serialized())) == trace)
  }

  @Test func `the example of the wire protocol is read`() throws {
    let trace = try Trace(
      json: JSON(
        parsing: """
          {"trace":"aplus-trace/1","ending":"quiet",
           "objects":[{"kind":"promise","names":["p"]},{"kind":"mark","names":["D"]},
                      {"kind":"promise","names":["q"]}],
           "events":[{"n":1,"s":0,"e":"begin","f":1,"in":"make","promise":"pending"},
                     {"n":2,"s":0,"e":"end","f":1,"gives":{"ref":0}},
                     {"n":3,"s":0,"e":"let","step":0,"name":"p","value":{"ref":0}},
                     {"n":4,"s":0,"e":"begin","f":2,"in":"then","step":1,"on":{"ref":0},"reg":1,"ok":"h"},
                     {"n":5,"s":0,"e":"end","f":2,"gives":{"ref":2}},
                     {"n":6,"s":0,"e":"phase","strength":"proved"}]}
          """))
    #expect(trace.events.count == 6)
    #expect(
      trace.events[3].kind
        == .begin(
          frame: 2, .then(step: 1, on: .reference(0), registration: 1, onFulfilled: .function("h"), onRejected: .absent)
        ))
    #expect(trace.strength == .proved)
  }

  @Test func `a whole number is an integer however it was written`() throws {
    let trace = try Trace(
      json: trace(events: [
        ["n": 1, "s": 0, "e": "unhandled", "value": 5.0], ["n": 2, "s": 0, "e": "unhandled", "value": -0.0],
        ["n": 3, "s": 0, "e": "unhandled", "value": 1e300],
      ]))
    #expect(
      trace.events.map(\.kind) == [.unhandled(.integer(5)), .unhandled(.negativeZero), .unhandled(.number(1e300))])
  }

  @Test func `a list may stand in two lists`() throws {
    let json = trace(objects: [
      ["kind": "list", "items": [["ref": 1], ["ref": 2]]], ["kind": "list", "items": [["ref": 2]]],
      ["kind": "list", "items": []],
    ])
    #expect(try Trace(json: json).objects.count == 3)
  }

  @Test func `a trace of 15,000 events is read and written whole`() throws {
    let events = (0..<15_000).map { index -> JSON in
      index.isMultiple(of: 2)
        ? [
          "n": .integer(index + 1), "s": 0, "e": "begin", "f": .integer(index), "in": "handler", "fn": "h", "reg": 1,
          "slot": "ok", "call": 1, "argc": 1, "args": [["ref": 0]],
        ] : ["n": .integer(index + 1), "s": 0, "e": "end", "f": .integer(index - 1)]
    }
    let json = trace(objects: [["kind": "mark", "names": ["D"]]], events: events)
    let trace = try Trace(json: json)
    #expect(trace.events.count == 15_000)
    #expect(trace.json["events"]?.arrayValue?.count == 15_000)
  }
}

/// A trace of these objects and events.
func trace(objects: [JSON] = [], events: [JSON] = [], ending: JSON = "quiet") -> JSON {
  ["trace": "aplus-trace/1", "ending": ending, "objects": .array(objects), "events": .array(events)]
}
