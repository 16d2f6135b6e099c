/// The indices of the repeats that contain an event, outermost first.
///
/// Almost every event of a large trace has one, so they are stored inline.
package struct RepeatIndices: Sendable, Hashable {
  /// The most repeats that may be nested.
  package static let limit = 3

  private var first: Int32 = -1
  private var second: Int32 = -1
  private var third: Int32 = -1

  /// Creates the indices of no repeat.
  package init() {}

  /// Adds the index of a repeat inside the others.
  ///
  /// - Returns: Whether there was room for it.
  package mutating func append(_ index: Int) -> Bool {
    let index = Int32(index)
    if first < 0 {
      first = index
    } else if second < 0 {
      second = index
    } else if third < 0 {
      third = index
    } else {
      return false
    }
    return true
  }
}

extension RepeatIndices: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { first < 0 ? 0 : second < 0 ? 1 : third < 0 ? 2 : 3 }

  /// The index of the innermost repeat; the default implementation would allocate memory.
  package var last: Int? { isEmpty ? nil : self[endIndex - 1] }

  package subscript(position: Int) -> Int {
    precondition((0..<endIndex).contains(position), "no such repeat")
    return Int(position == 0 ? first : position == 1 ? second : third)
  }
}

extension RepeatIndices: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Int...) {
    for element in elements {
      let hasRoom = append(element)
      precondition(hasRoom, "more than \(Self.limit) nested repeats")
    }
  }
}
