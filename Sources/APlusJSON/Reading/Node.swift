/// A JSON value with its place, so that errors in expanded cases can point into the file.
///
/// Nodes are shared: substitution makes new ones only along the path to a hole.
package final class Node: Sendable {
  /// The value; its elements and members are nodes.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case array([Node])
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Sendable {
    package let key: String
    package let value: Node

    package init(key: String, value: Node) {
      self.key = key
      self.value = value
    }
  }

  package let content: Content
  package let place: Place
  /// Whether it is or contains an object with the key `$`.
  package let hasHoles: Bool
  /// The number of nesting levels; 1 for a scalar.
  package let height: Int

  /// The deepest nesting allowed in specifications, because readers recurse.
  package static let heightLimit = 64

  package init(content: Content, place: Place) {
    self.content = content
    self.place = place
    hasHoles =
      switch content {
      case .null, .bool, .integer, .real, .string: false
      case .array(let elements): elements.contains(where: \.hasHoles)
      case .object(let members): members.contains { $0.key == "$" || $0.value.hasHoles }
      }
    height =
      switch content {
      case .null, .bool, .integer, .real, .string: 1
      case .array(let elements): 1 + (elements.lazy.map(\.height).max() ?? 0)
      case .object(let members): 1 + (members.lazy.map(\.value.height).max() ?? 0)
      }
  }

  /// Wraps a value and everything in it.
  ///
  /// Reports values that are nested too deeply, and replaces them with null.
  package convenience init(_ value: JSONView, at place: Place, depth: Int = 1, _ diagnostics: Diagnostics) {
    guard depth <= Self.heightLimit else {
      diagnostics.report("nested deeper than \(Self.heightLimit) levels", at: place)
      self.init(content: .null, place: place)
      return
    }
    let content: Content =
      switch value.content {
      case .null: .null
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .string(let value): .string(value)
      case .array:
        .array(
          (value.arrayValue ?? []).enumerated().map {
            Node($1, at: Place(.index($0), in: place), depth: depth + 1, diagnostics)
          })
      case .object:
        .object(
          (value.members ?? []).map {
            Member(key: $0, value: Node($1, at: Place(.key($0), in: place), depth: depth + 1, diagnostics))
          })
      }
    self.init(content: content, place: place)
  }

  package var string: String? { if case .string(let value) = content { value } else { nil } }

  package var integer: Int? { if case .integer(let value) = content { value } else { nil } }

  package var bool: Bool? { if case .bool(let value) = content { value } else { nil } }

  package var array: [Node]? { if case .array(let elements) = content { elements } else { nil } }

  package var object: [Member]? { if case .object(let members) = content { members } else { nil } }

  /// The member with the key; nil if there is none or the node is not an object.
  package subscript(key: String) -> Node? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// A short description for messages.
  package var summary: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): "\"\(value.shortened(toScalars: 40))\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The location of a value: a file and the path from its root.
package final class Place: Sendable {
  /// One step of the path.
  package enum Token: Sendable {
    case root
    case key(String)
    case index(Int)
  }

  package let file: TextFile
  package let parent: Place?
  package let token: Token

  /// The root of a file.
  package init(rootOf file: TextFile) {
    self.file = file
    parent = nil
    token = .root
  }

  package init(_ token: Token, in parent: Place) {
    file = parent.file
    self.parent = parent
    self.token = token
  }

  package var pointer: JSONPointer {
    var tokens: [String] = []
    var place: Place? = self
    while let current = place {
      switch current.token {
      case .root: break
      case .key(let key): tokens.append(key)
      case .index(let index): tokens.append(String(index))
      }
      place = current.parent
    }
    return JSONPointer(tokens: tokens.reversed())
  }
}
