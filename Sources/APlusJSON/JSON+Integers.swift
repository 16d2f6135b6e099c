extension JSON {
  /// Reads a nonempty array of nonnegative integers, `[3,0,12]`, without a `JSON` value for each.
  ///
  /// - Parameters:
  ///   - text: The array in UTF-8, without spaces inside; spaces around it are allowed.
  ///   - integers: Receives the integers, which replace its contents.
  /// - Returns: Whether the text is such an array, of numbers below 10^18; if not, it may still be
  ///   valid JSON.
  package static func readIntegers(_ text: [UInt8], into integers: inout [Int]) -> Bool {
    integers.removeAll(keepingCapacity: true)
    var rest = text[...]
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    guard rest.popFirst() == UInt8(ascii: "["), rest.popLast() == UInt8(ascii: "]") else { return false }
    var value = 0
    var digits = 0
    for byte in rest {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      if 0...9 ~= digit {
        // JSON has no leading zeros, and 18 digits fit an Int.
        guard digits < 18, digits == 0 || value > 0 else { return false }
        value = value * 10 + digit
        digits += 1
      } else {
        guard byte == UInt8(ascii: ","), digits > 0 else { return false }
        integers.append(value)
        (value, digits) = (0, 0)
      }
    }
    guard digits > 0 else { return false }
    integers.append(value)
    return true
  }
}
