import Dispatch

/// Runs code on several threads at the same time and waits for all of them.
func lanes(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: count, execute: body)
}
