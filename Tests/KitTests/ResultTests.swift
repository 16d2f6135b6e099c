import APlusCases
import APlusModel
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
}
