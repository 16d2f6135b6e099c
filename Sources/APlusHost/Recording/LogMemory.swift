import Synchronization

/// A piece of memory for a log; that of runs that are over serves the next ones.
///
/// Memory that is fresh from the system costs a fault of the processor for each page: half of what it takes to record an
/// event.
@safe struct LogMemory: @unchecked Sendable {
  // SAFETY: whoever took a piece has it alone until it is given back.

  /// Smaller pieces are kept by the allocator itself.
  private static let leastSize = 1 << 15
  /// How many bytes are kept at most.
  private static let limit = 1 << 26
  /// An event takes one line of the processor's cache.
  private static let alignment = 64

  private struct Kept: Sendable {
    /// By size.
    var pieces: [Int: [LogMemory]] = [:]
    var size = 0
  }

  private static let kept = Mutex(Kept())

  let start: UnsafeMutableRawPointer
  private let size: Int

  /// Takes a piece, which nothing is in.
  ///
  /// - Parameter size: The number of bytes.
  /// - Returns: A piece that was given back, or a new one.
  static func take(_ size: Int) -> LogMemory {
    let piece = kept.withLock { kept in
      let piece = kept.pieces[size]?.popLast()
      if piece != nil { kept.size -= size }
      return piece
    }
    if let piece { return piece }
    return unsafe LogMemory(start: .allocate(byteCount: size, alignment: alignment), size: size)
  }

  /// Gives the piece back, once nothing is in it any more.
  func giveBack() {
    let isKept = Self.kept.withLock { kept in
      guard size >= Self.leastSize, kept.size + size <= Self.limit else { return false }
      kept.pieces[size, default: []].append(self)
      kept.size += size
      return true
    }
    if !isKept { unsafe start.deallocate() }
  }
}
