import APlusJSON
import APlusModel

/// Replaces the holes of a template, `{"$": "name"}`, for one choice of entries.
struct Substitution {
  /// The chosen entry of each dimension.
  let entries: [String: Node]
  /// The strings in the template, which fresh marks must avoid.
  let words: Set<String>
  let diagnostics: Diagnostics

  /// The dimensions that holes have named so far.
  private(set) var used: Set<String> = []
  private var freshCounts: [String: Int] = [:]
  private var size = 0

  /// What a case gives an entry of a table.
  private struct Arguments {
    let values: [String: Node]
    /// The hole of the case.
    let place: Place
  }

  /// The most values that a scenario may have.
  private static let sizeLimit = 20_000

  init(entries: [String: Node], words: Set<String>, _ diagnostics: Diagnostics) {
    self.entries = entries
    self.words = words
    self.diagnostics = diagnostics
  }

  /// Fills the holes of a part of the template.
  mutating func fill(_ node: Node) -> Node {
    let filled = fill(node, arguments: nil) ?? Node(content: .null, place: node.place)
    guard filled.height <= Node.heightLimit else {
      diagnostics.report("nested deeper than \(Node.heightLimit) levels", at: node.place)
      return Node(content: .null, place: node.place)
    }
    return filled
  }

  /// Fills holes: from the arguments inside an entry, otherwise from the dimensions.
  ///
  /// - Returns: The value; nil if it is left out.
  private mutating func fill(_ node: Node, arguments: Arguments?) -> Node? {
    size += 1
    guard node.hasHoles, size <= Self.sizeLimit else {
      if size == Self.sizeLimit + 1 {
        diagnostics.report("found more than \(Self.sizeLimit) values in a scenario", at: node.place)
      }
      return node.hasHoles ? nil : node
    }
    switch node.content {
    case .null, .bool, .integer, .real, .string: return node
    case .array(let elements):
      var filled: [Node] = []
      filled.reserveCapacity(elements.count)
      for element in elements {
        guard let value = fill(element, arguments: arguments) else { continue }
        if element["$"] != nil, let list = value.array { filled += list } else { filled.append(value) }
      }
      return Node(content: .array(filled), place: node.place)
    case .object(let members):
      if let hole = node["$"] { return self.hole(hole, node, members, arguments) }
      let filled = members.compactMap { member in
        fill(member.value, arguments: arguments).map { Node.Member(key: member.key, value: $0) }
      }
      return Node(content: .object(filled), place: node.place)
    }
  }

  private mutating func hole(_ hole: Node, _ node: Node, _ members: [Node.Member], _ arguments: Arguments?) -> Node? {
    guard let text = hole.string else {
      diagnostics.report("found \(hole.summary), expected the name of a hole", at: hole.place)
      return nil
    }
    let isOptional = text.hasSuffix("?")
    let parts = (isOptional ? text.dropLast() : text[...]).split(separator: ".", maxSplits: 1)
    let name = parts.first.map(String.init) ?? ""
    if name == "fresh" { return freshMark(node) }
    if let arguments {
      if let argument = arguments.values[name] { return argument }
      // The fault is the case's, as other cases use the entry as well.
      if !isOptional {
        diagnostics.report(
          "found no \"\(name)\", expected this argument of an entry of \(hole.place.file.name)", at: arguments.place,
          suggestion: arguments.values.keys.nearest(to: name))
      }
      return nil
    }
    guard let entry = entries[name] else {
      diagnostics.report(unknown: name, expected: "the name of a dimension", among: entries.keys, at: hole.place)
      return nil
    }
    used.insert(name)
    let field = parts.count == 2 ? String(parts[1]) : nil
    guard let body = field.map({ entry[$0] }) ?? entry["value"] ?? entry["steps"] else {
      if !isOptional {
        diagnostics.report(
          "found no \"\(field ?? "value")\" in the entry, expected one for \"\(text)\"", at: entry.place)
      }
      return nil
    }
    var given: [String: Node] = [:]
    for member in members where member.key != "$" { given[member.key] = fill(member.value, arguments: nil) }
    return fill(body, arguments: Arguments(values: given, place: node.place))
  }

  /// Makes a mark that occurs nowhere else in the scenario.
  private mutating func freshMark(_ node: Node) -> Node? {
    guard let stem = node["mark"]?.string, NameGrammar.isMark(stem) else {
      diagnostics.report("found no mark, expected {\"$\": \"fresh\", \"mark\": \"O\"}", at: node.place)
      return nil
    }
    var name = ""
    repeat {
      let count = freshCounts[stem, default: 0] + 1
      freshCounts[stem] = count
      name = "\(stem)\(count)"
    } while words.contains(name)
    return Node(content: .string(name), place: node.place)
  }
}
