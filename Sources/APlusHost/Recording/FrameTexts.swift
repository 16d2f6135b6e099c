import APlusModel

/// The texts of the frames that begin again and again, so that each is made once.
struct FrameTexts {
  /// One for each registration of a step and for each handler, as far as they have different places.
  private static let size = 64

  /// The frame that began last with each place in the table.
  private var events = [RawEvent?](repeating: nil, count: size)
  /// What says so; made when a frame comes for the second time.
  private var texts = [FrameText?](repeating: nil, count: size)

  /// The text of the frame that begins.
  ///
  /// - Returns: Nil where the frame is another one than the last with its place in the table, or has
  ///   no registration.
  mutating func text(of event: RawEvent, readableBy builder: inout TraceBuilder) -> FrameText? {
    guard event.kind == .beginThen || event.kind == .beginHandler, event.number > 0 else {
      return nil
    }
    let place = Int(event.step &+ event.function &* 8) & (Self.size - 1)
    guard events[place]?.isFrame(like: event) == true else {
      events[place] = event
      texts[place] = nil
      return nil
    }
    if texts[place] == nil { texts[place] = FrameText(builder.frame(event)) }
    return texts[place]
  }
}
