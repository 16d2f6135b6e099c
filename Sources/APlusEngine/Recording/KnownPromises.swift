/// The promises of a run that have a number in its trace, by what makes two of them the same.
///
/// There may be a hundred thousand of them, each looked up once: a dictionary, which guards against
/// keys that were chosen to collide, takes three times as long. These are addresses of objects.
struct KnownPromises: Sendable {
  struct Entry: Sendable {
    /// The number in the trace.
    var object: Int32
    /// The number in the run.
    var number: Int32
  }

  /// A power of two, at least twice the number of promises; 0 stands for no promise.
  private var keys: [UInt] = []
  private var entries: [Entry] = []
  private var count = 0

  /// Makes room for more promises.
  mutating func reserve(_ additional: Int) {
    let needed = 2 * (count + additional)
    guard needed > keys.count else { return }
    let old = (keys, entries)
    var size = max(16, keys.count)
    while size < needed { size *= 2 }
    keys = Array(repeating: 0, count: size)
    entries = Array(repeating: Entry(object: 0, number: 0), count: size)
    for (key, entry) in zip(old.0, old.1) where key != 0 {
      let place = place(of: key)
      keys[place] = key
      entries[place] = entry
    }
  }

  /// Where the promise stands; nil where it is new.
  subscript(identifier: ObjectIdentifier) -> Entry? {
    guard !keys.isEmpty else { return nil }
    let place = place(of: UInt(bitPattern: identifier))
    return keys[place] == 0 ? nil : entries[place]
  }

  /// Notes a promise, in place of what it was known as.
  mutating func note(_ identifier: ObjectIdentifier, _ entry: Entry) {
    reserve(1)
    let key = UInt(bitPattern: identifier)
    let place = place(of: key)
    if keys[place] == 0 { count += 1 }
    keys[place] = key
    entries[place] = entry
  }

  /// The place of a key, or the one that is free for it.
  private func place(of key: UInt) -> Int {
    // The upper bits of the product depend on all of the key's.
    let shift = keys.count.leadingZeroBitCount + 1
    var place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> UInt(shift))
    while keys[place] != 0, keys[place] != key { place = (place + 1) & (keys.count - 1) }
    return place
  }
}
