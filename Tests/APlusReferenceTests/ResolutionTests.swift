import APlusReference
import Testing

@Suite("2.3 the resolution procedure") struct ResolutionTests {
  let context = ManualContext()
  let log = Log()

  @Test func `resolving with itself rejects`() {
    let deferred = Deferred<Int>(on: context)
    #expect(deferred.resolve(with: deferred.promise))
    #expect(isSelfResolved(deferred.promise))
  }

  @Test func `returning the promise that then made rejects it`() {
    let box = Box<Promise<Int>>()
    let promise = Promise.fulfilled(1, on: context)
    let child = promise.then { _ in box.content! }
    box.content = child
    context.drain()
    #expect(isSelfResolved(child))
    box.content = nil
  }

  @Test("returning itself through thenables rejects", arguments: 1...4) func returnsItselfThroughThenables(depth: Int) {
    let box = Box<Promise<Int>>()
    let child = Promise.fulfilled(1, on: context).then { _ in nest(depth, around: box) }
    box.content = child
    context.drain()
    #expect(isSelfResolved(child))
    box.content = nil
  }

  @Test func `a promise adopts a pending one and is locked in`() {
    let deferred = Deferred<Int>(on: context)
    let other = Deferred<Int>(on: context)
    #expect(deferred.resolve(with: other.promise))
    #expect(!deferred.fulfill(9))
    #expect(!deferred.reject(Failure()))
    #expect(deferred.promise.status == .pending)
    deferred.promise.log(to: log)
    context.drain()
    #expect(log.words.isEmpty)
    other.fulfill(1)
    context.drain()
    #expect(log.words == ["=1"])
  }

  @Test func `a promise adopts a settled one with its value or reason`() {
    let reason = Failure("no")
    let one = Deferred<Int>(on: context)
    one.resolve(with: .fulfilled(1))
    one.promise.log(to: log)
    let two = Deferred<Int>(on: context)
    two.resolve(with: .rejected(reason))
    two.promise.log(to: log)
    context.drain()
    #expect(log.words == ["=1", "!no"])
  }

  @Test func `a handler's promise is adopted, pending or settled`() {
    let later = Deferred<Int>(on: context)
    let promise = Promise.fulfilled(0, on: context)
    promise.then { _ in later.promise }.log(to: log)
    promise.then { _ in Promise<Int>.rejected(Failure("no")) }.log(to: log)
    context.drain()
    #expect(log.words == ["!no"])
    later.fulfill(2)
    context.drain()
    #expect(log.words == ["!no", "=2"])
  }

  @Test func `a thenable's then is called once, in a later turn`() {
    let deferred = Deferred<Int>(on: context)
    deferred.resolve(
      with: Sample { [log] deferred in
        log.write("called")
        deferred.fulfill(1)
      })
    deferred.promise.log(to: log)
    #expect(log.words.isEmpty)
    context.drain()
    #expect(log.words == ["called", "=1"])
  }

  @Test func `the first call of a deferred wins`() {
    let other = Deferred<Int>(on: context)
    let sample = Sample<Int> { [log] deferred in
      log.write(deferred.resolve(with: other.promise))
      log.write(deferred.fulfill(2))
      log.write(deferred.reject(Failure()))
    }
    Promise.fulfilled(0, on: context).then { _ in sample }.log(to: log)
    context.drain()
    other.fulfill(1)
    context.drain()
    #expect(log.words == ["true", "false", "false", "=1"])
  }

  @Test func `a throw before a call rejects and after a call is ignored`() {
    let promise = Promise.fulfilled(0, on: context)
    promise.then { _ in Sample<Int> { _ in throw Failure("before") } }.log(to: log)
    promise.then { _ in
      Sample<Int> { deferred in
        deferred.fulfill(1)
        throw Failure("after")
      }
    }.log(to: log)
    promise.then { _ in
      Sample<Int> { deferred in
        deferred.reject(Failure("rejected"))
        throw Failure("after")
      }
    }.log(to: log)
    context.drain()
    #expect(log.words == ["!before", "=1", "!rejected"])
  }

  @Test func `a thenable may come to another thenable, now or later`() {
    let saved = Box<Deferred<Int>>()
    let inner = Sample<Int> { saved.content = $0 }
    Promise.fulfilled(0, on: context).then { _ in Sample<Int> { $0.resolve(with: inner) } }.log(to: log)
    context.drain()
    #expect(log.words.isEmpty)
    saved.content?.fulfill(3)
    context.drain()
    #expect(log.words == ["=3"])
    saved.content = nil
  }

  @Test func `a promise that is passed as a thenable is still recognized`() {
    func resolve<Other: Thenable>(_ deferred: Deferred<Other.Value>, with other: Other) {
      deferred.resolve(with: other)
    }
    let deferred = Deferred<Int>(on: context)
    resolve(deferred, with: deferred.promise)
    #expect(isSelfResolved(deferred.promise))
  }

  @Test func `two promises that follow each other do not hang the library`() {
    let one = Deferred<Int>(on: context)
    let two = Deferred<Int>(on: context)
    one.resolve(with: two.promise)
    two.resolve(with: one.promise)
    context.drain()
    #expect(two.promise.status != .fulfilled)
    one.promise.cancel()
    #expect(one.promise.status == .cancelled)
    #expect(two.promise.status == .cancelled)
  }
}

private func nest(_ depth: Int, around box: Box<Promise<Int>>) -> Sample<Int> {
  Sample { deferred in
    if depth == 1, let promise = box.content {
      deferred.resolve(with: promise)
    } else {
      deferred.resolve(with: nest(depth - 1, around: box))
    }
  }
}

private func isSelfResolved(_ promise: Promise<some Any>) -> Bool {
  if case .failure(PromiseError.selfResolution) = promise.result { true } else { false }
}
