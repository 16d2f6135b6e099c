import APlusJSON
import APlusModel

/// Turns a case into its scenarios, one for each choice of entries.
struct CaseExpansion {
  private let template: CaseTemplate
  private let diagnostics: Diagnostics
  private let words: Set<String>
  private var usedDimensions: Set<String> = []

  init(_ template: CaseTemplate, _ diagnostics: Diagnostics) {
    self.template = template
    self.diagnostics = diagnostics
    var words: Set<String> = []
    Self.collect(template.node, into: &words)
    self.words = words
  }

  /// Makes the scenarios for choices of entries.
  ///
  /// - Parameters:
  ///   - choices: The choices.
  ///   - areAll: Whether the case has no others, so that a dimension that none uses is an error.
  /// - Returns: The scenarios without errors, in the order of the choices.
  mutating func scenarios(for choices: [CaseTemplate.Choice], areAll: Bool) -> [Scenario] {
    let scenarios = choices.compactMap { scenario($0) }
    diagnostics.scenario = nil
    if areAll { reportUnusedDimensions() }
    return scenarios
  }

  private mutating func scenario(_ choice: CaseTemplate.Choice) -> Scenario? {
    diagnostics.scenario = choice.id
    let before = diagnostics.count
    let entries = Dictionary(
      zip(template.dimensions.map(\.name), choice.entries.map(\.node)), uniquingKeysWith: { first, _ in first })
    var substitution = Substitution(entries: entries, words: words, diagnostics)
    let members = ProgramDecoder.programKeys.compactMap { key in
      template.node[key].map { Node.Member(key: key, value: substitution.fill($0)) }
    }
    let expect = template.node["expect"].map { substitution.fill($0) }
    usedDimensions.formUnion(substitution.used)
    guard diagnostics.count == before, let expect else { return nil }
    let node = Node(content: .object(members), place: template.node.place)
    let keys = ProgramDecoder.programKeys
    guard let object = ObjectReader(node, "a case", keys: keys, diagnostics) else { return nil }
    var decoder = ProgramDecoder(.caseFile, diagnostics)
    let decoded = decoder.program(object)
    guard diagnostics.count == before else { return nil }
    let check = ProgramCheck(decoded, diagnostics)
    check.run()
    let expectations = self.expectations(expect, decoded, check)
    guard diagnostics.count == before else { return nil }
    return Scenario(
      id: choice.id, title: template.title, chapter: template.chapter, requirement: template.requirement,
      decides: template.decides, expectations: expectations, stuckViolates: template.stuckViolates,
      level: template.level,
      capabilities: CapabilityDerivation.capabilities(
        of: decoded.program, check.kinds, expectations, needs: template.needs + choice.needs), program: decoded.program,
      source: template.source)
  }

  private func expectations(_ node: Node, _ decoded: DecodedProgram, _ check: ProgramCheck) -> [Expectation] {
    guard let elements = node.array else {
      diagnostics.report("found \(node.summary), expected an array of expectations", at: node.place)
      return []
    }
    var decoder = ExpectationDecoder(decoded, check, diagnostics)
    return elements.compactMap { decoder.expectation($0) }
  }

  private func reportUnusedDimensions() {
    for member in template.node["dimensions"]?.object ?? [] where !usedDimensions.contains(member.key) {
      diagnostics.report(
        "found the dimension \"\(member.key)\", which no hole names", at: member.value.place, isKey: true)
    }
  }

  private static func collect(_ node: Node, into words: inout Set<String>) {
    switch node.content {
    case .null, .bool, .integer, .real: break
    case .string(let text): words.insert(text)
    case .array(let elements): for element in elements { collect(element, into: &words) }
    case .object(let members): for member in members { collect(member.value, into: &words) }
    }
  }
}
