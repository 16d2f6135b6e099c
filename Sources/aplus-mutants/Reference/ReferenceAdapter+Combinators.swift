package import APlusAdapter
package import APlusReference

extension ReferenceAdapter: CombiningAdapter {
  package static var combinators: Set<Combinator> {
    [.all, .race, .any, .allSettled, .delay, .timeout, .recover, .finally, .retry, .sequence, .try]
  }

  package func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    let members = combination.members
    switch combination.combinator {
    case .all: return Promise.all(members, on: makeContext()).then { Token(list: $0) }
    case .race: return Promise.race(members, on: makeContext())
    case .any: return Promise.any(members, on: makeContext())
    case .allSettled:
      return Promise.allSettled(members, on: makeContext()).then { results in Token(list: results.map(token)) }
    case .retry: return Promise.retry(attempts: combination.times, on: makeContext(), task(of: combination))
    case .sequence:
      let task = task(of: combination)
      let sequence = Promise<[Token]>.sequence(members, on: makeContext()) { _ in try task() }
      return sequence.then { Token(list: $0) }.onCancel { sequence.cancel($0) }
    case .try:
      return Promise(on: makeContext()) { deferred in
        switch combination.task {
        case .value(let task)?: deferred.fulfill(try task())
        case .promise(let task)?: deferred.resolve(with: try task())
        case nil: break
        }
      }
    default:
      guard let member = members.first else { return makeRejected(with: Reason(.nothing)) }
      return combine(combination, with: member)
    }
  }

  private func combine(_ combination: Combination<Promise<Token>>, with member: Promise<Token>) -> Promise<Token> {
    switch combination.combinator {
    case .delay: return member.delay(for: .milliseconds(combination.milliseconds))
    case .timeout: return member.timeout(after: .milliseconds(combination.milliseconds))
    case .finally:
      guard let cleanup = combination.cleanup else { return member }
      return member.finally(cleanup)
    default: return then(member, combination.handlers)
    }
  }

  /// What a member was settled with, either way.
  private func token(_ result: Result<Token, any Error>) -> Token {
    switch result {
    case .success(let value): value
    case .failure(let error): reason(in: error)?.token ?? .nothing
    }
  }

  private func task(of combination: Combination<Promise<Token>>) -> @Sendable () throws -> Promise<Token> {
    switch combination.task {
    case .value(let task)?: { makeFulfilled(with: try task()) }
    case .promise(let task)?: task
    case nil: { makeRejected(with: Reason(.nothing)) }
    }
  }
}
