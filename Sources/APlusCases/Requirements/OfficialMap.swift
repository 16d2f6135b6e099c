package import APlusJSON
package import APlusModel

/// The scenario that tests the same as each case of the official JavaScript suite.
package struct OfficialMap: Sendable {
  /// The name of its file, in the folder of the chapter `aplus`.
  package static let fileName = "official-map.json"

  /// In the order of the file.
  package let cases: [OfficialCase]

  /// Reads the map.
  package init(file: TextFile) throws(ReadErrors) {
    let diagnostics = Diagnostics()
    var cases: [OfficialCase] = []
    var documents: [String: JSONDocument] = [:]
    do throws(JSONError) {
      let document = try JSONDocument(name: file.name, bytes: file.bytes)
      documents[file.name] = document
      let root = Node(document.root, at: Place(rootOf: file), diagnostics)
      cases = Self.read(root, diagnostics)
    } catch { diagnostics.report(error) }
    try diagnostics.check(documents)
    self.cases = cases
  }

  private static func read(_ root: Node, _ diagnostics: Diagnostics) -> [OfficialCase] {
    let keys = ["format", "suite", "cases"]
    guard let object = ObjectReader(root, "an official map", keys: keys, diagnostics), object.required("format") != nil,
      object.wordIfPresent("format", among: ["aplus-official-map/1"]) != nil, let table = object.required("cases")
    else { return [] }
    var cases: [OfficialCase] = []
    for requirement in members(table, "an object of requirements", diagnostics) {
      for member in members(requirement.value, "an object of cases", diagnostics) {
        guard let id = member.value.string else {
          diagnostics.report("found \(member.value.summary), expected an id or \"untestable\"", at: member.value.place)
          continue
        }
        cases.append(
          OfficialCase(requirement: requirement.key, key: member.key, scenario: id == "untestable" ? nil : id))
      }
    }
    return cases
  }

  /// The members of an object; reports a value that is none, and returns no members.
  private static func members(_ node: Node, _ expected: String, _ diagnostics: Diagnostics) -> [Node.Member] {
    if let members = node.object { return members }
    diagnostics.report("found \(node.summary), expected \(expected)", at: node.place)
    return []
  }
}
