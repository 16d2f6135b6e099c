import APlusCases
import APlusJSON
import APlusModel
import TestSupport
import Testing

@Suite("Programs on the wire") struct ProgramJSONTests {
  @Test func `every program of the project reads back as it was`() throws {
    for scenario in try ProjectSpecs.whole.get().scenarios {
      #expect(try Program(json: scenario.program.json) == scenario.program, "\(scenario.id)")
    }
  }

  @Test func `a step without a number is refused`() {
    let error = #expect(throws: ReadErrors.self) { try Program(json: ["steps": [["mark": "m"]]]) }
    #expect(error?.description == #"at /steps/0: found no "id", expected the step "mark" to have one"#)
  }

  @Test func `a handler that returns a promise is known to end in one`() throws {
    let program = try Program(json: [
      "functions": ["h": ["ends": [["return": "x"]]], "v": ["ends": [["return": "S"], ["throw": "x"]]]],
      "steps": [["id": 0, "let": "x", "be": ["promise": "pending"]]],
    ])
    let kinds = Kinds(of: program)
    #expect(program.functions["h"].map { kinds.ending(of: $0) } == .promise)
    #expect(program.functions["v"].map { kinds.ending(of: $0) } == .value)
    #expect(kinds.kind(of: "x") == .promise)
  }

  @Test func `names in a repeat are one binding`() throws {
    let program = try Program(json: [
      "steps": [
        ["id": 0, "let": "q-start", "be": ["promise": "pending"]],
        ["id": 1, "repeat": 3, "do": [["id": 2, "then": "q#-1", "as": "q#"]]],
      ]
    ])
    let kinds = Kinds(of: program)
    #expect(["q#", "q#-1", "q-start", "q2"].map { kinds.kind(of: $0) } == [.promise, .promise, .promise, .promise])
    #expect(kinds.kind(of: "r2") == nil)
  }
}
