/// An adapter for a library whose promises can be cancelled.
public protocol CancellingAdapter: PromiseAdapter {
  /// The named profile that says where a cancel goes.
  static var cancellationProfile: CancellationProfile { get }

  /// Cancels a promise.
  ///
  /// - Parameters:
  ///   - subject: The promise.
  ///   - reason: The reason, or nil for the library's own. A library that takes no reason ignores it.
  func cancel(_ subject: Subject, with reason: Reason?)
}
