import APlusJSON
import APlusModel

/// The dimension tables that cases share: lists of entries, by name.
///
/// Besides those of `tables.json`, there is a table of language kinds for each place, and one of
/// cancellation profiles for each question about cancels.
struct Tables {
  /// One member of a dimension.
  struct Entry {
    /// The entry's part of the scenario's id.
    let key: String
    let node: Node
    /// The capabilities that a scenario with the entry needs.
    var needs: [Capability] = []
  }

  private var entries: [String: [Entry]] = [:]
  /// The places of language kinds, by the names of their tables, which are in no file.
  private static let kinds = Dictionary(uniqueKeysWithValues: LanguageKind.Place.allCases.map { ($0.table, $0) })

  /// The questions about cancels, likewise.
  private static let questions = Dictionary(uniqueKeysWithValues: CancelQuestion.allCases.map { ($0.table, $0) })

  /// Reads `tables.json`.
  init(_ root: Node?, _ diagnostics: Diagnostics) {
    guard let root, let object = ObjectReader(root, "a file of tables", keys: ["format", "tables"], diagnostics),
      let tables = object.required("tables")
    else { return }
    guard let members = tables.object else {
      diagnostics.report("found \(tables.summary), expected an object of tables", at: tables.place)
      return
    }
    for member in members { entries[member.key] = Self.entries(member.value, diagnostics) }
  }

  /// The entries of a dimension: a table, several tables joined with `+`, or an inline list.
  func entries(of dimension: Node, _ diagnostics: Diagnostics) -> [Entry] {
    guard let text = dimension.string else { return Self.entries(dimension, diagnostics) }
    var joined: [Entry] = []
    // An empty name is no table: without entries, a case would have no scenarios.
    for name in text.split(separator: "+", omittingEmptySubsequences: false).map(String.init) {
      guard let table = entries[name] ?? Self.generated(name, at: dimension.place, diagnostics) else {
        diagnostics.report(
          unknown: name, expected: "the name of a table",
          among: Array(entries.keys) + Self.kinds.keys + Self.questions.keys, at: dimension.place)
        continue
      }
      joined += table
    }
    if Set(joined.map(\.key)).count < joined.count {
      diagnostics.report("found a key in two of the tables, expected different keys", at: dimension.place)
    }
    return joined
  }

  /// The entries of a table that is in no file; nil for an unknown name.
  private static func generated(_ name: String, at dimension: Place, _ diagnostics: Diagnostics) -> [Entry]? {
    kinds[name].map { entries(of: $0, at: dimension, diagnostics) }
      ?? questions[name].map { entries(of: $0, at: dimension, diagnostics) }
  }

  /// The entries for the profiles that answer a question: for each role, what is expected of it.
  ///
  /// Where cancels go down, cases of their own ask more.
  private static func entries(of question: CancelQuestion, at dimension: Place, _ diagnostics: Diagnostics) -> [Entry] {
    CancelProfile.table.compactMap { profile in
      guard !profile.goesDown, let fates = profile.answer(to: question) else { return nil }
      let members = CancelRole.allCases.map { ($0.rawValue, fates[$0]?.expectations ?? .array([])) }
      let json = JSON.object(JSONObject(uniqueKeysWithValues: [("key", .string(profile.word))] + members))
      return node(json, at: dimension, diagnostics).map { node in
        Entry(key: profile.word, node: node, needs: [Capability("cancellation", detail: profile.word)])
      }
    }
  }

  /// The entries for the kinds of a place: expressions if the kinds are values, otherwise words.
  ///
  /// No file contains these entries, so an error in one points to the dimension that uses it.
  private static func entries(of place: LanguageKind.Place, at dimension: Place, _ diagnostics: Diagnostics) -> [Entry]
  {
    LanguageKind.table.filter { $0.place == place }.compactMap { kind in
      let key = "\(kind.language)-\(kind.name)"
      let value: JSON =
        switch place {
        case .value, .functionValue, .opaque, .reason, .fatal, .thrown: ["is": .string(kind.word)]
        case .function, .shape, .carrier: .string(kind.word)
        }
      let json: JSON = ["key": .string(key), "value": value]
      return node(json, at: dimension, diagnostics).map { Entry(key: key, node: $0, needs: [kind.capability]) }
    }
  }

  /// A value that no file contains, as a node.
  private static func node(_ value: JSON, at dimension: Place, _ diagnostics: Diagnostics) -> Node? {
    do throws(JSONError) { return Node(try JSONTree(value).root, at: dimension, diagnostics) } catch {
      diagnostics.report(error)
      return nil
    }
  }

  private static func entries(_ node: Node, _ diagnostics: Diagnostics) -> [Entry] {
    guard let elements = node.array, !elements.isEmpty else {
      diagnostics.report(
        "found \(node.array == nil ? node.summary : "no entries"), expected a list of entries", at: node.place)
      return []
    }
    var keys: Set<String> = []
    return elements.compactMap { element in
      guard let key = element["key"], let text = key.string, isKey(text) else {
        diagnostics.report(
          "found \(element["key"]?.summary ?? "no \"key\""), expected a key such as \"already\"",
          at: element["key"]?.place ?? element.place)
        return nil
      }
      if !keys.insert(text).inserted { diagnostics.report("found the key \"\(text)\" a second time", at: key.place) }
      return Entry(key: text, node: element)
    }
  }

  /// Whether a text may be a part of an id: letters, digits and hyphens.
  static func isKey(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
          || $0 == UInt8(ascii: "-")
      }
  }
}

extension CancelFate {
  /// What a case expects: the arguments are the handlers `ok` and `bad`, the value of `with`, and
  /// the `promise`; each handler runs as many `times`.
  fileprivate var expectations: JSON {
    let ok: JSON = ["$": "ok"]
    let bad: JSON = ["$": "bad"]
    let cancellation: JSON = ["cancellation": true]
    return switch self {
    case .cancelled: [["runs": bad, "times": ["$": "times?"], "with": cancellation], ["never": ok]]
    case .ended: [["outcome": ["$": "promise"], "is": "rejected", "with": cancellation], ["never": ok]]
    case .kept: [["runs": ok, "times": ["$": "times?"], "with": ["$": "with"]], ["never": bad]]
    case .silent: [["never": ok], ["never": bad]]
    case .unfulfilled: [["never": ok]]
    }
  }
}
