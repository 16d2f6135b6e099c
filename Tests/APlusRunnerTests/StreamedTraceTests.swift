import APlusJSON
import Testing

@testable import APlusModel
@testable import APlusRunner

@Suite("Events of a host that died") struct StreamedTraceTests {
  @Test func `no more of them are kept than memory allows, and all of them are read`() {
    var streamed = StreamedTrace(limit: 1_000)
    for number in 1...1_002 { streamed.append(["n": .integer(number), "s": 0, "e": "mark", "step": 0, "name": "x"]) }
    let begin: JSON = [
      "n": 1_003, "s": 0, "e": "begin", "f": 1, "in": "fulfill", "step": 2, "on": ["ref": 0], "with": 5,
    ]
    streamed.append(begin)
    #expect(streamed.trace.events.count == 1_000)
    #expect(streamed.openFrames == "fulfill (step 2)")
  }

  @Test func `nothing is read after an event that cannot be read`() {
    var streamed = StreamedTrace()
    streamed.append(["n": 1, "s": 0, "e": "mark", "step": 0, "name": "x"])
    streamed.append(["n": 2, "s": 0, "e": "mark"])
    streamed.append(["n": 3, "s": 0, "e": "mark", "step": 0, "name": "y"])
    #expect(streamed.trace.events.count == 1)
  }
}
