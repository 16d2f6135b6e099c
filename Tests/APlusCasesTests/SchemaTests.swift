import APlusCases
import APlusJSON
import APlusModel
import Foundation
import TestSupport
import Testing

@Suite("The schemas") struct SchemaTests {
  private func json(_ path: String) throws -> JSON {
    let data = try #require(FileManager.default.contents(atPath: ProjectSpecs.directory + path))
    return try JSON(parsing: Array(data), name: path)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ProjectSpecs.directory + folder)
  }

  private func schema(_ name: String) throws -> Schema { Schema(root: try json("schema/\(name).schema.json")) }

  @Test func `every file of the specification is as its schema says`() throws {
    let schemas = try Dictionary(
      uniqueKeysWithValues: ["cases", "tables", "requirements", "rules", "official-map"].map {
        ("aplus-\($0)/1", try schema($0))
      })
    var paths = ["tables.json", "rules.json"]
    for folder in try names(in: "").sorted() where !folder.contains(".") && folder != "schema" {
      paths += try names(in: folder).filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
    }
    #expect(paths.count > 8)
    for path in paths {
      let value = try json(path)
      let schema = try #require(schemas[value["format"]?.stringValue ?? ""], "\(path)")
      #expect(try schema.accepts(value), "\(path)")
    }
  }

  @Test func `programs are as their schema says`() throws {
    let schema = try schema("program")
    let scenarios = try ProjectSpecs.whole.get().scenarios
    for scenario in stride(from: 0, to: scenarios.count, by: 7).map({ scenarios[$0] }) {
      #expect(try schema.accepts(scenario.program.json), "\(scenario.id)")
    }
  }

  @Test func `the schema refuses a step with two verbs`() throws {
    let schema = try schema("program")
    #expect(try schema.accepts(["steps": [["id": 0, "mark": "m"]]]))
    #expect(try !schema.accepts(["steps": [["id": 0, "mark": "m", "probe": "h"]]]))
  }

  @Test(arguments: [
    (["cancellation:upstream", "cancellation:linked", "cancellation:reason"], true),
    (["cancellation:downstream", "cancellation:upstream"], false),
    (["cancellation:linked,downstream", "cancellation:chain"], false),
    (["cancellation:downstream", "cancellation:linked", "cancellation:one-way"], false),
  ]) func `a library has one cancellation profile`(words: [String], isLegal: Bool) throws {
    let manifest: JSON = [
      "format": "aplus-adapter/1", "name": "mine", "language": "C", "library": "mine", "command": ["mine"],
      "capabilities": .array(words.map { .string($0) }),
    ]
    #expect(try schema("adapter").accepts(manifest) == isLegal)
    let claims = words.flatMap { Capability.parse($0) }
    #expect((Capability.contradiction(in: claims) == nil) == isLegal)
  }

  @Test func `the remaining schemas are JSON`() throws {
    for name in try names(in: "schema") { #expect(try json("schema/\(name)")["$schema"] != nil, "\(name)") }
  }
}
