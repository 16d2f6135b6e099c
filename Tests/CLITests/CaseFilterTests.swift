import APlusModel
import Foundation
import Testing

@testable import aplus_check

@Suite("Case filter") struct CaseFilterTests {
  private let ids = [
    "2.2.2.1-a.already", "2.2.2.1-a.eventual", "2.2.4-b", "2.2.4-bb", "2.2.4-b.rejected", "2.3.1-a", "Z7-a", "RX-C10-a",
    "RX-C10-d.from-the-end", "RX-C1-a",
  ]

  private func selected(_ patterns: String...) throws -> [String] {
    let filter = try CaseFilter(patterns)
    return ids.filter(filter.selects)
  }

  @Test func `without patterns everything is selected`() throws { #expect(try selected() == ids) }

  @Test func `a template means its variants, and nothing else`() throws {
    #expect(try selected("2.2.4-b") == ["2.2.4-b", "2.2.4-b.rejected"])
    #expect(try selected("2.2.4-b.rejected") == ["2.2.4-b.rejected"])
  }

  @Test func `a requirement means its cases`() throws {
    #expect(try selected("2.2.4") == ["2.2.4-b", "2.2.4-bb", "2.2.4-b.rejected"])
    #expect(try selected("Z7") == ["Z7-a"])
    #expect(try selected("RX-C10") == ["RX-C10-a", "RX-C10-d.from-the-end"])
    #expect(try selected("RX").count == 3)
    #expect(try selected("RX-C").isEmpty)
    #expect(try selected("2.2.2") == ["2.2.2.1-a.already", "2.2.2.1-a.eventual"])
  }

  @Test func `globs match whole ids`() throws {
    #expect(try selected("2.2.*").count == 5)
    #expect(try selected("*.eventual") == ["2.2.2.1-a.eventual"])
    #expect(try selected("2.?.1-a") == ["2.3.1-a"])
    #expect(try selected("2.2.4-b*") == ["2.2.4-b", "2.2.4-bb", "2.2.4-b.rejected"])
    #expect(try selected(".2.4-b").isEmpty)
  }

  @Test func `several patterns add, negated ones take away`() throws {
    #expect(try selected("2.3.*", "Z*") == ["2.3.1-a", "Z7-a"])
    #expect(try selected("2.2.*", "!*.already", "!2.2.4-b") == ["2.2.2.1-a.eventual", "2.2.4-bb"])
    #expect(try selected("!2.2.*", "!RX") == ["2.3.1-a", "Z7-a"])
  }

  @Test func `regular expressions match anywhere`() throws {
    #expect(try selected("re:^Z|bb$") == ["2.2.4-bb", "Z7-a"])
    #expect(try selected("!re:[24R]") == ["Z7-a"])
  }

  @Test func `an opt-in chapter is asked only where it is named`() throws {
    let specs = CommandRun.package.appending(path: "specs").path
    let catalogue = try ProjectCatalogue.whole.get()
    func chapters(_ names: [String], _ patterns: String..., withOptIn: Bool = false) throws -> [String] {
      let filter = try CaseFilter(patterns)
      let choice = CaseChoice(chapters: names, filter: filter, withOptIn: withOptIn)
      let selected = try catalogue.selecting(choice)
      let loaded = try Catalogue.load(specs: specs, choosing: choice)
      #expect(
        loaded.scenarios.filter { $0.chapter != "random" } == selected.scenarios.filter { $0.chapter != "random" })
      return Set(selected.scenarios.map(\.chapter)).sorted()
    }
    #expect(catalogue.optIn == ["soak"])
    #expect(try !chapters([]).contains("soak"))
    #expect(try chapters([], withOptIn: true).contains("soak"))
    #expect(try chapters(["soak"]) == ["soak"])
    #expect(try chapters(["aplus", "soak"]) == ["aplus", "soak"])
    #expect(try chapters([], "L1-a.fulfilled") == ["soak"])
    #expect(try chapters([], "L1", "2.1") == ["aplus", "soak"])
    #expect(try !chapters([], "!L1").contains("soak"))
    for pattern in ["L*", "re:^L1"] { #expect(throws: Failure.self) { try chapters([], pattern) } }
  }

  @Test func `a pattern that is none is a usage error`() {
    for text in ["", "!", "re:(", "!re:["] { #expect(throws: Failure.self) { try CaseFilter([text]) } }
  }

  @Test func `a hard glob takes no time`() throws {
    let pattern = String(repeating: "*a", count: 200) + "b"
    let filter = try CaseFilter([pattern])
    #expect(!filter.selects(String(repeating: "a", count: 5000)))
  }
}
