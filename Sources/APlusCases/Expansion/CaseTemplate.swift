import APlusJSON
import APlusModel

/// A case as written in a file: a template, its dimensions and the laws that decide it.
struct CaseTemplate {
  /// A scenario of the case: its id and an entry for each dimension.
  struct Choice {
    let id: String
    let entries: [Tables.Entry]

    /// The capabilities that the entries say the scenario needs.
    var needs: [Capability] { entries.flatMap(\.needs) }
  }

  let id: String
  let title: String
  let chapter: String
  let requirement: String
  let decides: Set<Law>
  let needs: [Capability]
  let stuckViolates: Bool
  let level: Requirement.Level
  let dimensions: [(name: String, entries: [Tables.Entry])]
  let node: Node
  let source: SourceLocation

  /// The most scenarios that a case may have.
  private static let limit = 20_000

  private static let keys = [
    "id", "title", "requirement", "decides", "dimensions", "functions", "steps", "prototype", "rounds", "contexts",
    "expect", "stuck", "level", "needs",
  ]

  /// Reads a case; reports errors, and returns nil if there are any.
  init?(_ node: Node, chapter: String, _ tables: Tables, line: Int, _ diagnostics: Diagnostics) {
    let before = diagnostics.count
    guard let object = ObjectReader(node, "a case", keys: Self.keys, diagnostics), let id = object.string("id"),
      let title = object.string("title"), object.required("steps") != nil, object.required("expect") != nil
    else { return nil }
    self.id = id
    self.title = title
    self.chapter = chapter
    self.node = node
    requirement = object.stringIfPresent("requirement") ?? id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id
    source = SourceLocation(file: node.place.file.name, line: line)
    let laws = Law.allCases.map(\.rawValue)
    var decides: Set<Law> = []
    for member in object.stringsIfPresent("decides") ?? [] {
      guard let word = member.string else { continue }
      if let law = Law(rawValue: word) {
        decides.insert(law)
      } else {
        diagnostics.report(unknown: word, expected: "a law", among: laws, at: member.place)
      }
    }
    self.decides = decides
    var needs: [Capability] = []
    for member in object.stringsIfPresent("needs") ?? [] {
      let word = member.string ?? ""
      let parsed = Capability.parse(word)
      needs += parsed
      guard parsed.isEmpty || !parsed.allSatisfy(\.isKnown) else { continue }
      let hint = parsed.first { !$0.isKnown }?.suggestion ?? ""
      diagnostics.report("found \"\(word)\", expected a capability\(hint)", at: member.place)
    }
    self.needs = needs
    stuckViolates = object.wordIfPresent("stuck", among: ["violates", "error"]) == "violates"
    level = object.wordIfPresent("level", among: ["must", "should"]) == "should" ? .should : .must
    dimensions = Self.dimensions(object, tables, diagnostics)
    let isID = !id.isEmpty && id.split(separator: ".").allSatisfy { Tables.isKey($0) }
    if !isID, let place = object["id"]?.place {
      diagnostics.report("found \"\(id)\", expected an id such as \"2.2.4-d\"", at: place)
    }
    guard diagnostics.count == before else { return nil }
  }

  /// All choices of entries, the first dimension varying slowest; nil, with an error, if there are
  /// too many.
  func choices(_ diagnostics: Diagnostics) -> [Choice]? {
    var choices = [Choice(id: id, entries: [])]
    for dimension in dimensions {
      guard choices.count * dimension.entries.count <= Self.limit else {
        diagnostics.report(
          "found more than \(Self.limit) scenarios in a case", at: node["dimensions"]?.place ?? node.place)
        return nil
      }
      choices = choices.flatMap { choice in
        dimension.entries.map { entry in Choice(id: "\(choice.id).\(entry.key)", entries: choice.entries + [entry]) }
      }
    }
    return choices
  }

  private static func dimensions(_ object: ObjectReader, _ tables: Tables, _ diagnostics: Diagnostics) -> [(
    name: String, entries: [Tables.Entry]
  )] {
    guard let node = object["dimensions"] else { return [] }
    guard let members = node.object else {
      diagnostics.report("found \(node.summary), expected an object of dimensions", at: node.place)
      return []
    }
    return members.map { ($0.key, tables.entries(of: $0.value, diagnostics)) }
  }
}
