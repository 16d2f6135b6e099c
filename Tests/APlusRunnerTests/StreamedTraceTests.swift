import APlusJSON
import Testing

@testable import APlusModel
@testable import APlusRunner

@Suite("Events of a host that died") struct StreamedTraceTests {
  @Test func `no more of them are kept than memory allows, and all of them are read`() throws {
    var streamed = StreamedTrace(limit: 1_000)
    for number in 1...1_002 {
      try streamed.append(JSONTree(["n": .integer(number), "s": 0, "e": "mark", "step": 0, "name": "x"]).root)
    }
    let begin: JSON = [
      "n": 1_003, "s": 0, "e": "begin", "f": 1, "in": "fulfill", "step": 2, "on": ["ref": 0], "with": 5,
    ]
    try streamed.append(JSONTree(begin).root)
    #expect(streamed.trace.events.count == 1_000)
    #expect(streamed.openFrames == "fulfill (step 2)")
  }

  @Test func `nothing is read after an event that cannot be read`() throws {
    var streamed = StreamedTrace()
    try streamed.append(JSONTree(["n": 1, "s": 0, "e": "mark", "step": 0, "name": "x"]).root)
    try streamed.append(JSONTree(["n": 2, "s": 0, "e": "mark"]).root)
    try streamed.append(JSONTree(["n": 3, "s": 0, "e": "mark", "step": 0, "name": "y"]).root)
    #expect(streamed.trace.events.count == 1)
  }
}
