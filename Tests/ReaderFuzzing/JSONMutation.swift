import APlusJSON

/// Changes values of a JSON document, so that its text stays JSON and its structure nearly right.
struct JSONMutation {
  /// What stands elsewhere in real inputs, and what readers may mistake.
  let values: [JSON]
  let words: [String]

  /// Takes the words and small values of real inputs.
  init(from documents: [JSON]) {
    var words: Set<String> = []
    var values: Set<JSON> = []
    func visit(_ value: JSON) {
      switch value {
      case .object(let members):
        for (key, member) in members {
          words.insert(key)
          visit(member)
        }
      case .array(let elements): elements.forEach(visit)
      case .string(let text): words.insert(text)
      case .null, .bool, .integer, .real: break
      }
      if values.count < 2000, Self.size(of: value) < 24 { values.insert(value) }
    }
    documents.forEach(visit)
    // Sets have another order in each process.
    self.words = words.sorted()
    self.values = values.map { ($0.serialized(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private static let hostile: [JSON] = [
    .null, true, false, 0, 1, -1, 2, 3, 64, 1_000_000, 1_000_001, 2_147_483_647, 2_147_483_648, .integer(.max),
    .integer(.min), 0.5, -0.0, 1e308, "", [], [:], [[[[[]]]]], ["ref": 0], ["ref": -1], ["ref": .integer(.max)],
    ["$": "state"], ["text": "x"], "\u{0}", "\u{1B}[2J", "::error::x", "\u{202E}x", "\u{1F469}\u{200D}\u{1F467}",
    .string(String(repeating: "a", count: 5000)), [0, 1_000_000], [0, 1], [0, 999_999, 3], ["is": "symbol"],
    ["bigint": "1"],
  ]

  /// Changes one to four places of a document, mostly one: what is wrong twice is refused for the first.
  func mutated(_ document: JSON, using random: inout SeededRandom) -> JSON {
    var document = document
    for _ in 0...(random.isOne(in: 2) ? 0 : random.below(4)) {
      var place = random.below(Self.size(of: document))
      edit(&document, at: &place, &random)
    }
    return document
  }

  /// How many values a document has.
  private static func size(of value: JSON) -> Int {
    switch value {
    case .object(let members): members.reduce(1) { $0 + size(of: $1.value) }
    case .array(let elements): elements.reduce(1) { $0 + size(of: $1) }
    case .null, .bool, .integer, .real, .string: 1
    }
  }

  /// Changes the value that so many values come before.
  private func edit(_ value: inout JSON, at place: inout Int, _ random: inout SeededRandom) {
    guard place > 0 else {
      place = -1
      value = changed(value, &random)
      return
    }
    place -= 1
    switch value {
    case .array(var elements):
      for index in elements.indices where place >= 0 { edit(&elements[index], at: &place, &random) }
      value = .array(elements)
    case .object(var members):
      for key in members.keys where place >= 0 {
        guard var member = members[key] else { continue }
        edit(&member, at: &place, &random)
        members[key] = member
      }
      value = .object(members)
    case .null, .bool, .integer, .real, .string: break
    }
  }

  private func changed(_ value: JSON, _ random: inout SeededRandom) -> JSON {
    if random.isOne(in: 4) { return other(&random) }
    switch value {
    case .array(var elements):
      guard !elements.isEmpty else { return [other(&random)] }
      let (one, two) = (random.below(elements.count), random.below(elements.count))
      switch random.below(5) {
      case 0: elements.remove(at: one)
      case 1: elements.insert(elements[one], at: two)
      case 2: elements.swapAt(one, two)
      case 3: elements.insert(other(&random), at: one)
      default: elements.removeSubrange(one...)
      }
      return .array(elements)
    case .object(var members):
      let keys = members.keys
      guard let key = keys.randomElement(using: &random) else { return ["x": other(&random)] }
      let member = members[key]
      switch random.below(4) {
      case 0: members[key] = nil
      case 1:
        members[key] = nil
        members[random.pick(words)] = member
      case 2: members[random.pick(words)] = other(&random)
      default: members[key] = members[random.pick(keys)]
      }
      return .object(members)
    case .integer(let number): return .integer(number &+ random.pick([1, -1, 2, 100, 0 &- number &- number, 1 << 31]))
    case .string(let text):
      switch random.below(4) {
      case 0: return .string(text + random.pick(["x", " ", "-", ".", "\u{301}", "#", "*"]))
      case 1: return .string(String(text.dropLast()))
      default: return .string(random.pick(words))
      }
    case .null, .bool, .real: return other(&random)
    }
  }

  private func other(_ random: inout SeededRandom) -> JSON {
    random.isOne(in: 2) ? random.pick(Self.hostile) : random.pick(values)
  }
}
