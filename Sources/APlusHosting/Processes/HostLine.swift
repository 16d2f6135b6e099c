/// A line that a host wrote, without its newline.
package enum HostLine {
  case short(ArraySlice<UInt8>)
  case long(LongLine)

  /// The size of the line.
  package var byteCount: Int {
    switch self {
    case .short(let bytes): bytes.count
    case .long(let line): line.byteCount
    }
  }
}
