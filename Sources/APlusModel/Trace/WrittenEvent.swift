/// An event that is about to be written.
package enum WrittenEvent {
  case event(Event)
  /// A frame begins whose text is known but for the number of its registration.
  case begin(EventHead, frame: Int, FrameText, registration: Int)

  /// Adds what a trace says about the event.
  func write(into text: inout TraceText) {
    switch self {
    case .event(let event): event.write(into: &text)
    case .begin(let head, let frame, let known, let registration):
      head.write("begin", into: &text)
      text.put("f", frame)
      known.write(registration, into: &text)
    }
  }
}
