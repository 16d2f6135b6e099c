import APlusJSON

/// The text of a trace, made without a tree of JSON values: there may be a million events.
///
/// It is handed out in pieces, so that there is never more of it in memory than one piece, and
/// whoever reads it can begin before it is finished.
@safe struct TraceText: ~Copyable, TraceMembers {
  // SAFETY: `place` is the only writer of the memory from `start`, of which `capacity` bytes are
  // ours, and `reserve` is called before anything is stored.
  private static let capacity = 1 << 16
  /// Enough for a number, or for a short text with what stands around it.
  private static let margin = 32
  /// The numbers from 00 to 99.
  private static var pairs: StaticString {
    """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
  }

  private let start: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var needsComma = false
  private let sink: (UnsafeRawBufferPointer) -> Void

  /// Begins a text.
  ///
  /// - Parameter sink: Gets each piece.
  init(sink: @escaping (UnsafeRawBufferPointer) -> Void) {
    unsafe start = .allocate(capacity: Self.capacity)
    unsafe self.sink = sink
  }

  deinit {
    unsafe start.deallocate()
  }

  /// Hands out what there is.
  mutating func flush() {
    unsafe sink(UnsafeRawBufferPointer(start: start, count: count))
    count = 0
  }

  /// Adds a text that JSON takes as it is.
  @inline(__always)
  mutating func write(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    unsafe store(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Adds a text that stands around the trace.
  mutating func write(around text: String) { append(Array(text.utf8)) }

  /// Begins an object of an array.
  mutating func beginObject(isFirst: Bool) {
    if !isFirst { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Ends an object of an array.
  mutating func endObject() { append(UInt8(ascii: "}")) }

  // MARK: Members

  /// Adds members as they are written behind others.
  mutating func write(members: [UInt8]) {
    append(UInt8(ascii: ","))
    append(members)
  }

  @inline(__always)
  mutating func put(_ key: StaticString, _ number: Int?) {
    guard let number else { return }
    begin(key)
    append(number)
  }

  @inline(__always)
  mutating func put(_ key: StaticString, _ text: String?) {
    guard let text else { return }
    begin(key)
    append(text)
  }

  @inline(__always)
  mutating func put(_ key: StaticString, word: StaticString) {
    begin(key)
    write("\"")
    write(word)
    write("\"")
  }

  @inline(__always)
  mutating func put(_ key: StaticString, _ flag: Bool) {
    begin(key)
    write(flag ? "true" : "false")
  }

  @inline(__always)
  mutating func put(_ key: StaticString, _ value: TracedValue?) {
    guard let value else { return }
    begin(key)
    append(value)
  }

  mutating func put(_ key: StaticString, _ values: [TracedValue]) {
    beginArray(key)
    for index in values.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(values[index])
    }
    append(UInt8(ascii: "]"))
  }

  mutating func put(_ key: StaticString, _ texts: [String]) {
    beginArray(key)
    for index in texts.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(texts[index])
    }
    append(UInt8(ascii: "]"))
  }

  mutating func put(_ key: StaticString, _ numbers: some RandomAccessCollection<Int>) {
    beginArray(key)
    var isFirst = true
    for number in numbers {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      append(number)
    }
    append(UInt8(ascii: "]"))
  }

  mutating func put(_ key: StaticString, not value: TracedValue) {
    begin(key)
    write("{\"not\":")
    append(value)
    append(UInt8(ascii: "}"))
  }

  /// Adds a key, which is a plain word.
  ///
  /// Inlined into code that knows the word, it takes a few instructions.
  @inline(__always)
  private mutating func begin(_ key: StaticString) {
    reserve(key.utf8CodeUnitCount + Self.margin)
    if needsComma { store(UInt8(ascii: ",")) }
    needsComma = true
    store(UInt8(ascii: "\""))
    unsafe store(UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    store(UInt8(ascii: "\""))
    store(UInt8(ascii: ":"))
  }

  private mutating func beginArray(_ key: StaticString) {
    begin(key)
    append(UInt8(ascii: "["))
  }

  // MARK: Values

  private mutating func append(_ value: TracedValue) {
    switch value {
    case .reference(let index):
      write("{\"ref\":")
      append(index)
      append(UInt8(ascii: "}"))
    case .integer(let number): append(number)
    case .null, .undefined, .nothing, .bool, .number, .notANumber, .negativeZero, .infinity,
      .negativeInfinity, .text, .bigInteger, .thenFunction:
      var bytes: [UInt8] = []
      value.json.serialize(into: &bytes)
      append(bytes)
    }
  }

  private mutating func append(_ text: String) {
    var utf8 = text
    let isPlain = utf8.withUTF8 { bytes in
      guard unsafe bytes.allSatisfy(Self.isPlain) else { return false }
      append(UInt8(ascii: "\""))
      unsafe append(UnsafeRawBufferPointer(bytes))
      append(UInt8(ascii: "\""))
      return true
    }
    guard !isPlain else { return }
    var bytes: [UInt8] = []
    JSON.string(text).serialize(into: &bytes)
    append(bytes)
  }

  mutating func append(_ number: Int) {
    guard number >= 0 else { return append(Array(String(number).utf8)) }
    reserve(Self.margin)
    let end = Self.digits(number)
    guard end > 0 else { return append(Array(String(number).utf8)) }
    var rest = number
    var place = count + end
    // Divisions take longer than all else here, so that each gives two digits.
    while rest >= 10 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      place -= 2
      unsafe start[place] = Self.pairs.utf8Start[2 * pair]
      unsafe start[place + 1] = Self.pairs.utf8Start[2 * pair + 1]
      rest = quotient
    }
    if place > count { unsafe start[count] = UInt8(ascii: "0") + UInt8(rest) }
    count += end
  }

  /// The number of digits; 0 for a number that is larger than any of a trace.
  @inline(__always)
  private static func digits(_ number: Int) -> Int {
    // Written out, the processor guesses right: neighbours have as many digits.
    switch number {
    case ..<10: 1
    case ..<100: 2
    case ..<1000: 3
    case ..<10_000: 4
    case ..<100_000: 5
    case ..<1_000_000: 6
    case ..<10_000_000: 7
    case ..<100_000_000: 8
    case ..<1_000_000_000: 9
    default: 0
    }
  }

  // MARK: Bytes

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    store(byte)
  }

  mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.capacity else {
      flush()
      return unsafe sink(bytes)
    }
    reserve(bytes.count)
    unsafe store(bytes)
  }

  /// Adds a byte for which there is room.
  @inline(__always)
  private mutating func store(_ byte: UInt8) {
    unsafe start[count] = byte
    count += 1
  }

  /// Adds bytes for which there is room.
  @inline(__always)
  private mutating func store(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.baseAddress else { return }
    unsafe UnsafeMutableRawPointer(start + count).copyMemory(from: first, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  private mutating func reserve(_ size: Int) {
    if count + size > Self.capacity { flush() }
  }

  /// Whether a byte stands for itself in a JSON string.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
