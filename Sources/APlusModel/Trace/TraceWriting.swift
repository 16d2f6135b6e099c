/// Writes a trace piece by piece, as `adapters/kits/README.md` describes it.
///
///     let line = TraceWriting.Line(head: "{\"run\":1,\"trace\":", tail: "}\n")
///     TraceWriting.write(
///       ending: .quiet,
///       objects,
///       { write in for event in events { write(.event(event)) } },
///       in: line,
///       to: sink
///     )
package enum TraceWriting {
  /// What stands around a trace.
  package struct Line: Sendable {
    var head: String
    var tail: String

    package init(head: String, tail: String) {
      self.head = head
      self.tail = tail
    }

    /// Nothing.
    package static let none = Line(head: "", tail: "")
  }

  /// Writes a trace whose events are made one by one.
  ///
  /// - Parameters:
  ///   - ending: How the run ended.
  ///   - objects: The identities, in order of their numbers.
  ///   - forEachEvent: Calls a function with each event, in order.
  ///   - line: What stands before and after the trace.
  ///   - sink: Gets the UTF-8 bytes, in pieces of at most some kilobytes where no text is longer.
  package static func write(
    ending: TraceEnding,
    _ objects: [TracedObject],
    _ forEachEvent: ((WrittenEvent) -> Void) -> Void,
    in line: Line = .none,
    to sink: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    var text = unsafe TraceText(sink: sink)
    text.write(around: line.head)
    text.beginObject(isFirst: true)
    text.put("trace", Trace.format)
    text.put("ending", ending.rawValue)
    text.write(",\"objects\":[")
    for index in objects.indices {
      text.beginObject(isFirst: index == 0)
      objects[index].write(into: &text)
      text.endObject()
    }
    text.write("],\"events\":[")
    var isFirst = true
    forEachEvent { event in
      text.beginObject(isFirst: isFirst)
      event.write(into: &text)
      text.endObject()
      isFirst = false
    }
    text.write("]}")
    text.write(around: line.tail)
    text.flush()
  }
}

extension Trace {
  /// Adds the trace as UTF-8 bytes.
  package func serialize(into bytes: inout [UInt8]) {
    let pieces = Pieces()
    unsafe TraceWriting.write(
      ending: ending,
      objects,
      { write in for event in events { write(.event(event)) } },
      to: { piece in unsafe pieces.bytes.append(contentsOf: piece) }
    )
    bytes += pieces.bytes
  }

  private final class Pieces {
    var bytes: [UInt8] = []
  }
}
