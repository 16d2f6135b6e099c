import APlusJSON

/// What a `begin` event says of its frame, as text, for all frames that differ in the number of
/// their registration alone.
///
/// Most of a large trace comes from repeats, where that is the case.
package final class FrameText: Sendable {
  private let head: [UInt8]
  private let tail: [UInt8]

  /// Makes the text of a frame.
  ///
  /// - Returns: Nil for a frame without a registration.
  package init?(_ frame: Frame) {
    guard let registration = frame.registration else { return nil }
    var members = JSONObject()
    frame.write(into: &members)
    let text = JSON.object(members).serializedBytes().dropFirst().dropLast()
    let key = Array("\"reg\":".utf8)
    guard let hole = text.firstRange(of: key + Array(String(registration).utf8)) else {
      return nil
    }
    head = Array(text[..<(hole.lowerBound + key.count)])
    tail = Array(text[hole.upperBound...])
  }

  /// Adds the text with the number of a registration.
  func write(_ registration: Int, into text: inout TraceText) {
    text.write(members: head)
    text.append(registration)
    text.append(tail)
  }
}
