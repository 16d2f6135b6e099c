import APlusJSON
import APlusModel
import Foundation
import TestSupport
import Testing

/// Not that of Foundation.
private typealias Operation = APlusModel.Operation

/// Holds what is written about operations, in schemas, pages and the kits' vocabulary, against the table.
///
/// `APLUS_RECORD=1` rewrites it.
@Suite("The vocabulary", .serialized) struct VocabularyTests {
  private static let isRecording = ProcessInfo.processInfo.environment["APLUS_RECORD"] == "1"

  @Test(arguments: [("program", Schema.Form.wire), ("cases", .caseFile)]) func `schemas have a shape for each verb`(
    name: String, form: Schema.Form
  ) throws { try hold("specs/schema/\(name).schema.json", at: ["$defs", "step"], Schema.step(form)) }

  @Test func `the kits' vocabulary lists each verb`() throws {
    let operations = Operation.table.map { ($0.verb, $0.vocabulary) }
    try hold("adapters/kits/vocabulary.json", at: ["operations"], .object(JSONObject(uniqueKeysWithValues: operations)))
  }

  @Test func `the kits' vocabulary lists each kind of their language`() throws {
    let kinds = LanguageKind.languages.map { language, _ in
      let places = LanguageKind.Place.allCases.map { place -> (String, JSON) in
        let found = LanguageKind.table.filter { $0.language == language && $0.place == place }
        return (place.rawValue, .array(found.map { .string($0.name) }))
      }
      return (language, JSON.object(JSONObject(uniqueKeysWithValues: places)))
    }
    try hold("adapters/kits/vocabulary.json", at: ["kinds"], .object(JSONObject(uniqueKeysWithValues: kinds)))
  }

  @Test func `the kits' vocabulary lists the subjects`() throws {
    try hold("adapters/kits/vocabulary.json", at: ["subjects"], .array(Capability.subjects.map { .string($0) }))
  }

  @Test func `the kits' vocabulary and the page of the language list the kinds of calls`() throws {
    try hold("adapters/kits/vocabulary.json", at: ["calls"], .array(CallKind.allCases.map { .string($0.rawValue) }))
    try hold(
      "specs/README.md", under: "| Kind | A call that |\n|---|---|\n",
      CallKind.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" })
  }

  @Test func `the kits' vocabulary and the page of the language list the calls about channels`() throws {
    try hold(
      "adapters/kits/vocabulary.json", at: ["channels"], .array(ChannelWord.allCases.map { .string($0.rawValue) }))
    try hold(
      "specs/README.md", under: "| Call | What it does |\n|---|---|\n",
      ChannelWord.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" })
  }

  @Test func `the kits' vocabulary and the page of the language list the calls about scopes`() throws {
    try hold("adapters/kits/vocabulary.json", at: ["scopes"], .array(ScopeWord.allCases.map { .string($0.rawValue) }))
    try hold(
      "specs/README.md", under: "| Call about a scope | What it does |\n|---|---|\n",
      ScopeWord.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" })
  }

  @Test func `traces have a word for each kind of frame`() throws {
    try hold(
      "specs/schema/trace.schema.json", at: ["$defs", "event", "properties", "in"],
      ["enum": .array(FrameForm.table.map { .string($0.word) })])
  }

  @Test(arguments: [
    ("cases", ["$defs", "case", "properties", "decides", "items"]),
    ("rules", ["properties", "rules", "items", "properties", "when", "items", "properties", "law"]),
  ]) func `schemas have a word for each law`(name: String, keys: [String]) throws {
    try hold("specs/schema/\(name).schema.json", at: keys, ["enum": .array(Law.allCases.map { .string($0.rawValue) })])
  }

  @Test func `the page of the language has a row for each verb`() throws {
    try hold("specs/README.md", under: "| Verb | Meaning |\n|---|---|\n", Operation.table.map(\.row))
  }

  @Test func `both pages have a row for each cancellation profile`() throws {
    try hold(
      "specs/README.md", under: "| Profile | Meaning |\n|---|---|\n",
      CancelProfile.table.map { "| `cancellation:\($0.word)` | \($0.meaning) |" })
    let heads = ["Profile"] + CancelProfile.columns.map(\.head)
    let rule = "|" + String(repeating: "---|", count: heads.count)
    try hold(
      "adapters/README.md", under: "| \(heads.joined(separator: " | ")) |\n\(rule)\n",
      CancelProfile.table.map { profile in
        "| `\(profile.word)` | \(profile.cells.dropFirst().joined(separator: " | ")) |"
      })
  }

  @Test func `the page of traces has a row for each kind of frame`() throws {
    var told: Set<String> = []
    let rows = FrameForm.table.map { ($0.side, $0.row(&told)) }
    try hold(
      "adapters/kits/README.md", under: "| `in` | Fields of `begin` | `end` |\n|---|---|---|\n",
      rows.filter { $0.0 != .user }.map(\.1))
    try hold(
      "adapters/kits/README.md", under: "| `in` | Fields of `begin` |\n|---|---|\n",
      rows.filter { $0.0 == .user }.map(\.1))
  }

  /// Compares the rows of a table with what they should be, or writes them.
  private func hold(_ path: String, under head: String, _ rows: [String]) throws {
    let path = Self.path(path)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let start = try #require(page.range(of: head)).upperBound
    let end = try #require(page.range(of: "\n\n", range: start..<page.endIndex)).lowerBound
    if Self.isRecording {
      try page.replacingCharacters(in: start..<end, with: rows.joined(separator: "\n")).write(
        toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(page[start..<end].split(separator: "\n").map(String.init) == rows)
    }
  }

  /// Compares a part of a file with what it should be, or writes it.
  private func hold(_ path: String, at keys: [String], _ expected: JSON) throws {
    let path = Self.path(path)
    let data = try #require(FileManager.default.contents(atPath: path))
    let json = try JSON(parsing: Array(data), name: path)
    if Self.isRecording {
      let text = json.replacing(keys[...], with: expected).fitted() + "\n"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      let found = keys.reduce(json) { $0[$1] ?? .null }
      #expect(found == expected, "APLUS_RECORD=1 writes it")
    }
  }

  private static func path(_ file: String) -> String { ProjectSpecs.directory + "../" + file }
}

extension Operation {
  /// Its row in the page of the language; a key with `?` may be missing.
  fileprivate var row: String {
    let members = fields.map { "\"\($0.key)\"\($0.isRequired ? "" : "?"): \($0.sample)" }
    return "| `{\(members.joined(separator: ", "))}` | \(meaning) |"
  }

  /// What kits know of it: the type of each field, with `?` where it may be missing.
  fileprivate var vocabulary: JSON {
    .object(
      JSONObject(uniqueKeysWithValues: fields.map { ($0.key, .string($0.type.word + ($0.isRequired ? "" : "?"))) }))
  }
}

extension FrameForm {
  /// Its row in the page of traces; a field with `?` may be missing.
  ///
  /// - Parameter told: The fields that rows above have described.
  /// - Returns: The row.
  fileprivate func row(_ told: inout Set<String>) -> String {
    let members = fields.filter { $0.key != "step" }.map { field in
      let isTold = !told.insert("\(side) \(field.key) \(field.note)").inserted
      let notes = [field.type.summary, isTold ? "" : field.note].filter { !$0.isEmpty }
      let note = notes.isEmpty ? "" : ": " + notes.joined(separator: ", ")
      return "`\(field.key)`\(field.isRequired ? "" : "?")\(note)"
    }
    let fields = members.joined(separator: "; ")
    return side == .user ? "| `\(word)` | \(fields) |" : "| `\(word)` | \(fields) | \(ends) |"
  }
}

extension FrameFieldType {
  fileprivate var summary: String {
    switch self {
    case .number(from: let least): least == 0 ? "" : "from \(least)"
    case .text: ""
    case .texts: "a list"
    case .word(let words): words.map { "`\($0)`" }.joined(separator: " or ")
    case .reference: "VREF"
    case .references: "[VREF]"
    case .handler: "function's name or `{\"not\":VREF}`"
    }
  }
}

extension FieldType {
  /// The type as kits know it.
  fileprivate var word: String {
    switch self {
    case .binding: "binding"
    case .name: "name"
    case .names: "names"
    case .mark, .gate: "gate"
    case .context: "context"
    case .function: "function"
    case .handler: "handler"
    case .value: "value"
    case .resolver: "resolver"
    case .word: "word"
    case .integer: "integer"
    case .block: "block"
    case .blocks: "blocks"
    }
  }
}

extension Schema {
  /// Where steps stand.
  enum Form {
    case caseFile
    case wire
  }

  /// The shape of a step.
  static func step(_ form: Form) -> JSON {
    var shapes = Operation.table.map { operation -> JSON in
      var properties = JSONObject()
      var required = operation.fields.filter(\.isRequired).map { JSON.string($0.key) }
      if form == .wire {
        properties["id"] = ["type": "integer", "minimum": 0]
        properties["verb"] = ["const": .string(operation.verb)]
        required.append("id")
      }
      for field in operation.fields { properties[field.key] = shape(field.type, form) }
      return [
        "type": "object", "properties": .object(properties), "required": .array(required),
        "additionalProperties": false,
      ]
    }
    if form == .caseFile { shapes.append(["$ref": "#/$defs/hole"]) }
    return ["anyOf": .array(shapes)]
  }

  private static func shape(_ type: FieldType, _ form: Form) -> JSON {
    func orHole(_ shape: JSON) -> JSON { form == .wire ? shape : ["anyOf": [shape, ["$ref": "#/$defs/hole"]]] }
    let name: JSON = ["type": "string", "pattern": "^[a-z][A-Za-z0-9]*(#|#-1|-start)?$"]
    let block: JSON = ["type": "array", "items": ["$ref": "#/$defs/step"]]
    switch type {
    case .binding, .name, .mark, .gate: return orHole(name)
    case .names: return ["type": "array", "items": orHole(name)]
    case .context: return orHole(["type": "string", "pattern": "^[a-z][A-Za-z0-9]*$"])
    case .function:
      let name: JSON = ["type": "string"]
      return form == .wire ? name : orHole(["anyOf": [name, ["$ref": "#/$defs/function"]]])
    case .handler: return ["$ref": "#/$defs/handler"]
    case .value: return ["$ref": "#/$defs/value"]
    case .resolver: return orHole(["type": "string"])
    case .word(let words): return orHole(["enum": .array(words.map(JSON.string))])
    case .integer(let range):
      return orHole(["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
    case .block: return orHole(block)
    case .blocks: return ["type": "array", "items": orHole(block)]
    }
  }
}

extension JSON {
  /// The value with another one at a place inside.
  fileprivate func replacing(_ keys: ArraySlice<String>, with value: JSON) -> JSON {
    guard let key = keys.first, case .object(var members) = self else { return value }
    members[key] = (members[key] ?? .null).replacing(keys.dropFirst(), with: value)
    return .object(members)
  }

  /// The value as text, on one line where it fits into 120 columns.
  fileprivate func fitted(indent: Int = 0, used: Int = 0) -> String {
    let line = inline
    guard indent + used + line.count > 119 else { return line }
    let margin = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .array(let elements):
      let lines = elements.map { margin + $0.fitted(indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    case .object(let members):
      let lines = members.map { key, value in
        let key = JSON.string(key).inline + ": "
        return margin + key + value.fitted(indent: indent + 2, used: key.count)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    case .null, .bool, .integer, .real, .string: return line
    }
  }

  private var inline: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.inline).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON.string($0.key).inline): \($0.value.inline)" }.joined(separator: ", ") + "}"
    case .null, .bool, .integer, .real, .string: String(decoding: serializedBytes(), as: UTF8.self)
    }
  }
}
