import APlusJSON

/// Which of our scenarios asks what a case of the official JavaScript suite asks.
package struct OfficialMap: Sendable {
  /// The name of its file, in the folder of the chapter `aplus`.
  package static let fileName = "official-map.json"

  /// One case of the official suite.
  package struct Case: Sendable, Hashable {
    package let requirement: String
    /// The template's letter, then its dimension values.
    package let key: String
    /// Our scenario's id; nil where the official case is empty.
    package let scenario: String?

    /// The letter of the test in the suite's file: `a` of `a already`.
    package var template: String { key.split(separator: " ").first.map(String.init) ?? key }

    /// The values that the suite runs the test with: `already` of `a already`; empty where it runs once.
    package var variant: String {
      key.split(separator: " ").dropFirst().joined(separator: " ")
    }
  }

  /// In the order of the file.
  package let cases: [Case]

  /// Reads the map.
  package init(file: SpecFile) throws(SpecErrors) {
    let diagnostics = Diagnostics()
    var cases: [Case] = []
    var documents: [String: JSONDocument] = [:]
    do throws(JSONError) {
      let document = try JSONDocument(name: file.name, bytes: file.bytes)
      documents[file.name] = document
      let root = Node(document.root, at: Place(rootOf: file), diagnostics)
      cases = Self.read(root, diagnostics)
    } catch {
      diagnostics.report(error)
    }
    try diagnostics.check(documents)
    self.cases = cases
  }

  private static func read(_ root: Node, _ diagnostics: Diagnostics) -> [Case] {
    let keys = ["format", "suite", "cases"]
    guard let object = ObjectReader(root, "an official map", keys: keys, diagnostics),
      object.required("format") != nil,
      object.wordIfPresent("format", among: ["aplus-official-map/1"]) != nil,
      let table = object.required("cases")
    else { return [] }
    var cases: [Case] = []
    for requirement in table.object ?? [] {
      for member in requirement.value.object ?? [] {
        guard let id = member.value.string else {
          diagnostics.report(
            "found \(member.value.summary), expected an id or \"untestable\"",
            at: member.value.place
          )
          continue
        }
        cases.append(
          Case(
            requirement: requirement.key,
            key: member.key,
            scenario: id == "untestable" ? nil : id
          )
        )
      }
    }
    return cases
  }
}
