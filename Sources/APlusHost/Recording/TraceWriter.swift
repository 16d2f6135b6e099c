import APlusJSON
import APlusModel

/// Writes the answer to a run piece by piece: there may be a million events.
///
/// Similar events are written as rows, which `adapters/kits/README.md` describes.
struct TraceWriter {
  /// How many bytes are gathered before they are passed on.
  private static let pieceSize = 1 << 16

  private var text: [UInt8] = []
  private let sink: ([UInt8]) -> Void
  private var repeated = RepeatedEvents()

  /// Creates a writer.
  ///
  /// - Parameter sink: Gets the UTF-8 bytes, in pieces.
  init(sink: @escaping ([UInt8]) -> Void) {
    text.reserveCapacity(2 * Self.pieceSize)
    self.sink = sink
  }

  /// Writes the whole answer, as one line.
  mutating func write(run: Int, _ ending: RunEnding, _ builder: TraceBuilder, _ events: MergedEvents) {
    text += "{\"run\":\(run),\"trace\":{\"trace\":\"\(Trace.format)\"".utf8
    text += ",\"ending\":\"\(ending.ending.rawValue)\"".utf8
    if let computation = ending.computation {
      text += ",\"computing\":".utf8
      computation.json.serialize(into: &text)
    }
    if !ending.waits.isEmpty {
      text += ",\"waits\":".utf8
      JSON.array(ending.waits.map { .string($0) }).serialize(into: &text)
    }
    text += ",\"objects\":[".utf8
    write(builder.objects)
    text += "],\"events\":[".utf8
    var builder = builder
    var count = 0
    events.visit { raw, stack in
      if count > 0 { text.append(UInt8(ascii: ",")) }
      count += 1
      write(raw, stack: stack, number: count, &builder)
      flush(above: Self.pieceSize)
    }
    text += "]}}\n".utf8
    flush(above: 0)
  }

  private mutating func write(_ objects: [TracedObject]) {
    var known: [TracedObject: Int] = [:]
    var index = 0
    while index < objects.count {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      let object = objects[index]
      if let like = known[object] {
        let count = objects[index...].prefix { $0 == object }.count
        text += "[\(like),\(count)]".utf8
        index += count
      } else {
        if known.count < RepeatedEvents.limit { known[object] = index }
        object.write(into: &text)
        index += 1
      }
      flush(above: Self.pieceSize)
    }
  }

  private mutating func write(_ raw: RawEvent, stack: Int, number: Int, _ builder: inout TraceBuilder) {
    // A row does not hold a number: its reader takes its place in the trace.
    guard raw.sequence == number else { return builder.event(raw, stack: stack).write(into: &text) }
    switch repeated.form(of: raw, stack: stack, number: number, builder) {
    case .row(let like, let numbers, let lanes):
      text.append(UInt8(ascii: "["))
      text.append(decimal: like)
      for lane in 0..<8 where lanes & 1 << lane != 0 {
        text.append(UInt8(ascii: ","))
        text.append(decimal: Int(numbers[lane]))
      }
      text.append(UInt8(ascii: "]"))
    case .full(let varying): builder.event(raw, stack: stack).write(into: &text, varying: varying)
    }
  }

  // MARK: Bytes

  /// Passes on the text if it is longer than a size.
  private mutating func flush(above size: Int) {
    guard text.count > size else { return }
    sink(text)
    text.removeAll(keepingCapacity: true)
  }
}
