import APlusTrace

/// The texts of the frames that begin again and again, so that each is made once.
struct FrameTexts {
  /// One for each registration of a step and for each handler, as far as they have different places.
  private static let size = 64

  private struct Entry {
    var event: RawEvent
    /// Made when the frame comes for the second time.
    var text: FrameText?
  }

  private var entries = [Entry?](repeating: nil, count: size)

  /// The text of the frame that begins.
  ///
  /// - Returns: Nil where the frame is another one than the last with its place in the table, or has
  ///   no registration.
  mutating func text(of event: RawEvent, readableBy builder: inout TraceBuilder) -> FrameText? {
    guard event.kind == .beginThen || event.kind == .beginHandler, event.number > 0 else {
      return nil
    }
    let place = Int(event.step &+ event.function &* 8) & (Self.size - 1)
    guard let known = entries[place], known.event.isFrame(like: event) else {
      entries[place] = Entry(event: event)
      return nil
    }
    if let text = known.text { return text }
    let text = FrameText(builder.frame(event))
    entries[place]?.text = text
    return text
  }
}
