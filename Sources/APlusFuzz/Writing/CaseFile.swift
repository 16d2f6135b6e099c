import APlusJSON
package import APlusModel

/// A finding as a case file, in the style of hand-written ones.
///
/// The same finding always has the same file name, so the directories of many machines can be
/// merged by copying.
package struct CaseFile {
  /// The chapter that findings are saved in.
  package static let chapter = "found"

  private let finding: Finding

  package init(_ finding: Finding) { self.finding = finding }

  /// The id of the case: the requirement, the kind of failure, and the shape of the program.
  ///
  ///     2.2.6.1-order.3f2a9c01
  package var id: String {
    // The part of an id before its last hyphen is the requirement.
    let kind = finding.key.type.split { ".-".contains($0) }.last.map(String.init) ?? "failure"
    let requirement = finding.key.requirement.isEmpty ? "P1" : finding.key.requirement
    return "\(requirement)-\(kind).\(shape)"
  }

  /// The text of the file.
  package var text: String {
    let document: JSON = ["format": "aplus-cases/1", "chapter": .string(Self.chapter), "cases": [object]]
    return CaseStyle.text(of: document)
  }

  /// The text of the case alone.
  package var caseText: String { CaseStyle.text(of: object) }

  /// The text of a program alone.
  package static func text(of program: Program) -> String { CaseStyle.text(of: .object(program.named.caseMembers)) }

  private var scenario: Scenario { finding.result.scenario }

  private var object: JSON {
    let violation = finding.result.verdict?.violations.first
    let program = scenario.program.named
    var object: JSONObject = [
      "id": .string(id), "title": .string(violation?.expected.firstLine ?? "The program runs to its end"),
      "decides": .array((violation?.law).map { [.string($0.rawValue)] } ?? []),
    ]
    if !needs.isEmpty { object["needs"] = .array(needs.map { .string($0) }) }
    if violation?.law == nil { object["stuck"] = "violates" }
    for (key, value) in program.caseMembers { object[key] = value }
    object["expect"] = []
    return .object(object)
  }

  /// The capabilities that cannot be derived from the program.
  private var needs: [String] {
    scenario.capabilities.filter { $0.name == "cancellation" && $0.detail != nil && $0.detail != "reason" }.map(
      \.description)
  }

  /// A hash of the program, the same on every machine.
  private var shape: String {
    var hash: UInt32 = 2_166_136_261
    for byte in scenario.program.named.json.serializedBytes() { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension String {
  fileprivate var firstLine: String { split(whereSeparator: \.isNewline).first.map(String.init) ?? self }
}

extension Program {
  /// The members of a case that state the program, without step numbers and members only for hosts.
  fileprivate var caseMembers: JSONObject {
    let kept = (json.objectValue ?? [:]).filter { !["uses", "ms"].contains($0.key) }
    return JSONObject(uniqueKeysWithValues: kept.map { ($0.key, Self.withoutNumbers($0.value)) })
  }

  private static func withoutNumbers(_ value: JSON) -> JSON {
    switch value {
    case .object(let members):
      let isStep = members["id"] != nil && members["verb"] != nil
      let kept = members.filter { !isStep || !["id", "verb"].contains($0.key) }
      return .object(JSONObject(uniqueKeysWithValues: kept.map { ($0.key, withoutNumbers($0.value)) }))
    case .array(let elements): return .array(elements.map(withoutNumbers))
    case .null, .bool, .integer, .real, .string: return value
    }
  }
}
