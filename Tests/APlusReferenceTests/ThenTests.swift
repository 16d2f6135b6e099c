import APlusReference
import Testing

@Suite("2.2 then") struct ThenTests {
  let context = ManualContext()
  let log = Log()

  @Test func `a handler never runs inside then or the settling call`() {
    let deferred = Deferred<Int>(on: context)
    deferred.promise.log(to: log, as: "early")
    deferred.fulfill(1)
    deferred.promise.log(to: log, as: "late")
    #expect(log.words.isEmpty)
    context.drain()
    #expect(log.words == ["early=1", "late=1"])
  }

  @Test func `a handler that is registered inside a handler runs after it`() {
    let promise = Promise.fulfilled(1, on: context)
    promise.then { [log] _ in
      promise.log(to: log, as: "inner")
      log.write("outer")
    }
    promise.log(to: log, as: "next")
    context.drain()
    #expect(log.words == ["outer", "next=1", "inner=1"])
  }

  @Test func `only the handler of the outcome runs`() {
    let fulfilled = Promise.fulfilled(1, on: context)
    fulfilled.log(to: log)
    let rejected = Promise<Int>.rejected(Failure("no"), on: context)
    rejected.log(to: log)
    context.drain()
    #expect(log.words == ["=1", "!no"])
  }

  @Test func `handlers run in the order of registration, across the settlement`() {
    let deferred = Deferred<Int>(on: context)
    for index in 0..<100 { deferred.promise.then { [log] _ in log.write(index) } }
    deferred.fulfill(0)
    for index in 100..<200 { deferred.promise.then { [log] _ in log.write(index) } }
    context.drain()
    #expect(log.words == (0..<200).map(String.init))
  }

  @Test func `a returned value fulfills the new promise`() {
    Promise.fulfilled(1, on: context).then { value in "\(value + 1)" }.log(to: log)
    context.drain()
    #expect(log.words == ["=2"])
  }

  @Test func `a thrown error rejects the new promise and skips its sibling handler`() {
    Promise.fulfilled(1, on: context).then({ _ -> Int in throw Failure("thrown") }, onRejected: { _ in 2 }).log(to: log)
    context.drain()
    #expect(log.words == ["!thrown"])
  }

  @Test func `a value that the rejection handler returns fulfills the new promise`() {
    Promise<Int>.rejected(Failure(), on: context).then({ value in value }, onRejected: { _ in 7 }).log(to: log)
    context.drain()
    #expect(log.words == ["=7"])
  }

  @Test func `an absent handler passes the outcome through`() {
    Promise.fulfilled(1, on: context).then(onFulfilled: nil, onRejected: nil).log(to: log)
    Promise<Int>.rejected(Failure("no"), on: context).then { value in value }.log(to: log)
    context.drain()
    #expect(log.words == ["=1", "!no"])
  }

  @Test func `a handler may decide while it runs what it returns`() {
    let later = Deferred<Int>(on: context)
    let promise = Promise<Int>.rejected(Failure(), on: context)
    promise.then(onFulfilled: nil, onRejected: { _ in .value(1) }).log(to: log, as: "a")
    promise.then(onFulfilled: nil, onRejected: { _ in .promise(later.promise) }).log(to: log, as: "b")
    promise.then(onFulfilled: nil, onRejected: { _ in .thenable(Sample { $0.fulfill(3) }) }).log(to: log, as: "c")
    context.drain()
    later.fulfill(2)
    context.drain()
    #expect(log.words == ["a=1", "c=3", "b=2"])
  }

  @Test func `a handler is released once it has run`() {
    final class Canary: Sendable {}
    let promise = Promise.fulfilled(1, on: context)
    weak var canary: Canary?
    do {
      let captured = Canary()
      canary = captured
      promise.then { _ in withExtendedLifetime(captured) {} }
      promise.then({ _ in }, onRejected: { _ in withExtendedLifetime(captured) {} })
    }
    #expect(canary != nil)
    context.drain()
    #expect(canary == nil)
  }

  @Test func `catch ends a chain and recover continues it`() {
    let rejected = Promise<Int>.rejected(Failure("no"), on: context)
    rejected.catch { [log] reason in log.write(reason) }.log(to: log, as: "catch")
    rejected.recover { _ in 1 }.log(to: log, as: "value")
    rejected.recover { [context] _ in Promise.fulfilled(2, on: context) }.log(to: log, as: "promise")
    rejected.recover { _ -> Int in throw Failure("other") }.log(to: log, as: "throw")
    Promise.fulfilled(3, on: context).recover { _ in 4 }.log(to: log, as: "pass")
    context.drain()
    #expect(log.words.sorted() == ["catch=()", "no", "pass=3", "promise=2", "throw!other", "value=1"])
  }

  @Test func `finally keeps the outcome unless it throws`() {
    let fulfilled = Promise.fulfilled(1, on: context)
    let rejected = Promise<Int>.rejected(Failure("no"), on: context)
    fulfilled.finally { [log] in log.write("a") }.log(to: log, as: "a")
    rejected.finally { [log] in log.write("b") }.log(to: log, as: "b")
    fulfilled.finally { throw Failure("c") }.log(to: log, as: "c")
    context.drain()
    #expect(log.words == ["a", "b", "a=1", "b!no", "c!c"])
  }
}
