import APlusJSON
import APlusModel
import Testing

/// An event that is read by the pattern of another one is what it would be if it were read alone.
@Suite("Event patterns") struct EventPatternTests {
  /// What a repeat records again and again, with other numbers each time.
  private static let forms = [
    #"{"n":N,"s":2,"e":"begin","i":[I],"f":F,"in":"then","step":7,"on":{"ref":O},"reg":R,"ok":"h1"}"#,
    #"{"n":N,"s":2,"e":"end","i":[I],"f":F,"gives":{"ref":O}}"#,
    #"{"n":N,"s":12,"e":"begin","r":3,"i":[4,I],"f":F,"in":"then","step":8,"on":5,"reg":R,"bad":"h"}"#,
    #"{"n":N,"s":3,"e":"begin","i":[I],"f":F,"in":"handler","reg":R,"slot":"ok","fn":"h1","#
      + #""call":1,"argc":1,"args":[{"ref":1}]}"#,
    #"{"n":N,"s":3,"e":"begin","i":[I],"f":F,"in":"handler","slot":"bad","fn":"h2","call":1,"argc":0}"#,
    #"{"n":N,"s":3,"e":"end","i":[I],"f":F}"#,
    #"{"n":N,"s":3,"e":"end","i":[I],"f":F,"returned":{"ref":O}}"#,
    #"{"n":N,"s":3,"e":"end","i":[I],"f":F,"returned":5}"#,
    #"{"n":N,"s":3,"e":"end","i":[I],"f":F,"threw":{"ref":O}}"#,
    #"{"n":N,"s":0,"e":"mark","i":[I,2,I],"step":4,"name":"m1"}"#,
    #"{"n":N,"s":0,"e":"begin","i":[I],"f":F,"in":"fulfill","step":9,"on":{"ref":1},"with":{"ref":2}}"#,
    #"{ "n": N, "s": 2, "e": "end", "i": [ 1 , I ], "f": F, "gives": { "ref": O } }"#,
  ]

  /// A form with numbers that belong together.
  private static func text(_ form: Int, _ number: Int) -> [UInt8] {
    let holes = [
      "N": number + 1, "I": number % 40, "F": number + 1, "O": number % 7, "R": number + 1,
    ]
    return Array(forms[form].utf8).flatMap { byte -> [UInt8] in
      guard let hole = holes["\(Character(UnicodeScalar(byte)))"] else { return [byte] }
      return Array("\(hole)".utf8)
    }
  }

  /// What is read alone; nil where the text is left to the reader of JSON.
  private func alone(_ text: [UInt8]) throws -> Event? {
    var reader = TraceReader()
    guard reader.take(event: text) else { return nil }
    return try events(reader).first
  }

  private func events(_ reader: TraceReader, objects: Int = 99) throws -> [Event] {
    var reader = reader
    for _ in 0..<objects { try reader.append(object: ["kind": "promise", "names": []], text: []) }
    return try reader.trace(
      ["trace": "aplus-trace/1", "ending": "quiet", "objects": [], "events": []]
    ).events
  }

  @Test(arguments: [1, 2, 3, 5, 12])
  func `events of a repeat are read as if each stood alone`(formCount: Int) throws {
    var reader = TraceReader()
    var expected: [Event] = []
    for number in 0..<600 {
      // Now and then the order changes, as threads do it.
      let text = Self.text((number + number / 50) % formCount, number)
      let isRead = reader.take(event: text)
      #expect(isRead)
      let json = try JSON(parsing: text, name: "event")
      expected.append(try Event(json: json, number: 1, objectBound: 99))
    }
    #expect(try events(reader) == expected)
  }

  @Test(arguments: forms.indices, [6, 41])
  func `a byte that is wrong is found behind a pattern too`(form: Int, number: Int) throws {
    let right = Self.text(form, number)
    for place in right.indices {
      for byte in Array("0179-.,:\"{}[] ae\\".utf8) + [nil] {
        var reader = TraceReader()
        for number in 0..<3 {
          let isRead = reader.take(event: Self.text(form, number))
          #expect(isRead)
        }
        var wrong = right
        wrong.replaceSubrange(place...place, with: byte.map { [$0] } ?? [])
        let expected = try alone(wrong)
        let isRead = reader.take(event: wrong)
        #expect(isRead == (expected != nil), "\(String(decoding: wrong, as: UTF8.self))")
        if let expected { #expect(try events(reader).last == expected) }
      }
    }
  }

  @Test(arguments: [0, 1, 6, 8])
  func `a reference to nothing is found behind a pattern too`(form: Int) throws {
    var reader = TraceReader()
    for number in 0..<7 {
      let isRead = reader.take(event: Self.text(form, number))
      #expect(isRead)
    }
    #expect(try events(reader, objects: 7).count == 7)
    let error = #expect(throws: TraceError.self) { try events(reader, objects: 6) }
    #expect("\(try #require(error))" == "event 7: reference 6 is not below the 6 objects")
  }

  @Test(arguments: ["", " "])
  func `numbers of any length are read as JSON reads them`(blank: String) throws {
    for digits in 1...11 {
      for first in [0, 1, 9] {
        let number = "\(first)" + String("2345678901".prefix(digits - 1))
        // In the middle of a text and at its end, where no eight bytes are left.
        let head = #"{"n":1,"s":0,"e":"block","i":[\#(number)\#(blank)],"#
        let text = head + #""step":\#(number)\#(blank)}"#
        let isCommon = digits == 1 || first > 0 && digits <= 9
        let event = try alone(Array(text.utf8))
        #expect((event != nil) == isCommon, "\(text)")
        guard let event else { continue }
        let json = try JSON(parsing: text, name: "event")
        #expect(try event == Event(json: json, number: 1, objectBound: 99))
      }
    }
  }

  /// Whoever looks for holes in it, looks for a minute.
  @Test(.timeLimit(.minutes(1))) func `a long text is no pattern`() throws {
    let name = String(repeating: "a1", count: 100_000)
    let text = #"{"n":1,"s":0,"e":"mark","i":[1],"step":1,"name":"\#(name)"}"#
    let event = try alone(Array(text.utf8))
    #expect(event?.kind == .mark(step: 1, name: name))
  }

  @Test func `more forms than are kept are read all the same`() throws {
    var reader = TraceReader()
    for number in 0..<2000 {
      let head = #"{"n":\#(number + 1),"s":\#(number % 90),"e":"mark","i":[\#(number)]"#
      let text = head + #","step":1,"name":"m"}"#
      let isRead = reader.take(event: Array(text.utf8))
      #expect(isRead)
    }
    let events = try events(reader)
    #expect(events.map(\.stack) == (0..<2000).map { $0 % 90 })
    #expect(events.map(\.indices.last) == Array(0..<2000))
  }
}
