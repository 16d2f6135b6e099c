import Dispatch

/// A lock that a thread may take again while it holds it.
final class LibraryLock: Sendable {
  private let queue = DispatchQueue(label: "library")
  private let key = DispatchSpecificKey<Bool>()

  init() { queue.setSpecific(key: key, value: true) }

  /// Runs a function, on the calling thread, with the lock held.
  func callAsFunction<Result>(_ body: () throws -> Result) rethrows -> Result {
    if DispatchQueue.getSpecific(key: key) != nil { return try body() }
    return try queue.sync(execute: body)
  }
}
