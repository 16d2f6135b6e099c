import OrderedCollections

/// The members of a JSON object, in the order in which they were written.
package struct JSONObject: Sendable, Hashable {
  private var members: OrderedDictionary<String, JSON>

  /// Creates an object without members.
  package init() { members = [:] }

  /// Creates an object from members with different keys.
  ///
  /// - Precondition: No key occurs twice.
  package init(uniqueKeysWithValues elements: some Sequence<(String, JSON)>) {
    members = OrderedDictionary(uniqueKeysWithValues: elements)
  }

  /// Creates an object from keys that are known to differ, and their values.
  init(uncheckedKeys keys: [String], values: [JSON]) {
    members = OrderedDictionary(uncheckedUniqueKeys: keys, values: values)
  }

  /// The keys, in order.
  package var keys: [String] { members.keys.elements }

  /// The value of the member with this key.
  ///
  /// A new key goes to the end; an existing one keeps its place. Assigning nil
  /// removes the member, whereas assigning `JSON.null` stores `null`.
  package subscript(key: String) -> JSON? {
    get { members[key] }
    set { members[key] = newValue }
  }
}

extension JSONObject: Sequence {
  /// Makes an iterator over the members.
  package func makeIterator() -> some IteratorProtocol<(key: String, value: JSON)> { members.makeIterator() }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; the keys must differ.
  package init(dictionaryLiteral elements: (String, JSON)...) { self.init(uniqueKeysWithValues: elements) }
}
