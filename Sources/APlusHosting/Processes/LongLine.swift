package import APlusJSON
package import APlusModel

/// A line that is too long to be buffered: the objects and events of its trace are parsed as they
/// arrive.
///
/// Cutting them out leaves the frame of the line, a message with empty arrays.
package struct LongLine {
  /// An array of the trace.
  private enum List: String { case objects, events }

  package private(set) var byteCount = 0
  private(set) var frame: [UInt8] = []
  /// The part of the current element that has arrived.
  private var element: [UInt8] = []
  /// The numbers of the row that was read last.
  private var row: [Int] = []
  /// How many elements of the array have been read.
  private var elementCount = 0
  private var reader = TraceReader()
  private var fault: HostMessage.ProtocolViolation?
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isInTrace = false
  /// The array that is being cut out.
  private var list: List?

  package init() {}

  /// The violation that makes reading the rest of the line pointless; nil where there is none.
  ///
  /// The frame, an object and an event are limited: a malicious host can make a value take a hundred times its text in
  /// memory.
  package var violation: HostMessage.ProtocolViolation? {
    guard frame.count > LineLimit.part || element.count > LineLimit.part else { return fault }
    return HostMessage.ProtocolViolation(message: "wrote a line with a part of more than \(LineLimit.part) bytes")
  }

  /// Takes the next bytes of the line.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    var start = 0
    for index in 0..<bytes.count {
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
    }
    unsafe keep(UnsafeRawBufferPointer(rebasing: bytes[start..<bytes.count]))
  }

  /// The trace of the line, from its parsed frame.
  package func trace(_ frame: JSONView) throws(TraceError) -> Trace { try reader.trace(frame) }

  // MARK: Structure

  /// Whether a byte outside strings opens or closes a value, or separates elements.
  @inline(__always) private func isMark(_ byte: UInt8) -> Bool {
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
      unsafe element.append(contentsOf: bytes)
    }
  }

  /// Follows the structure; false if the byte itself must not be kept.
  private mutating func accept(_ byte: UInt8) -> Bool {
    let isOpening = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    guard let list else { return isOpening ? open(byte) : close() }
    if depth > 3 || isOpening {
      depth += isOpening ? 1 : -1
      return true
    }
    if byte == UInt8(ascii: ",") {
      readElement(of: list)
      return false
    }
    // A brace in place of the bracket stays in the element, which is not JSON then.
    guard byte == UInt8(ascii: "]") else { return true }
    endList(list)
    self.list = nil
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
    elementCount = 0
    return false
  }

  private mutating func close() -> Bool {
    depth -= 1
    if depth <= 1 { isInTrace = false }
    return true
  }

  /// Whether the frame ends with a key and its colon.
  private func frameEnds(with key: String) -> Bool {
    var rest = frame[...]
    func skipSpace() { while let last = rest.last, Self.isSpace(last) { rest.removeLast() } }
    skipSpace()
    guard rest.popLast() == UInt8(ascii: ":") else { return false }
    skipSpace()
    return rest.suffix(key.utf8.count + 2).elementsEqual("\"\(key)\"".utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  // MARK: Elements

  private mutating func endList(_ list: List) {
    let isEmpty = elementCount == 0 && element.allSatisfy(Self.isSpace)
    if !isEmpty { readElement(of: list) }
    guard fault == nil, list == .objects else { return }
    do throws(TraceError) { try reader.endObjects() } catch { fail(error) }
  }

  /// Reads the element that ends here: the numbers of a row directly, anything else as JSON.
  private mutating func readElement(of list: List) {
    defer { element.removeAll(keepingCapacity: true) }
    guard fault == nil else { return }
    elementCount += 1
    do {
      switch (list, JSON.readIntegers(element, into: &row)) {
      case (.objects, true): try reader.append(repeated: row)
      case (.objects, false): try reader.append(object: JSONTree(parsing: element, name: list.rawValue).root)
      case (.events, true): try reader.append(row: row)
      case (.events, false): try reader.append(event: JSONTree(parsing: element, name: list.rawValue).root)
      }
    } catch let error as TraceError { fail(error) } catch {
      fault = HostMessage.ProtocolViolation(
        message: "wrote a line that is not JSON, at element \(elementCount) of its \(error)")
    }
  }

  private mutating func fail(_ error: TraceError) {
    fault = HostMessage.ProtocolViolation(message: "wrote a wrong trace: \(error)")
  }
}
