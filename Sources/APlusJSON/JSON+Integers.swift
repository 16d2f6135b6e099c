extension JSON {
  /// Reads an array of integers that are not negative, as `[3,0,12]`, without a value for each.
  ///
  /// - Parameters:
  ///   - text: The array in UTF-8; blanks may stand around it.
  ///   - integers: What it holds, in place of what was there.
  /// - Returns: Whether the text is such an array of numbers below 10^18; what is not may still be JSON.
  package static func readIntegers(_ text: [UInt8], into integers: inout [Int]) -> Bool {
    integers.removeAll(keepingCapacity: true)
    var rest = text[...]
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    guard rest.popFirst() == UInt8(ascii: "["), rest.popLast() == UInt8(ascii: "]") else {
      return false
    }
    var value = 0
    var digits = 0
    for byte in rest {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      if 0...9 ~= digit {
        // No number begins with a zero, and none is too large for an Int.
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
