/// An adapter for a library whose promises can be cancelled.
public protocol CancellingAdapter: PromiseAdapter {
  /// The profile that says which promises a cancel reaches.
  static var cancellationProfile: CancellationProfile { get }

  /// Cancels a promise.
  ///
  /// - Parameters:
  ///   - subject: The promise.
  ///   - reason: The reason, or nil for the library's own. A library without reasons ignores it.
  func cancel(_ subject: Subject, with reason: Reason?)
}
