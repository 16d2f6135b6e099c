import APlusModel

/// Where in its repetitions a program is.
struct Place: BitwiseCopyable, Hashable {
  var round: Int32 = 0
  var outer: Int32 = 0
  var middle: Int32 = 0
  var inner: Int32 = 0
  var depth: UInt8 = 0

  /// The place inside an iteration of a repeat at this place.
  func entering(_ index: Int) -> Place {
    var place = self
    switch depth {
    case 0: place.outer = Int32(index)
    case 1: place.middle = Int32(index)
    default: place.inner = Int32(index)
    }
    place.depth += 1
    return place
  }

  /// The indices, outermost first.
  var indices: RepeatIndices {
    // An array literal would be allocated for each event.
    var indices = RepeatIndices()
    if depth > 0 { _ = indices.append(Int(outer)) }
    if depth > 1 { _ = indices.append(Int(middle)) }
    if depth > 2 { _ = indices.append(Int(inner)) }
    return indices
  }

  /// The index of the innermost repeat.
  var index: Int? {
    switch depth {
    case 0: nil
    case 1: Int(outer)
    case 2: Int(middle)
    default: Int(inner)
    }
  }
}
