/// How long the lines of the protocol may be that a host writes, in bytes.
package enum LineLimit {
  /// A line, and so the trace of one run.
  package static let line = 64 << 20
  /// An object or an event of a trace.
  package static let part = 1 << 20
}

/// How much a host writes about a program.
extension Program {
  /// How many bytes a value, a name or the members of a combinator may take in a trace: half of a part, for whatever
  /// else is in it.
  package static let mostPartBytes = LineLimit.part / 2

  /// Whether the trace of a conforming library may need a line over the limit.
  package var mayNeedLongLine: Bool {
    var largest = 0
    forEachValue { largest = max(largest, $0.tracedBytes) }
    forEachStep { step in
      step.action.forEachField { _, argument in
        if case .name(let name) = argument { largest = max(largest, name.tracedBytes) }
      }
    }
    return eventCount * Double(largest + Self.bytesOfUsualEvent) > Double(LineLimit.line)
  }

  /// What an event takes besides its value.
  private static let bytesOfUsualEvent = 100
}

extension CombinatorCall {
  /// How many bytes the list of its results may take in a trace.
  package var tracedBytes: Int { max(members.count, times ?? 1) * Value.tracedBytesOfReference }
}

extension Value {
  /// What a reference takes in a list.
  fileprivate static let tracedBytesOfReference = 16

  /// How many bytes the value may take in a trace, with those inside it.
  package var tracedBytes: Int {
    var count = 0
    walk { value in
      count += Self.tracedBytesOfReference
      switch value {
      case .name(let text), .text(let text), .special(let text), .error(let text, _): count += text.tracedBytes
      case .scalar, .list, .promise, .thenable: break
      }
    }
    return count
  }
}

extension String {
  /// How many bytes the text may take in a trace: a host may escape whatever is not plain ASCII.
  package var tracedBytes: Int {
    utf8.reduce(0) { sum, byte in
      let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      return sum + (isPlain ? 1 : 6)
    }
  }
}
