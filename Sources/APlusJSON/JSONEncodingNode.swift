/// A value that grows while a type encodes itself.
///
/// The containers of one value share its node, so it is a class.
final class JSONEncodingNode {
  /// What the node has become so far.
  enum Content {
    case empty
    case value(JSON)
    case array([JSONEncodingNode])
    case object(keys: [String], nodes: [String: JSONEncodingNode])
  }

  private(set) var content = Content.empty

  /// Makes the node a value that does not grow.
  func set(_ value: JSON) {
    content = .value(value)
  }

  /// Makes the node an array, unless it is one.
  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  /// Makes the node an object, unless it is one.
  func becomeObject() {
    if case .object = content { return }
    content = .object(keys: [], nodes: [:])
  }

  /// The number of elements.
  var count: Int {
    guard case .array(let nodes) = content else { return 0 }
    return nodes.count
  }

  /// Appends an element that is still empty.
  func append() -> JSONEncodingNode {
    let node = JSONEncodingNode()
    guard case .array(var nodes) = content else { return node }
    // Without this the array is copied.
    content = .empty
    nodes.append(node)
    content = .array(nodes)
    return node
  }

  /// Returns the member with a key; a new one is still empty.
  func member(_ key: String) -> JSONEncodingNode {
    let node = JSONEncodingNode()
    guard case .object(var keys, var nodes) = content else { return node }
    if let known = nodes[key] { return known }
    content = .empty
    keys.append(key)
    nodes[key] = node
    content = .object(keys: keys, nodes: nodes)
    return node
  }

  /// The value; what has encoded nothing is an empty object, as in other coders.
  var finished: JSON {
    switch content {
    case .empty: .object(JSONObject())
    case .value(let value): value
    case .array(let nodes): .array(nodes.map(\.finished))
    case .object(let keys, let nodes):
      .object(
        JSONObject(uncheckedKeys: keys, values: keys.map { nodes[$0]?.finished ?? .null })
      )
    }
  }
}
