import APlusJSON
import APlusModel
import Testing

@Suite("Hostile traces") struct HostileTraceTests {
  /// An event that must not be read, and the error that it must give.
  struct Fault: Sendable, CustomTestStringConvertible {
    var event: JSON
    var message: String

    init(_ event: JSON, _ message: String) {
      self.event = event
      self.message = message
    }

    var testDescription: String { event.serialized() }
  }

  static let faults: [Fault] = [
    Fault(5, "event 1: expected an object, found an integer"),
    Fault([], "event 1: expected a row to begin with the number of an event"),
    Fault(["s": 0, "e": "phase"], #"event 1, "n": is missing"#),
    Fault(["n": 0, "s": 0, "e": "phase"], #"event 1, "n": expected a number from 1 to 2147483647, found 0"#),
    Fault(["n": 1, "s": -1, "e": "phase"], #"event 1, "s": expected a number from 0 to 2147483647, found -1"#),
    Fault(
      ["n": .integer(.max), "s": 0, "e": "phase"],
      #"event 1, "n": expected a number from 1 to 2147483647, found 9223372036854775807"#),
    Fault(["n": 1.5, "s": 0], #"event 1, "n": expected an integer, found a number"#),
    Fault(["n": 1, "s": 0], #"event 1, "e": is missing"#),
    Fault(["n": 1, "s": 0, "e": "begun"], #"event 1, "e": "begun" is not a kind of event"#),
    Fault(["n": 1, "s": 0, "e": 7], #"event 1, "e": expected a string, found an integer"#),
    Fault(
      ["n": 1, "s": 0, "i": [-1], "e": "phase"], #"event 1, "i": expected a number from 0 to 2147483647, found -1"#),
    Fault(["n": 1, "s": 0, "i": 3, "e": "phase"], #"event 1, "i": expected an array, found an integer"#),
    Fault(["n": 1, "s": 0, "e": "begin", "f": 1], #"event 1, "in": is missing"#),
    Fault(["n": 1, "s": 0, "e": "begin", "f": 1, "in": "than"], #"event 1, "in": "than" is not a kind of frame"#),
    Fault(
      ["n": 1, "s": 0, "e": "begin", "f": 1, "in": "then", "step": 1, "on": ["ref": 9], "reg": 1],
      #"event 1, "on": reference 9 is not below the 1 objects"#),
    Fault(
      ["n": 1, "s": 0, "e": "end", "f": 1, "gives": ["ref": -1]],
      #"event 1, "gives": reference -1 is not below the 1 objects"#),
    Fault(
      ["n": 1, "s": 0, "e": "end", "f": 1, "gives": ["ref": .integer(.max)]],
      #"event 1, "gives": reference 9223372036854775807 is not below the 1 objects"#),
    Fault(
      ["n": 1, "s": 0, "e": "end", "f": 1, "threw": "boom"], #"event 1, "threw": expected a value, found a string"#),
    Fault(
      ["n": 1, "s": 0, "e": "end", "f": 1, "returned": ["is": "symbol"]],
      #"event 1, "returned": expected a value, found an object without a known text, is, bigint or ref"#),
    Fault(
      ["n": 1, "s": 0, "e": "end", "f": 1, "accepted": 1],
      #"event 1, "accepted": expected true or false, found an integer"#),
    Fault(
      ["n": 1, "s": 0, "e": "begin", "f": 1, "in": "call", "step": 1, "pair": 1, "which": "both"],
      #"event 1, "which": expected "resolve" or "reject", found "both""#),
    Fault(
      ["n": 1, "s": 0, "e": "begin", "f": 1, "in": "make", "promise": "pending", "door": "back"],
      #"event 1, "door": expected "deferred" or "ready", found "back""#),
    Fault(
      ["n": 1, "s": 0, "e": "begin", "f": 1, "in": "then", "step": 1, "on": ["ref": 0], "reg": 1, "ok": ["nut": 5]],
      #"event 1, "ok": expected a function's name or {"not": VALUE}"#),
    Fault(
      ["n": 1, "s": 0, "e": "begin", "f": 1, "in": "task", "fn": "t", "call": 1, "argc": 3, "args": [1, 2, 3]],
      #"event 1, "args": expected at most two"#),
    Fault(
      ["n": 1, "s": 0, "e": "begin", "f": 1, "in": "accessor", "read": 1],
      #"event 1, "on": an accessor has either this or "of""#),
    Fault(
      ["n": 1, "s": 0, "e": "phase", "strength": "certain"], #"event 1, "strength": "certain" is not a valid word here"#
    ),
    Fault(
      ["n": 1, "s": 0, "e": "gone", "step": 1, "name": "p", "yes": "yes"], #"event 1, "yes": expected true or false"#),
  ]

  @Test("a wrong event is refused with its number and field", arguments: faults) func refuses(_ fault: Fault) throws {
    let json = trace(objects: [["kind": "promise"]], events: [fault.event])
    let error = #expect(throws: TraceError.self) { try Trace(json: json) }
    #expect(error?.description == fault.message)
  }

  @Test(
    "a value that is not a trace is refused",
    arguments: [
      (JSON.null, "trace: expected an object, found null"), ([:], #"trace, "trace": is missing"#),
      (["trace": "aplus-trace/2"], #"trace, "trace": expected "aplus-trace/1", found "aplus-trace/2""#),
      (["trace": "aplus-trace/1"], #"trace, "objects": is missing"#),
      (trace(ending: "happy"), #"trace, "ending": "happy" is not a valid word here"#),
      (trace(objects: [["kind": "pony"]]), #"object 1, "kind": "pony" is not a valid word here"#),
      (
        trace(objects: [["kind": "list", "items": [["ref": 1]]]]),
        #"object 1, "items": reference 1 is not below the 1 objects"#
      ),
    ] as [(JSON, String)]) func refusesWhole(_ json: JSON, _ message: String)
  {
    let error = #expect(throws: TraceError.self) { try Trace(json: json) }
    #expect(error?.description == message)
  }

  @Test func `a list that contains itself is refused`() {
    let json = trace(objects: [
      ["kind": "mark"], ["kind": "list", "items": [["ref": 0], ["ref": 2]]], ["kind": "list", "items": [["ref": 1]]],
    ])
    let error = #expect(throws: TraceError.self) { try Trace(json: json) }
    #expect(error?.description == #"object 2, "items": the list contains itself"#)
  }

  @Test("lists deeper than a walk may go are refused", arguments: [false, true]) func refusesDepth(isReversed: Bool) {
    let objects = (0..<100_000).map { index -> JSON in
      let child = isReversed ? index - 1 : index + 1
      let items: JSON = (0..<100_000).contains(child) ? [["ref": .integer(child)]] : []
      return ["kind": "list", "items": items]
    }
    let error = #expect(throws: TraceError.self) { try Trace(json: trace(objects: objects)) }
    #expect(error?.message == "lists are nested deeper than 100 levels")
  }

  @Test func `lists that name the next one twice are refused where they grow too large`() {
    let objects = (0..<90).map { index -> JSON in
      ["kind": "list", "items": [["ref": .integer(index + 1)], ["ref": .integer(index + 1)]]]
    }
    let json = trace(objects: objects + [["kind": "list", "items": []]])
    let error = #expect(throws: TraceError.self) { try Trace(json: json) }
    // The innermost list is empty; the k-th around it has 2^(k + 1) - 2 items.
    #expect(error?.place == "object 69")
    #expect(error?.message.hasPrefix("found more than 10000000 items") == true)
  }

  @Test func `an error stays short whatever the host says`() {
    let word = "begin" + String(repeating: "\u{301}", count: 10_000)
    let json = trace(objects: [], events: [["n": 1, "s": 0, "e": .string(word)]])
    let error = #expect(throws: TraceError.self) { try Trace(json: json) }
    let head = "begin" + String(repeating: "\u{301}", count: 35)
    #expect(error?.message == "\"\(head)…\" is not a kind of event")
  }

  @Test func `a trace with any one field gone or replaced never traps`() throws {
    let whole = SampleTrace.everything.json
    let events = try #require(whole["events"]?.arrayValue)
    let objects = try #require(whole["objects"]?.arrayValue)
    let strange: [JSON?] = [nil, .null, -1, .integer(.max), 1e308, "x", [], [:], ["ref": -5], true]
    var refused = 0
    for (index, event) in events.enumerated() {
      for key in try #require(event.objectValue).keys {
        for replacement in strange {
          var members = try #require(event.objectValue)
          members[key] = replacement
          var altered = events
          altered[index] = .object(members)
          do { _ = try Trace(json: trace(objects: objects, events: altered)) } catch {
            #expect(error.place == "event \(index + 1)")
            refused += 1
          }
        }
      }
    }
    #expect(refused > 1_000)
  }
}
