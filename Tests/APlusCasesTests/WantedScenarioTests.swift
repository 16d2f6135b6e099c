import APlusCases
import APlusModel
import TestSupport
import Testing

@Suite("Wanted scenarios") struct WantedScenarioTests {
  @Test func `loading selected scenarios makes only those, and names all`() throws {
    let all = try ProjectSpecs.whole.get()
    let wanted = try SpecLibrary(directory: ProjectSpecs.directory, withOptIn: true) { name, _, _ in
      name.id.hasSuffix(".fulfilled")
    }
    #expect(wanted.names == all.names)
    #expect(all.names.map(\.id) == all.scenarios.map(\.id))
    #expect(wanted.scenarios == all.scenarios.filter { $0.id.hasSuffix(".fulfilled") })
    #expect(wanted.chapters == all.chapters)
  }

  @Test func `leaving out scenarios by what their entries need loses no other`() throws {
    let all = try ProjectSpecs.whole.get().scenarios
    func isAsked(of needs: [Capability]) -> Bool { !needs.contains { $0.name == "kinds" && $0.detail != "javascript" } }
    let made = try SpecLibrary(directory: ProjectSpecs.directory, withOptIn: true) { _, needs, _ in isAsked(of: needs) }
      .scenarios
    #expect(made.filter { isAsked(of: $0.capabilities) } == all.filter { isAsked(of: $0.capabilities) })
    #expect(made.count < all.count)
  }

  @Test func `scenarios of opt-in chapters can be selected`() throws {
    let library = try SpecLibrary(directory: ProjectSpecs.directory, withOptIn: true) { $2 }
    #expect(Set(library.scenarios.map(\.chapter)) == library.requirements.optIn)
  }
}
