import APlusJSON
import APlusModel
import Testing

/// What is read and written without a tree of JSON values is what is read and written with one.
@Suite("Trace text") struct TraceTextTests {
  private static let everything = SampleTrace.everything

  /// Reads a trace part by part, as the runner does with a long line.
  ///
  /// - Returns: The trace, and how many events were read without a reader of JSON.
  private func read(_ json: JSON) throws -> (Trace, fast: Int) {
    var reader = TraceReader()
    var fast = 0
    for object in json["objects"]?.arrayValue ?? [] {
      let text = object.serializedBytes()
      if !reader.take(object: text) { try reader.append(object: object, text: text) }
    }
    for event in json["events"]?.arrayValue ?? [] {
      if reader.take(event: event.serializedBytes()) {
        fast += 1
      } else {
        try reader.append(event: event)
      }
    }
    var frame = json.objectValue ?? JSONObject()
    frame["objects"] = []
    frame["events"] = []
    return (try reader.trace(.object(frame)), fast)
  }

  @Test func `the text of every kind of event says what its JSON says`() throws {
    var bytes: [UInt8] = []
    Self.everything.serialize(into: &bytes)
    #expect(try JSON(parsing: bytes, name: "trace") == Self.everything.json)
  }

  @Test func `every kind of event is read part by part as at once`() throws {
    let (trace, fast) = try read(Self.everything.json)
    #expect(trace == Self.everything)
    #expect(fast > 20)
  }

  @Test func `objects and indices that are equal are equal when they are shared`() throws {
    var trace = Self.everything
    trace.objects += Array(repeating: trace.objects[6], count: 3)
    trace.events = (0..<20).map { number in
      Event(sequence: number + 1, indices: [number / 2], kind: .mark(step: 1, name: "m"))
    }
    #expect(try read(trace.json).0 == trace)
  }

  @Test(
    "what is not of the usual form is left to the reader of JSON",
    arguments: [
      #"{"n":1,"s":0,"e":"end","f":1,"f":2}"#,
      #"{"n":1,"s":0,"e":"end","f":01}"#,
      #"{"n":1,"s":0,"e":"end","f":1.0}"#,
      #"{"n":1,"s":0,"e":"end","f":-1}"#,
      #"{"n":1,"s":0,"e":"end","f":1,}"#,
      #"{"n":1,"s":0,"e":"end","f":1"#,
      #"{"n":1,"s":0,"e":"end","f":1} {"#,
      #"{"n":0,"s":0,"e":"end","f":1}"#,
      #"{"n":1,"e":"end","f":1}"#,
      #"{"n":1,"s":0,"e":"end"}"#,
      #"{"n":1,"s":0,"e":"end","f":1,"more":1}"#,
      #"{"n":1,"s":0,"e":"end","f":1,"gives":{"ref":99999999999}}"#,
      #"{"n":1,"s":0,"e":"end","f":1,"gives":{"ref":1,"text":"a"}}"#,
      #"{"n":1,"s":0,"e":"mark","step":1,"name":"\u0041"}"#,
      #"{"n":1,"s":0,"e":"mark","step":1,"name":"ä"}"#,
      #"{"n":1,"s":0,"e":"mark","step":1,"name":5}"#,
      #"{"n":1,"s":0,"e":"begin","f":1,"in":"then","step":1,"on":{"ref":0},"reg":0}"#,
      #"{"n":1,"s":0,"e":"begin","f":1,"in":"then","on":{"ref":0},"reg":1}"#,
      #"{"n":1,"s":0,"e":"begin","f":1,"in":"handler","fn":"h","reg":1,"slot":"off","call":1,"argc":0}"#,
      #"{"n":1,"s":0,"e":"begin","f":1,"in":"make","promise":"pending","door":"open"}"#,
      "", "[]", "{", #"{"n""#, #"{"n":"#, #"{"n":1,"s":0,"e":"end","f":1,"threw":{"is":"odd"}}"#,
    ]
  )
  func isLeft(_ text: String) {
    var reader = TraceReader()
    let isRead = reader.take(event: Array(text.utf8))
    #expect(!isRead)
    #expect(reader.eventCount == 0)
  }

  @Test func `blanks are no other form`() {
    var reader = TraceReader()
    let text = #" { "n": 1, "s": 0, "e": "mark", "i": [ 1 , 2 ], "step": 1, "name": "m" } "#
    let isRead = reader.take(event: Array(text.utf8))
    #expect(isRead)
  }

  @Test func `elements are taken up to the last comma of a piece`() throws {
    let events = (1...5).map { Event(sequence: $0, indices: [$0], kind: .block(step: $0)) }
    let texts = events.map { $0.json.serializedBytes() }
    let whole = Array(texts.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
    for cut in 0...whole.count {
      var reader = TraceReader()
      let commas = texts.indices.dropLast().map { last in
        texts[...last].reduce(0) { $0 + $1.count + 1 }
      }
      let taken = unsafe whole[..<cut].withUnsafeBytes { bytes in
        unsafe reader.takeEvents(bytes, limit: 3)
      }
      let count = min(3, commas.count { $0 <= cut })
      #expect(taken.count == count)
      #expect(taken.bytes == (count > 0 ? commas[count - 1] : 0))
      #expect(reader.eventCount == count)
    }
  }

  @Test func `objects that say the same are taken together`() throws {
    let object = TracedObject(kind: .promise, isThenable: true)
    let text = #"{"kind":"promise","names":[],"thenable":true}"#
    var reader = TraceReader()
    let many = Array("\(text),\(text),\(text)]".utf8)
    let first = unsafe many.withUnsafeBytes { unsafe reader.takeObjects($0, limit: 9) }
    #expect(first.count == 0)
    try reader.append(object: JSON(parsing: text), text: Array(text.utf8))
    let taken = unsafe many.withUnsafeBytes { unsafe reader.takeObjects($0, limit: 9) }
    #expect(taken.count == 2)
    #expect(taken.bytes == 2 * text.utf8.count + 2)
    let trace = try reader.trace(
      ["trace": "aplus-trace/1", "ending": "quiet", "objects": [], "events": []]
    )
    #expect(trace.objects == Array(repeating: object, count: 3))
  }

  @Test func `a trace is written in pieces that make one text`() throws {
    var trace = Self.everything
    let long = String(repeating: "x", count: 100_000)
    trace.objects.append(TracedObject(kind: .object, message: long))
    trace.objects += Array(repeating: trace.objects[0], count: 5_000)
    let pieces = Pieces()
    let line = TraceWriting.Line(head: "<", tail: ">")
    unsafe TraceWriting.write(
      ending: trace.ending,
      trace.objects,
      { write in for event in trace.events { write(.event(event)) } },
      in: line,
      to: { piece in unsafe pieces.all.append(Array(piece)) }
    )
    #expect(pieces.all.count > 3)
    #expect(pieces.all.allSatisfy { $0.count <= 1 << 17 })
    let text = pieces.all.flatMap(\.self)
    #expect(text.first == UInt8(ascii: "<") && text.last == UInt8(ascii: ">"))
    #expect(try JSON(parsing: text.dropFirst().dropLast(), name: "trace") == trace.json)
  }

  private final class Pieces {
    var all: [[UInt8]] = []
  }

  @Test func `an event stands in three repeats at most`() throws {
    let text = #"{"n":1,"s":0,"e":"block","i":[1,2,3,4],"step":1}"#
    var reader = TraceReader()
    let isRead = reader.take(event: Array(text.utf8))
    #expect(!isRead)
    let json = try JSON(parsing: text)
    let error = #expect(throws: TraceError.self) { try reader.append(event: json) }
    #expect("\(try #require(error))" == #"event 1, "i": expected at most 3 indices"#)
  }

  @Test func `the last of the indices is the innermost one`() {
    let nested: [RepeatIndices] = [[], [4], [4, 9], [4, 9, 2]]
    #expect(nested.map(\.last) == [nil, 4, 9, 2])
  }

  @Test func `a frame whose text is known is written as any other`() throws {
    let frames: [Frame] = [
      .then(
        step: 3,
        on: .text("\"reg\":1"),
        registration: 1,
        onFulfilled: .function("h"),
        onRejected: .absent
      ),
      .handler(
        UserCall(function: "h", call: 1, argumentCount: 1, arguments: [.reference(4)]),
        registration: 1,
        .onFulfilled
      ),
    ]
    for frame in frames {
      let known = try #require(FrameText(frame))
      let head = EventHead(sequence: 8, stack: 2, round: 1, indices: [5])
      let pieces = Pieces()
      unsafe TraceWriting.write(
        ending: .quiet,
        [],
        { write in write(.begin(head, frame: 8, known, registration: 417)) },
        to: { piece in unsafe pieces.all.append(Array(piece)) }
      )
      let kind = Event.Kind.begin(frame: 8, frame.with(registration: 417))
      let event = Event(sequence: 8, stack: 2, round: 1, indices: [5], kind: kind)
      var expected: [UInt8] = []
      Trace(objects: [], events: [event], ending: .quiet).serialize(into: &expected)
      #expect(pieces.all.flatMap(\.self) == expected)
    }
    #expect(FrameText(.lanes(step: 1, count: 2)) == nil)
  }
}

extension Frame {
  /// The same frame of another registration.
  fileprivate func with(registration number: Int) -> Frame {
    switch self {
    case .then(let call, _): .then(call, registration: number)
    case .handler(let call, _, let slot): .handler(call, registration: number, slot)
    default: self
    }
  }
}
