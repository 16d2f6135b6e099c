import APlusCases
import APlusJudge
import APlusModel
import APlusOracle
import APlusRunner
import TestSupport
import Testing

/// What combinators give is described so that a wrong result is found, and a right one conforms.
@Suite("Results of combinators", .serialized) struct ResultTests {
  private static let faults = ["php", "perl", "ruby"].flatMap { language in
    [
      (language, "order is that of the settlements", "K13-a.pending"),
      (language, "rejection is told as a value", "K13-a.one"),
      language == "ruby"
        ? (language, "empty list is shared", "K14-a.allSettled.none")
        : (language, "order is that of the settlements", "K13-e.pending"),
    ]
  }

  @Test(arguments: faults) func `a wrong result is found by its case`(language: String, fault: String, shownBy: String)
    async throws
  {
    guard KitRun.canTest(with: language) else { return }
    let scenarios = try ProjectSpecs.library.get().scenarios.filter { $0.id == shownBy }
    for isFaulty in [false, true] {
      let variables = isFaulty ? ["APLUS_FAULT=\(fault)"] : []
      let result = try await KitRun.run("Tests/KitTests/Results/\(language)", scenarios, setting: variables)
      let outcomes = result.cases.map { $0.verdict?.outcome }
      #expect(outcomes == [isFaulty ? .violates : .conforms], "\(result.cases.map(\.status))")
    }
  }

  /// Programs of a right library in Ruby that the kit once described wrongly, or did not survive.
  private static let programs = [
    // A handler that is a symbol's Proc gets a value that is no object of the program.
    """
    {"functions": {"h": {"kind": "ruby.symbol"}},
     "steps": [{"let": "p", "be": {"promise": "fulfilled", "with": {"is": "undefined"}}}, {"then": "p", "ok": "h"}]}
    """,
    // A list has an element without methods.
    """
    {"functions": {"h": {}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"combine": "all", "of": ["p"], "as": "q"},
               {"fulfill": "p", "with": {"is": "ruby.basic"}}, {"then": "q", "ok": "h"}]}
    """,
    // A list of the library is in another one.
    """
    {"functions": {"h": {}},
     "steps": [{"combine": "all", "of": [], "as": "p"}, {"combine": "all", "of": ["p"], "as": "q"},
               {"then": "q", "ok": "h"}]}
    """,
  ]

  @Test(arguments: programs) func `what a right library in Ruby gives is no finding`(text: String) async throws {
    guard KitRun.canTest(with: "ruby") else { return }
    let claims = ["combinators:all", "kinds:ruby", "results:own"].flatMap(Capability.parse)
    let scenario = Scenario(generated: try Program(caseFile: text), id: "test", title: "test", claims: claims)
    let result = try await KitRun.run("Tests/KitTests/Results/ruby", [scenario]) { scenario, trace in
      let verdict = Judge.judge(scenario, trace)
      #expect(Oracle.disagreements(scenario.program, trace).isEmpty)
      return verdict
    }
    #expect(result.cases.map(\.verdict?.outcome) == [.conforms], "\(result.cases.map(\.status))")
  }
}
