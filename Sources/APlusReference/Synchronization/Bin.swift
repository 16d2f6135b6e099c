/// Where a promise leaves what it was still holding when it is freed.
///
/// A chain of pending promises hangs on its first link: freeing that link would free the next
/// one inside its own deinitialiser, and so on until the stack is used up. With the bin the
/// outermost deinitialiser on a thread empties it in a loop, and the inner ones only add to it.
@usableFromInline final class Bin {
  private static let slot = ThreadSlot<Bin>()

  private var contents: [Any] = []

  /// Releases something without recursion.
  ///
  /// The argument is consumed. An ordinary parameter would leave the last reference with the
  /// caller, and the recursion would be back.
  @usableFromInline static func drop<Content>(_ content: consuming Content) {
    if let bin = slot.object {
      bin.contents.append(content)
      return
    }
    let bin = Bin()
    bin.contents.append(content)
    slot.hold(bin) { bin in
      // Taken out first: releasing it may come back here to add more, while nothing holds the list.
      while let content = bin.contents.popLast() {
        withExtendedLifetime(content) {}
      }
    }
  }
}
