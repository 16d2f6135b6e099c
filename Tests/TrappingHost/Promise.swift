import Dispatch
import Synchronization

/// The library: a promise that traps at one place.
final class Promise<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>

  /// What a promise that is resolved with itself is rejected with.
  struct SelfResolution: Error {}

  private struct State: Sendable {
    var outcome: Outcome?
    var observers: [@Sendable (Outcome) -> Void] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "promises")
  private let place: String

  init(trappingAt place: String, _ outcome: Outcome? = nil) {
    self.place = place
    if let outcome { state.withLock { $0.outcome = outcome } }
  }

  private func trap(at place: String) { if place == self.place { fatalError("a trap") } }

  func settle(_ outcome: Outcome) {
    trap(at: "settle")
    let observers = state.withLock { state -> [@Sendable (Outcome) -> Void] in
      guard state.outcome == nil else { return [] }
      state.outcome = outcome
      defer { state.observers = [] }
      return state.observers
    }
    for observer in observers { queue.async { observer(outcome) } }
  }

  func resolve(with other: Promise) {
    guard other !== self else {
      trap(at: "self")
      return settle(.failure(SelfResolution()))
    }
    other.observe { self.settle($0) }
  }

  private func observe(_ observer: @escaping @Sendable (Outcome) -> Void) {
    let job: @Sendable (Outcome) -> Void = { [self] outcome in
      trap(at: "before")
      observer(outcome)
      trap(at: "after")
    }
    let settled = state.withLock { state -> Outcome? in
      if state.outcome == nil { state.observers.append(job) }
      return state.outcome
    }
    if let settled { queue.async { job(settled) } }
  }

  func then(_ handle: @escaping @Sendable (Outcome) throws -> Promise) -> Promise {
    trap(at: "then")
    let derived = Promise(trappingAt: place)
    observe { outcome in do { derived.resolve(with: try handle(outcome)) } catch { derived.settle(.failure(error)) } }
    return derived
  }

  static func race(_ members: [Promise], trappingAt place: String) -> Promise {
    let first = Promise(trappingAt: place)
    first.trap(at: "race")
    for member in members {
      member.observe { outcome in
        first.trap(at: "raced")
        first.settle(outcome)
      }
    }
    return first
  }
}
