import Synchronization

/// A list that one thread appends to without a lock, and that others may read at any time.
///
/// Elements never move: chunks double in size, and their directory is allocated at the start. So a
/// reader sees a complete prefix, even while the owner appends.
@safe final class AppendLog<Element: ~Copyable>: @unchecked Sendable {
  // SAFETY: only the owning thread writes `chunks`, `chunkCount`, `room` and `next`. It stores the
  // pointers in the directory before `count`, and readers load `count` first.
  private static var directorySize: Int { 26 }
  private static var firstSize: Int { 64 }

  private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>
  private var next: UnsafeMutablePointer<Element>?
  private var room = 0
  private var chunkCount = 0
  private let published = Atomic<Int>(0)

  init() {
    unsafe chunks = .allocate(capacity: Self.directorySize)
    unsafe chunks.initialize(repeating: nil, count: Self.directorySize)
  }

  deinit {
    var rest = count
    for index in 0..<chunkCount {
      let size = Self.firstSize << index
      unsafe chunks[index]?.deinitialize(count: min(rest, size))
      unsafe chunks[index]?.deallocate()
      rest -= min(rest, size)
    }
    unsafe chunks.deallocate()
  }

  /// The number of elements that any thread may read.
  var count: Int { published.load(ordering: .acquiring) }

  /// Appends an element; only the owning thread may call this.
  func append(_ element: consuming Element) {
    if room == 0 { grow() }
    if let place = unsafe next {
      unsafe place.initialize(to: element)
      unsafe next = place + 1
    }
    room -= 1
    let count = published.load(ordering: .relaxed)
    published.store(count + 1, ordering: .releasing)
  }

  /// Calls a function with the element at a place below the count, without copying the element.
  @inline(__always) func read<Result>(_ place: Int, _ body: (borrowing Element) -> Result) -> Result {
    // Chunks double in size: once 64 is added, new ones begin at the places 64, 128, 256 …
    let shifted = place + Self.firstSize
    let index = (Self.firstSize.leadingZeroBitCount - shifted.leadingZeroBitCount)
    guard let chunk = unsafe chunks[index] else { preconditionFailure("no such element") }
    return unsafe body(chunk[shifted - Self.firstSize << index])
  }

  private func grow() {
    precondition(chunkCount < Self.directorySize, "more than 4 billion events in one scenario")
    room = Self.firstSize << chunkCount
    unsafe next = .allocate(capacity: room)
    unsafe chunks[chunkCount] = unsafe next
    chunkCount += 1
  }
}

extension AppendLog {
  /// The element at a place below the count.
  subscript(place: Int) -> Element { read(place) { copy $0 } }
}
