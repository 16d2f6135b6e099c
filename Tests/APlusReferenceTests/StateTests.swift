import APlusReference
import Testing

@Suite("2.1 states and settling") struct StateTests {
  @Test func `a deferred starts pending`() { #expect(Deferred<Int>(on: ManualContext()).promise.status == .pending) }

  @Test func `the first settlement wins and says so`() throws {
    let deferred = Deferred<Int>(on: ManualContext())
    #expect(deferred.fulfill(1))
    #expect(!deferred.fulfill(2))
    #expect(!deferred.reject(Failure()))
    #expect(!deferred.resolve(with: .fulfilled(3)))
    #expect(deferred.promise.status == .fulfilled)
    #expect(try deferred.promise.result?.get() == 1)
  }

  @Test func `a rejected promise stays rejected with the same reason`() {
    let reason = Failure()
    let deferred = Deferred<Int>(on: ManualContext())
    #expect(deferred.reject(reason))
    #expect(!deferred.fulfill(2))
    #expect(deferred.promise.status == .rejected)
    #expect(throws: reason) { try deferred.promise.result?.get() }
  }

  @Test func `ready made promises are settled from the start`() {
    #expect(Promise.fulfilled(1).status == .fulfilled)
    #expect(Promise<Int>.rejected(Failure()).status == .rejected)
  }

  @Test func `a start that throws rejects the promise`() {
    let reason = Failure()
    let promise = Promise<Int>(on: ManualContext()) { _ in throw reason }
    #expect(throws: reason) { try promise.result?.get() }
  }

  @Test func `a start that throws after resolving changes nothing`() throws {
    let promise = Promise<Int>(on: ManualContext()) { deferred in
      deferred.fulfill(1)
      throw Failure()
    }
    #expect(try promise.result?.get() == 1)
  }

  @Test func `an optional nothing is a value`() throws {
    let context = ManualContext()
    let log = Log()
    Promise<Int?>.fulfilled(nil, on: context).log(to: log)
    context.drain()
    #expect(log.words == ["=nil"])
  }
}

extension Failure: Equatable { static func == (one: Failure, other: Failure) -> Bool { one === other } }
