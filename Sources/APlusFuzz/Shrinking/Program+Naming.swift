import APlusModel

extension Program {
  /// The program with the usual names, given in order of appearance: promises `p`, `q`, functions
  /// `h`, `g`, thenables `x`, `y`, values `S`, `S2`, reasons `E`, `E2`.
  var named: Program {
    var names: [String: String] = [:]
    var taken: Set<String> = []
    var counts: [String: Int] = [:]
    func letters(_ stems: [String], _ count: Int) -> String {
      let round = count / stems.count
      return stems[count % stems.count] + (round == 0 ? "" : "\(round + 1)")
    }
    func note(_ name: String, _ stems: [String]) {
      guard names[name] == nil else { return }
      let key = stems.joined()
      var new: String
      repeat {
        new = letters(stems, counts[key, default: 0])
        counts[key, default: 0] += 1
        // The stem of an index ends with a letter, so that `a49` stays unique; that of a mark with
        // a capital.
        if name.hasSuffix("#"), new.last?.isNumber == true { new = name.isMarkName ? Self.capitals(new) : new + "i" }
      } while !taken.insert(new).inserted
      names[name] = name.hasSuffix("#") ? new + "#" : new
    }
    let kinds = Kinds(of: self)
    func note(_ name: String) {
      if name.hasSuffix("#-1") || name.hasSuffix("-start") { return }
      if name.isMarkName {
        note(name, [name.hasPrefix("E") ? "E" : "S"])
      } else if functions[name] != nil {
        note(name, ["h", "g", "f", "k"])
      } else if contexts[name] != nil {
        note(name, ["c"])
      } else if name.hasSuffix("#") {
        note(name, ["a", "b", "d", "e"])
      } else if kinds.kind(of: name) == .thenable {
        note(name, ["x", "y", "z"])
      } else if kinds.kind(of: name) == .promise {
        // The last promise of a repeat is named after the repeat's family.
        guard names[Self.family(of: name)] == nil else { return }
        note(name, ["p", "q", "r", "s", "t", "u"])
      } else {
        note(name, ["m", "n"])
      }
    }
    var visited: Set<String> = []
    func enter(_ name: String) {
      note(name)
      guard let code = functions[name], visited.insert(name).inserted else { return }
      enter(code.steps)
      for ending in code.endings { for name in ending.value?.names ?? [] { enter(name) } }
    }
    func enter(_ steps: [Step]) {
      for step in steps {
        for name in Self.names(in: step.action) { enter(name) }
        step.action.blocks.forEach(enter)
      }
    }
    enter(steps)
    return renaming { name in
      if let new = names[name] { return new }
      if name.hasSuffix("#-1"), let new = names[String(name.dropLast(2))] { return new + "-1" }
      let stem = name.hasSuffix("-start") ? "\(name.dropLast(6))#" : Self.family(of: name)
      guard let new = names[stem] else { return name }
      return String(new.dropLast() + name.dropFirst(stem.count - 1))
    }.renumbered
  }

  /// The name that stands for all indices of a repeat: `q#` for `q49`.
  private static func family(of name: String) -> String {
    "\(name.prefix(upTo: name.lastIndex { !$0.isNumber }.map(name.index(after:)) ?? name.startIndex))#"
  }

  /// The name of a mark with letters for its number: `SA` for `S2`.
  private static func capitals(_ name: String) -> String {
    name.prefix { !$0.isNumber } + letters(of: (Int(name.drop { !$0.isNumber }) ?? 2) - 1)
  }

  /// A number from 1 in letters: `A` for 1, `Z` for 26, `AA` for 27; empty for 0.
  static func letters(of number: Int) -> String {
    var rest = number
    var letters = ""
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }
}
