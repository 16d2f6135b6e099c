package import APlusJSON
package import APlusModel

/// A line that is too long to be kept: the objects and events of its trace are read as they arrive.
///
/// What is left when they are cut out is its frame, a message with empty arrays.
package struct LongLine {
  /// The size of the frame, of an object and of an event, in bytes.
  ///
  /// A value needs a hundred times its text in memory where somebody means ill.
  private static let partLimit = 1 << 20
  /// Enough for 100,000 handlers with all that belongs to them.
  private static let eventLimit = 1_000_000

  /// An array of the trace.
  private enum List: String {
    case objects, events
  }

  private(set) var byteCount = 0
  private(set) var frame: [UInt8] = []
  private var part: [UInt8] = []
  private var partCount = 0
  private var reader = TraceReader()
  private var fault: HostMessage.Breach?
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isInTrace = false
  /// The array that is being cut out.
  private var list: List?
  /// Whether an element of it begins here.
  private var isAtPart = false

  /// Why the rest of the line need not be read.
  package var breach: HostMessage.Breach? {
    guard frame.count > Self.partLimit || part.count > Self.partLimit else { return fault }
    return HostMessage.Breach(
      message: "wrote a line with a part of more than \(Self.partLimit) bytes"
    )
  }

  /// Takes the next bytes of the line.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    var start = 0
    var index = 0
    let count = bytes.count
    while index < count {
      if isAtPart {
        isAtPart = false
        index += unsafe takeParts(UnsafeRawBufferPointer(rebasing: bytes[index...]))
        start = index
        guard index < count else { break }
      }
      let byte = unsafe bytes[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if isMark(byte) {
        unsafe keep(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
        start = index
        if !accept(byte) { start += 1 }
      }
      index += 1
    }
    unsafe keep(UnsafeRawBufferPointer(rebasing: bytes[start..<count]))
  }

  /// Whether a byte outside of strings opens, closes or separates something that matters here.
  private func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"): true
    case UInt8(ascii: ","): list != nil && depth == 3
    default: false
    }
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    if list == nil {
      unsafe frame.append(contentsOf: bytes)
    } else if fault == nil {
      unsafe part.append(contentsOf: bytes)
    }
  }

  /// Follows the structure; false when the byte itself is not to be kept.
  private mutating func accept(_ byte: UInt8) -> Bool {
    let isOpening = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    if list == nil {
      return isOpening ? open(byte) : close()
    }
    if depth > 3 || isOpening {
      depth += isOpening ? 1 : -1
      return true
    }
    if byte == UInt8(ascii: ",") {
      endPart()
      isAtPart = true
      return false
    }
    // A brace in the place of a bracket stays in the part, which makes it no JSON.
    guard byte == UInt8(ascii: "]") else { return true }
    if partCount > 0 || !part.allSatisfy(Self.isSpace) { endPart() }
    part = []
    list = nil
    return close()
  }

  private mutating func open(_ byte: UInt8) -> Bool {
    let isObject = byte == UInt8(ascii: "{")
    if depth == 1, isObject, frameEnds(with: "trace") { isInTrace = true }
    if depth == 2, !isObject, isInTrace {
      if frameEnds(with: List.objects.rawValue) { list = .objects }
      if frameEnds(with: List.events.rawValue) { list = .events }
    }
    depth += 1
    guard list != nil else { return true }
    frame.append(byte)
    partCount = 0
    isAtPart = true
    return false
  }

  private mutating func close() -> Bool {
    depth -= 1
    if depth <= 1 { isInTrace = false }
    return true
  }

  /// Whether a key and its colon stand at the end of the frame.
  private func frameEnds(with key: String) -> Bool {
    var rest = frame[...]
    func skipSpace() {
      while let last = rest.last, Self.isSpace(last) { rest.removeLast() }
    }
    skipSpace()
    guard rest.popLast() == UInt8(ascii: ":") else { return false }
    skipSpace()
    return rest.suffix(key.utf8.count + 2).elementsEqual("\"\(key)\"".utf8)
  }

  /// Reads the elements that bytes begin with where they are of the usual form.
  ///
  /// - Returns: How many bytes they and their commas take.
  private mutating func takeParts(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard fault == nil, let list else { return 0 }
    let limit = Self.eventLimit - partCount
    let taken =
      switch list {
      case .objects: unsafe reader.takeObjects(bytes, limit: limit)
      case .events: unsafe reader.takeEvents(bytes, limit: limit)
      }
    partCount += taken.count
    return taken.bytes
  }

  private mutating func endPart() {
    guard fault == nil, let list else { return }
    defer { part.removeAll(keepingCapacity: true) }
    partCount += 1
    guard partCount <= Self.eventLimit else {
      fault = HostMessage.Breach(message: "wrote a trace of more than \(Self.eventLimit) events")
      return
    }
    let isRead =
      switch list {
      case .objects: reader.take(object: part)
      case .events: reader.take(event: part)
      }
    guard !isRead else { return }
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: part, name: list.rawValue)
    } catch {
      fault = HostMessage.Breach(
        message: "wrote a line that is not JSON, at number \(partCount) of its \(error)"
      )
      return
    }
    do throws(TraceError) {
      switch list {
      case .objects: try reader.append(object: json, text: part)
      case .events: try reader.append(event: json)
      }
    } catch {
      fault = HostMessage.Breach(message: "wrote a wrong trace: \(error)")
    }
  }

  /// The trace of the line, whose frame has been parsed.
  package func trace(_ frame: JSON) throws(TraceError) -> Trace {
    try reader.trace(frame)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
