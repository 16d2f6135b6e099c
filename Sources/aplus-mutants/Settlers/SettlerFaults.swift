import APlusAdapter
import APlusReference
import Synchronization

/// A promise with one fault in what it does when its settler goes.
package struct SettlerFault: Sendable {
  package let mutant: Mutant
  /// The case that finds the fault.
  package let killedBy: String

  /// The promises without a fault: one for each claim that a library can make.
  package static let right = [
    Mutant("breaks-promises", "None: a promise is rejected when its settler goes.", { SettlerAdapter<Breaks>() }),
    Mutant("cancels-on-drop", "None: a promise is cancelled when its settler goes.", { SettlerAdapter<Cancels>() }),
  ]

  package static let all = [
    SettlerFault("BP-1-a", "A lost settler is forgotten.", Forgets.self),
    SettlerFault("BP-1-b", "A lost settler is forgotten.", Forgets.self),
    SettlerFault("BP-1-c", "A lost settler is forgotten.", Forgets.self),
    SettlerFault("BP-2-a", "A lost settler cancels a promise that follows another.", CancelsFollower.self),
    SettlerFault("BP-2-c", "A lost settler is forgotten.", Forgets.self),
    SettlerFault(
      "BP-5-a", "A lost settler breaks the promise, which the library does not declare.", BreaksSilently.self),
    SettlerFault("BP-6-a", "What settled a promise is kept, and the promise with it.", Keeps.self),
    SettlerFault("BP-6-b", "What settled a promise is kept, and the promise with it.", Keeps.self),
    SettlerFault("M2-d", "What settled a promise is kept, and the promise with it.", Keeps.self),
    SettlerFault("M2-e", "What settled a promise is kept, and the promise with it.", Keeps.self),
    SettlerFault("SC-F11-a", "A lost settler rejects, and does not cancel.", BreaksInstead.self),
  ]

  private init<Loss: SettlerLoss>(_ killedBy: String, _ fault: String, _ loss: Loss.Type) {
    self.killedBy = killedBy
    mutant = Mutant("\(loss)", fault, { SettlerAdapter<Loss>() })
  }
}

/// The reason of a promise that nothing can settle.
private struct BrokenPromise: Error {}

private enum Breaks: SettlerLoss {
  static let claims: Set<Claim> = [.breaksPromises]
  static func lose(_ deferred: Deferred<Token>) { deferred.reject(BrokenPromise()) }
}

private enum Cancels: SettlerLoss {
  static let claims: Set<Claim> = [.cancelsOnDrop]
  static func lose(_ deferred: Deferred<Token>) { deferred.reject(PromiseError.cancelled) }
}

private enum Forgets: SettlerLoss {
  static let claims: Set<Claim> = [.breaksPromises]
  static func lose(_ deferred: Deferred<Token>) {}
}

private enum CancelsFollower: SettlerLoss {
  static let claims: Set<Claim> = [.cancelsOnDrop]
  static func lose(_ deferred: Deferred<Token>) { deferred.promise.cancel() }
}

private enum BreaksSilently: SettlerLoss {
  static let claims: Set<Claim> = []
  static func lose(_ deferred: Deferred<Token>) { deferred.reject(BrokenPromise()) }
}

private enum BreaksInstead: SettlerLoss {
  static let claims: Set<Claim> = [.cancelsOnDrop]
  static func lose(_ deferred: Deferred<Token>) { deferred.reject(BrokenPromise()) }
}

private enum Keeps: SettlerLoss {
  static let claims: Set<Claim> = []
  private static let kept = Mutex<[Deferred<Token>]>([])
  static func lose(_ deferred: Deferred<Token>) { kept.withLock { $0.append(deferred) } }
}
