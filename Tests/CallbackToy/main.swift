import APlusAdapter
import APlusHost
import Dispatch

/// A library with a completion handler and no promises.
struct CallbackToy: LibraryAdapter, AdapterMain {
  static var claims: Set<Claim> { [.callbacks] }
  static var library: String { "toy" }
  var driver: Driver { .background }

  func fetch(_ completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
    DispatchQueue.global().async { completion(.success(.nothing)) }
  }
}

CallbackToy.main()
