import APlusCases
import APlusJSON
import APlusModel
import Foundation
import TestSupport
import Testing

@Suite("The chapter aplus") struct OfficialMatrixTests {
  /// Cases of the official suite by requirement; 2.2.7.1 is empty there.
  private static let counts = [
    "2.1.2.1": 6, "2.1.3.1": 6, "2.2.1.1": 10, "2.2.1.2": 10, "2.2.2.1": 3, "2.2.2.2": 2, "2.2.2.3": 6, "2.2.3.1": 3,
    "2.2.3.2": 2, "2.2.3.3": 6, "2.2.4": 16, "2.2.5": 4, "2.2.6.1": 15, "2.2.6.2": 15, "2.2.7": 1, "2.2.7.2": 66,
    "2.2.7.3": 18, "2.2.7.4": 18, "2.3.1": 2, "2.3.2.1": 2, "2.3.2.2": 4, "2.3.2.3": 4, "2.3.3.1": 6, "2.3.3.2": 22,
    "2.3.3.3": 4, "2.3.3.3.1": 472, "2.3.3.3.2": 44, "2.3.3.3.3": 34, "2.3.3.3.4.1": 12, "2.3.3.3.4.2": 6,
    "2.3.3.4": 10, "2.3.4": 42,
  ]

  /// Cases that the official suite does not have: self-resolution of a promise that was pending when `then` was called,
  /// calls that come after a resolution with a settled promise, a `then` that is an inherited accessor, and values that
  /// are no objects where reading their `then` throws, or is of no use.
  private static let beyond = ["2.2.3.1": 8, "2.3.1": 4, "2.3.2.2": 3, "2.3.3.1": 2, "2.3.4": 14]

  /// Cases of kinds of values and functions; the official suite has few of these.
  private static let kinds = [
    "2.2.1.1-c.", "2.2.1.2-c.", "2.2.2.1-b.", "2.2.3.1-b.", "2.3.3.3-c.", "2.3.3.3-d.", "2.3.3.3-e.", "2.3.3.3-f.",
    "2.3.3.4-b.",
  ]

  private func scenarios(ofKinds: Bool = false) throws -> [Scenario] {
    try ProjectSpecs.whole.get().scenarios.filter { scenario in
      scenario.chapter == "aplus" && Self.kinds.contains { scenario.id.hasPrefix($0) } == ofKinds
    }
  }

  @Test func `every kind of a language is asked for in every place that it can have`() throws {
    let keys = Set(
      try scenarios(ofKinds: true).compactMap { scenario -> String? in
        scenario.id.range(of: "[a-z]\\.", options: .regularExpression).map { String(scenario.id[$0.upperBound...]) }
      })
    // The others are asked for in the chapter `once`.
    let values = LanguageKind.table.filter { $0.place != .functionValue && !$0.isException }
    #expect(!values.isEmpty)
    #expect(values.allSatisfy { keys.contains("\($0.language)-\($0.name)") })
  }

  @Test func `every requirement has as many scenarios as the official matrix`() throws {
    let found = Dictionary(grouping: try scenarios(), by: \.requirement).mapValues(\.count)
    #expect(found == Self.counts.merging(Self.beyond, uniquingKeysWith: +))
    #expect(Self.counts.values.reduce(0, +) == 871)
  }

  @Test func `ids are unique`() throws {
    let ids = try ProjectSpecs.whole.get().scenarios.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `each official case is asked by a scenario of its own`() throws {
    let path = ProjectSpecs.directory + "aplus/" + OfficialMap.fileName
    let bytes = try #require(FileManager.default.contents(atPath: path))
    let map = try OfficialMap(file: TextFile(name: path, bytes: Array(bytes)))
    let ids = map.cases.compactMap(\.scenario)
    #expect(map.cases.count == 872)
    #expect(map.cases.filter { $0.scenario == nil }.map(\.requirement) == ["2.2.7.1"])
    let others = Set(try scenarios().map(\.id)).subtracting(ids)
    #expect(others.count == Self.beyond.values.reduce(0, +))
    let beyond = ["2.2.3.1-c.", "2.3.1-b.", "2.3.2.2-b.", "2.3.3.1-a.heir.", "2.3.4-c.", "2.3.4-d."]
    #expect(others.allSatisfy { other in beyond.contains { other.hasPrefix($0) } }, "\(others)")
    #expect(Set(ids).count == ids.count)
    let requirements = Dictionary(uniqueKeysWithValues: try scenarios().map { ($0.id, $0.requirement) })
    #expect(map.cases.allSatisfy { $0.scenario == nil || requirements[$0.scenario ?? ""] == $0.requirement })
  }

  @Test(
    "a map with a value that is not an object is refused",
    arguments: [
      (#"["2.2.1"]"#, "/cases: found an array, expected an object of requirements"),
      (#"{"2.2.1": "a"}"#, #"/cases/2.2.1: found "a", expected an object of cases"#),
      (#"{"2.2.1": {"a": 1}}"#, #"/cases/2.2.1/a: found 1, expected an id or "untestable""#),
    ]) func refuses(_ cases: String, _ message: String)
  {
    let text = #"{"format": "aplus-official-map/1", "suite": "promises-tests 2.1.2", "cases": \#(cases)}"#
    let error = #expect(throws: ReadErrors.self) {
      try OfficialMap(file: TextFile(name: "map.json", bytes: Array(text.utf8)))
    }
    #expect(error?.description.hasSuffix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `what the official suite asks is no advice`() throws {
    let advice = try scenarios().filter { $0.level == .should }
    #expect(Set(advice.map(\.id)) == ["2.3.4-d.one", "2.3.4-d.true"])
    #expect(advice.allSatisfy { $0.official == nil })
  }

  @Test func `a requirement has cases or says why it has none`() throws {
    let asked = Set(try scenarios().map(\.requirement))
    for requirement in try ProjectSpecs.whole.get().requirements.all where requirement.chapter == "aplus" {
      #expect(asked.contains(requirement.number) == (requirement.untestable == nil), "\(requirement.number)")
    }
  }

  @Test func `capabilities follow from what a scenario uses`() throws {
    #expect(try scenarios().allSatisfy { $0.capabilities.contains(.promises) })
    let found = Dictionary(
      uniqueKeysWithValues: try scenarios().map { scenario in
        (scenario.id, scenario.capabilities.filter { $0 != .promises }.map(\.description))
      })
    #expect(found["2.2.2.1-a.eventual"] == [])
    #expect(found["2.2.1.1-a.none"] == [])
    #expect(found["2.2.1.1-a.null"] == ["nonfunctions"])
    #expect(found["2.2.7.2-a.error.fulfilled.already"] == [])
    #expect(found["2.2.7.2-a.error-without-stack.fulfilled.already"] == ["any-reason"])
    #expect(found["2.2.7.2-a.thenable.fulfilled.already"] == ["any-reason", "thenables"])
    #expect(found["2.3.3.3.1-c.f1.r1.sync.fulfilled"] == ["thenables"])
    #expect(found["2.3.3.3.1-c.f6.r5.sync.fulfilled"] == ["accessors", "adopting-resolve:resolved", "thenables"])
  }

  @Test func `a function that returns a promise of its language needs a library that adopts it`() throws {
    for (kind, needs) in [("arrow", false), ("async", true), ("async-arrow", true), ("async-generator", false)] {
      let id = "2.2.2.1-b.javascript-\(kind)"
      let scenario = try #require(ProjectSpecs.whole.get().scenarios.first { $0.id == id })
      #expect(scenario.capabilities.contains(Capability("thenables")) == needs, "\(id)")
    }
  }
}
