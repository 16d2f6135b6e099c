import APlusCases
import APlusJudge
import APlusModel
import APlusOracle
import Synchronization
import TestSupport
import Testing

/// Programs about thenables that once stopped a kit, or produced a finding on a conforming promise.
@Suite("Thenables of kits") struct ThenableTests {
  /// Of several reads of a thenable's `then` the first alone gives a function; for which member that is stays open.
  private static let changingThen = """
    {"functions": {"g": {}, "h": {"steps": [{"call": "resolve", "with": {"thenable": {"then": "g"}}}]}},
     "steps": [{"let": "x", "be": {"thenable": {"shape": "bare", "then": "h",
                                                "get": [{"give": "then"}, {"return": {"text": "a"}}]}}},
               {"combine": "all", "of": ["x", "x", "x"]}]}
    """

  /// A thenable inherits a `then` that is no function, and answers each question for an attribute with an exception.
  private static let refusingThen = """
    {"functions": {"h": {}},
     "steps": [{"let": "x", "be": {"thenable": {"shape": "heir", "then": {"not": {"is": "python.getattr-raises"}}}}},
               {"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": "x"}, {"then": "p", "ok": "h"}]}
    """

  @Test(arguments: [refusingThen]) func `a kit asks a then of Python for nothing`(text: String) async throws {
    guard KitRun.canTest(with: "python3") else { return }
    let claims = ["accessors", "adopting-resolve", "kinds:python", "thenables"].flatMap(Capability.parse)
    let scenario = Scenario(generated: try Program(caseFile: text), id: "test", title: "test", claims: claims)
    let result = try await KitRun.run("adapters/kits/python/example", [scenario])
    #expect(result.cases.map(\.verdict?.outcome) == [.conforms], "\(result.cases.map(\.status))")
  }

  @Test(arguments: [changingThen]) func `a conforming promise gets no finding`(text: String) async throws {
    guard KitRun.canTest(with: "node") else { return }
    let program = try Program(caseFile: text)
    let claims = ["accessors", "any-member", "combinators:all", "thenables"].flatMap(Capability.parse)
    let scenario = Scenario(generated: program, id: "test", title: "test", claims: claims)
    let opinions = Mutex<[[Disagreement]]>([])
    let result = try await KitRun.run("adapters/node", [scenario]) { scenario, trace in
      opinions.withLock { $0.append(Oracle.disagreements(scenario.program, trace)) }
      return Judge.judge(scenario, trace)
    }
    #expect(result.cases.map(\.verdict?.outcome) == [.conforms], "\(result.cases.map(\.status))")
    #expect(opinions.withLock { $0 } == [[]])
  }
}
