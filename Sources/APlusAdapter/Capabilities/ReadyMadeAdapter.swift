/// An adapter for a library that makes settled promises in one call.
public protocol ReadyMadeAdapter: PromiseAdapter {
  /// Makes a promise that is fulfilled from the start.
  func makeFulfilled(with value: Token) -> Subject

  /// Makes a promise that is rejected from the start.
  func makeRejected(with reason: Reason) -> Subject
}
