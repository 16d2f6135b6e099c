import APlusCases
import APlusModel
import TestSupport
import Testing

@Suite("All chapters") struct ChapterTests {
  @Test func `no thread waits for a handler of a library that only the host drains`() throws {
    let cases = try ProjectSpecs.whole.get().scenarios.filter { $0.capabilities.contains(.runsItself) }.map(\.id)
    #expect(cases.contains("T-order-b") && !cases.contains { $0.hasPrefix("T1-") }, "\(cases)")
    #expect([Capability("threads")].provide(.runsItself))
    #expect(![Capability("threads"), Capability("drain")].provide(.runsItself))
  }

  @Test func `a requirement has cases or says why it has none`() throws {
    let library = try ProjectSpecs.whole.get()
    let asked = Set(library.scenarios.map(\.requirement))
    // Generated programs are no case of a file.
    for requirement in library.requirements.all where requirement.chapter != Scenario.generatedChapter {
      #expect(asked.contains(requirement.number) == (requirement.untestable == nil), "\(requirement.number)")
    }
  }

  @Test func `a case belongs to the chapter of its requirement`() throws {
    let library = try ProjectSpecs.whole.get()
    for scenario in library.scenarios {
      let requirement = library.requirements[scenario.requirement]
      #expect(requirement?.chapter == scenario.chapter, "\(scenario.id)")
    }
  }

  @Test func `every case is decided by a law or an expectation`() throws {
    for scenario in try ProjectSpecs.whole.get().scenarios {
      #expect(!scenario.decides.isEmpty || !scenario.expectations.isEmpty, "\(scenario.id)")
    }
  }

  @Test func `every law about the library decides a case that was written by hand`() throws {
    let scenarios = try ProjectSpecs.whole.get().scenarios.filter { $0.chapter != Scenario.generatedChapter }
    let decided = Set(scenarios.flatMap(\.decides))
    #expect(Law.allCases.filter { !decided.contains($0) } == [.fidelity])
  }

  @Test func `cases of a chapter have distinct titles`() throws {
    let scenarios = try ProjectSpecs.whole.get().scenarios.filter { $0.chapter != "aplus" }
    let cases = Dictionary(grouping: scenarios) { $0.chapter + $0.title }
    for (title, scenarios) in cases {
      let ids = Set(scenarios.map { $0.id.split(separator: ".").first ?? "" })
      #expect(ids.count == 1, "\(title)")
    }
  }

  @Test func `a thenable that is more than an object with a method needs accessors`() throws {
    let found = try capabilities()
    #expect(found["E10-a.made.object.fulfilled"] == ["adopting-resolve:resolved", "thenables"])
    for shape in ["bare", "function", "heir"] {
      #expect(found["E10-a.made.\(shape).fulfilled"] == ["accessors", "adopting-resolve:resolved", "thenables"])
    }
  }

  @Test func `a member that is no promise needs a combinator that takes any`() throws {
    let found = try capabilities()
    #expect(found["K2-l.mark"] == ["any-member", "combinators:all"])
    #expect(found["K2-o.f1"] == ["any-member", "combinators:all", "thenables"])
    #expect(found["K2-o.f6"] == ["combinators:all"])
    #expect(found["K2-k.all.pending"] == ["combinators:all"])
  }

  /// What each case needs besides promises, by its id.
  private func capabilities() throws -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: try ProjectSpecs.whole.get().scenarios.map { scenario in
        (scenario.id, scenario.capabilities.filter { $0 != .promises }.map(\.description))
      })
  }
}
