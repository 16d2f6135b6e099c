/// Changes bytes and lines of a text.
enum TextMutation {
  private static let snippets = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\ud800", "\\u0000", "\n", "\r", "\t", "#", "?", "|", "*", "1e999", "-",
    "\u{FEFF}", "\u{202E}", "TODO", "re:(", "null", "99999999999999999999", " ",
  ].map { Array($0.utf8) }

  /// Changes a few bytes.
  static func spoilt(_ bytes: [UInt8], using random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(3) {
      guard !bytes.isEmpty else { return random.pick(snippets) }
      let place = random.below(bytes.count)
      let end = min(bytes.count, place + 1 + random.below(random.isOne(in: 4) ? bytes.count : 8))
      switch random.below(6) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: random.pick(snippets), at: place)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.removeLast(bytes.count - place)
      default: bytes.replaceSubrange(place..<end, with: random.pick(snippets))
      }
    }
    return bytes
  }

  /// Changes words and lines of a text that is read by lines.
  static func rearranged(_ bytes: [UInt8], using random: inout SeededRandom) -> [UInt8] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    for _ in 0...random.below(3) {
      guard !lines.isEmpty else { break }
      let (one, two) = (random.below(lines.count), random.below(lines.count))
      switch random.below(5) {
      case 0: lines.swapAt(one, two)
      case 1: lines.insert(lines[one], at: two)
      case 2: lines.remove(at: one)
      case 3: lines[one] = spoilt(lines[one], using: &random)
      default:
        var words = lines[one].split(separator: UInt8(ascii: " ")).map(Array.init)
        let others = lines[two].split(separator: UInt8(ascii: " ")).map(Array.init)
        guard !words.isEmpty, !others.isEmpty else { continue }
        words[random.below(words.count)] = random.pick(others)
        lines[one] = Array(words.joined(separator: [UInt8(ascii: " ")]))
      }
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
