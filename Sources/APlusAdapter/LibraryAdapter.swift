/// Connects a library to the checks: what every library under test has, whatever it offers.
///
/// An adapter conforms to the protocol of what the library offers, its *subject*: ``PromiseAdapter``
/// for promises. An adapter for a library without promises conforms to this protocol alone and
/// claims its subject:
///
///     struct MyCallbacks: LibraryAdapter {
///       static var claims: Set<Claim> { [.callbacks] }
///     }
///
/// Cases about other subjects are then reported as not applicable.
public protocol LibraryAdapter: Sendable {
  /// Creates the adapter, once per process.
  init()

  /// What runs the library's handlers.
  var driver: Driver { get }

  /// Properties of the library that the protocols of the adapter do not express.
  static var claims: Set<Claim> { get }

  /// Finds the reason in an error that reached a handler.
  ///
  /// - Returns: The reason, or nil if the library created the error.
  func reason(in error: any Error) -> Reason?

  /// Returns the meaning of an error that the library created.
  func meaning(of error: any Error) -> ErrorMeaning
}

extension LibraryAdapter {
  /// The main thread runs the main queue and the main run loop.
  public var driver: Driver { .mainRunLoop }

  /// The library may be used from several threads.
  public static var claims: Set<Claim> { [.threads] }

  /// The error itself if it is a reason.
  public func reason(in error: any Error) -> Reason? { error as? Reason }

  /// No meaning that the checks know.
  public func meaning(of error: any Error) -> ErrorMeaning { .other }
}
