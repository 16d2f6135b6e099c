import APlusJSON
import APlusJudge
import APlusModel
import Testing

@Suite("Things that a repeat makes") struct IndexTests {
  private func judge(_ program: JSON, _ host: Performance, _ decides: Set<Law>, times: Int = 2) throws -> Verdict {
    let scenario = Scenario(
      id: "O1-a", title: "", chapter: "scale", requirement: "O1", decides: decides,
      expectations: [.runs(function: "h#", times: times, with: nil, after: nil)], program: try Program(json: program),
      source: SourceLocation(file: "", line: 1))
    return Judge.judge(scenario, host.trace())
  }

  /// `repeat 2 [then p ok h#]` on a fulfilled promise, then what the handlers do.
  private func performance(_ order: [Int]) -> Performance {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    for index in 0...1 {
      host.indices = [index]
      host.then(2, "p", index + 1, ok: "h#", gives: "q#\(index)")
    }
    for index in order {
      host.indices = [index]
      host.handler("h#", index + 1, "S")
    }
    host.indices = []
    host.idle()
    return host
  }

  private let program: JSON = [
    "functions": ["h#": [:]],
    "steps": [
      ["id": 0, "let": "p", "be": ["promise": "fulfilled", "with": "S"]],
      ["id": 1, "repeat": 2, "do": [["id": 2, "then": "p", "ok": "h#"]]],
    ],
  ]

  @Test func `a name with a hash stands for all indices`() throws {
    #expect(try judge(program, performance([0, 1]), [.order]).outcome == .conforms)
    #expect(
      try judge(program, performance([0, 1]), [], times: 3).violations.map(\.message) == [
        "`h#` ran 2 times, expected 3 times"
      ])
  }

  @Test func `a lost handler is reported with its index`() throws {
    #expect(
      try judge(program, performance([0]), []).violations.map(\.message) == ["`h1` never ran although p is settled"])
  }

  @Test func `a message names the index`() throws {
    let verdict = try judge(program, performance([1, 0]), [.order])
    #expect(verdict.violations.map(\.message) == ["`h1` ran before `h0`, which was registered on p first"])
  }

  @Test func `a program may name one thing that a repeat made`() throws {
    let chain: JSON = [
      "functions": ["h#": [:]],
      "steps": [
        ["id": 0, "let": "q-start", "be": ["promise": "fulfilled", "with": "S"]],
        ["id": 1, "repeat": 2, "do": [["id": 2, "then": "q#-1", "as": "q#"]]],
        ["id": 3, "repeat": 2, "do": [["id": 4, "then": "q1", "ok": "h#"]]],
      ],
    ]
    var host = Performance()
    host.make(0, "q-start", "fulfilled", "S")
    let links = (0...1).map { index in (index, host.keep(TracedObject(kind: .promise, names: ["q#"]))) }
    var parent = host.object("q-start")
    for (index, link) in links {
      host.indices = [index]
      host.step(host.thenFrame(2, parent, index + 1), .gives(link))
      parent = link
    }
    for index in 0...1 {
      host.indices = [index]
      host.step(host.thenFrame(4, parent, index + 3, ok: "h#"), .gives(host.object("d\(index)")))
    }
    for index in 0...1 {
      host.indices = [index]
      host.handler("h#", index + 3, "S")
    }
    host.indices = []
    host.idle()
    #expect(try judge(chain, host, [.order]).outcome == .conforms)
  }

  private let rounds: JSON = [
    "functions": ["h#": [:]], "rounds": 2,
    "steps": [
      ["id": 0, "let": "p", "be": ["promise": "fulfilled", "with": "S"]],
      ["id": 1, "repeat": 2, "do": [["id": 2, "then": "p", "ok": "h#"]]],
    ],
  ]

  /// Two rounds of `repeat 2 [then p ok h#]`, whose handlers run when both scripts are through.
  private func overlapping(_ numbers: [Int], handlers registrations: [Int] = [1, 2, 3, 4]) -> Performance {
    var host = Performance()
    for round in numbers {
      host.round = round
      host.make(0, "p", "fulfilled", "S")
      for index in 0...1 {
        host.indices = [index]
        host.then(2, "p", 2 * round + index + 1, ok: "h#", gives: "q#\(index)")
      }
      host.indices = []
    }
    for registration in registrations {
      host.round = (registration - 1) / 2
      host.indices = [(registration - 1) % 2]
      host.handler("h#", registration, "S", on: 1)
    }
    host.indices = []
    host.idle()
    return host
  }

  @Test func `handlers of a round may run when the next one has begun`() throws {
    #expect(try judge(rounds, overlapping([0, 1]), [.order]).outcome == .conforms)
  }

  @Test func `handlers of two rounds may take turns`() throws {
    let host = overlapping([0, 1], handlers: [1, 3, 2, 4])
    #expect(try judge(rounds, host, [.order]).outcome == .conforms)
  }

  @Test func `a round cannot be left out`() throws {
    let error = try #require(try judge(rounds, overlapping([1, 0]), []).error)
    #expect(error.message.contains("step 0 was not performed"))
  }
}
