import APlusCases
import APlusModel
import TestSupport
import Testing

/// No two cases that one library can be asked exclude one another.
///
/// This compares programs that are equal up to names, or of which one is the beginning of the other. That there is a
/// promise for each set of claims, which passes all that it is asked, is the proof (`ProfileTests`).
@Suite("Contradictions") struct ContradictionTests {
  @Test func `no case contradicts another`() throws {
    let found = Contradiction.all(in: try ProjectSpecs.whole.get().scenarios)
    #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
  }

  /// A follower is cancelled; what it follows is expected to be `ending`, which is seen now or after more steps.
  private static func scenarios(_ needs: [String], _ others: [String]) throws -> [Scenario] {
    func list(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }
    let cases = """
      {"format": "aplus-cases/1", "chapter": "own", "cases": [
        {"id": "X.1-a", "title": "One way", "needs": [\(list(needs))],
         "functions": {"ok": {}, "bad": {}, "ok2": {}, "bad2": {}},
         "steps": [
           {"let": "i", "be": {"promise": "pending"}},
           {"let": "p", "be": {"promise": "pending"}},
           {"resolve": "p", "with": "i"},
           {"then": "p", "ok": "ok", "bad": "bad"},
           {"then": "i", "ok": "ok2", "bad": "bad2"},
           {"later": "idle", "do": [{"cancel": "p"}, {"later": "idle", "do": [{"fulfill": "i", "with": "S"}]}]}],
         "expect": [{"runs": "bad", "with": {"cancellation": true}}, {"never": "ok"},
           {"runs": "ok2", "with": "S"}, {"never": "bad2"}]},
        {"id": "X.1-b", "title": "Linked", "needs": [\(list(others))],
         "functions": {"a": {}, "b": {}, "c": {}, "d": {}},
         "steps": [
           {"let": "y", "be": {"promise": "pending"}},
           {"let": "x", "be": {"promise": "pending"}},
           {"resolve": "x", "with": "y"},
           {"then": "x", "ok": "a", "bad": "b"},
           {"then": "y", "ok": "c", "bad": "d"},
           {"later": "idle", "do": [{"cancel": "x"}]}],
         "expect": [{"runs": "b", "with": {"cancellation": true}}, {"never": "a"},
           {"runs": "d", "with": {"cancellation": true}}, {"never": "c"}]},
        {"id": "X.1-c", "title": "Two threads", "needs": [\(list(needs))], "rounds": 150,
         "functions": {"a": {}},
         "steps": [
           {"let": "i", "be": {"promise": "pending"}},
           {"let": "p", "be": {"promise": "pending"}},
           {"resolve": "p", "with": "i"},
           {"then": "i", "ok": "a", "bad": "a"},
           {"lanes": [[{"fulfill": "i", "with": "S"}], [{"cancel": "p"}]]}],
         "expect": [{"runs": "a", "with": "S"}]},
        {"id": "X.1-d", "title": "One thread", "needs": [\(list(others))],
         "functions": {"a": {}},
         "steps": [
           {"let": "i", "be": {"promise": "pending"}},
           {"let": "p", "be": {"promise": "pending"}},
           {"then": "i", "ok": "a", "bad": "a"},
           {"resolve": "p", "with": "i"},
           {"cancel": "p"},
           {"fulfill": "i", "with": "S"}],
         "expect": [{"runs": "a", "with": {"cancellation": true}}]}]}
      """
    return try SpecLibrary(files: SampleSpecs.files(cases: cases)).scenarios
  }

  @Test func `cases of a linked library that exclude one another are found`() throws {
    let scenarios = try Self.scenarios(["cancellation:downstream"], ["cancellation:linked"])
    let found = Contradiction.all(in: scenarios).map { [$0.one, $0.other].sorted() }
    #expect(found.contains(["X.1-a", "X.1-b"]))
    #expect(found.contains(["X.1-c", "X.1-d"]))
    #expect(found.count == 2, "\(found)")
  }

  @Test func `cases with exclusive claims do not contradict each other`() throws {
    for (needs, others) in [("one-way", "linked"), ("downstream", "rejection")] {
      let scenarios = try Self.scenarios(["cancellation:\(needs)"], ["cancellation:\(others)"])
      #expect(Contradiction.all(in: scenarios).isEmpty)
    }
  }
}
