import APlusJSON

/// JSON in the style of hand-written case files: what fits stays on one line.
enum CaseStyle {
  private static let width = 110

  static func text(of value: JSON) -> String {
    var lines: [String] = []
    write(value, before: "", after: "", depth: 0, to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func write(_ value: JSON, before: String, after: String, depth: Int, to lines: inout [String]) {
    let margin = String(repeating: "  ", count: depth)
    let line = margin + before + inline(value) + after
    guard line.utf8.count > width else {
      lines.append(line)
      return
    }
    switch value {
    case .array(let elements) where !elements.isEmpty:
      lines.append(margin + before + "[")
      for (place, element) in elements.enumerated() {
        let comma = place < elements.count - 1 ? "," : ""
        write(element, before: "", after: comma, depth: depth + 1, to: &lines)
      }
      lines.append(margin + "]" + after)
    case .object(let object) where !object.keys.isEmpty:
      let members = Array(object)
      lines.append(margin + before + "{")
      for (place, member) in members.enumerated() {
        let comma = place < members.count - 1 ? "," : ""
        let key = JSON.string(member.key).serialized()
        write(member.value, before: "\(key): ", after: comma, depth: depth + 1, to: &lines)
      }
      lines.append(margin + "}" + after)
    case .array, .object, .null, .bool, .integer, .real, .string: lines.append(line)
    }
  }

  private static func inline(_ value: JSON) -> String {
    switch value {
    case .array(let elements): "[" + elements.map(inline).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON.string($0.key).serialized()): \(inline($0.value))" }.joined(separator: ", ") + "}"
    case .null, .bool, .integer, .real, .string: value.serialized()
    }
  }
}
