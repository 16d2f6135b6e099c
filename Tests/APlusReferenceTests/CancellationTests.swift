import APlusReference
import Testing

@Suite("cancellation goes downstream") struct CancellationTests {
  let context = ManualContext()
  let log = Log()

  @Test func `cancel rejects a pending promise with a reason of the library`() {
    let promise = Deferred<Int>(on: context).promise
    #expect(promise.cancel())
    #expect(promise.status == .cancelled)
    let error = #expect(throws: PromiseError.self) { try promise.result?.get() }
    guard case .cancelled? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `cancel keeps a given reason, and the first one stays`() {
    let reason = Failure()
    let promise = Deferred<Int>(on: context).promise
    #expect(promise.cancel(reason))
    #expect(!promise.cancel(Failure("second")))
    #expect(throws: reason) { try promise.result?.get() }
  }

  @Test func `settling after a cancel changes nothing and says so`() {
    let deferred = Deferred<Int>(on: context)
    deferred.promise.cancel()
    #expect(!deferred.fulfill(1))
    #expect(deferred.promise.status == .cancelled)
    let other = Deferred<Int>(on: context)
    other.promise.cancel()
    #expect(!other.resolve(with: Deferred<Int>(on: context).promise))
  }

  @Test func `handlers run as asynchronously for a cancel as for anything else`() {
    let promise = Deferred<Int>(on: context).promise
    promise.log(to: log)
    promise.cancel(Failure("stop"))
    #expect(log.words.isEmpty)
    context.drain()
    #expect(log.words == ["!stop"])
  }

  @Test func `every pending descendant is cancelled at once, with the same reason`() {
    let reason = Failure()
    let root = Deferred<Int>(on: context).promise
    let children = (0..<3).map { _ in root.then { value in value } }
    let grandchild = children[1].recover { _ in 0 }.then { value in "\(value)" }
    root.cancel(reason)
    for child in children {
      #expect(child.status == .cancelled)
      #expect(throws: reason) { try child.result?.get() }
    }
    #expect(grandchild.status == .cancelled)
    #expect(throws: reason) { try grandchild.result?.get() }
  }

  @Test func `a child's cancel touches neither parent nor siblings`() {
    let root = Deferred<Int>(on: context)
    let child = root.promise.then { value in value }
    let grandchild = child.then { value in value }
    let sibling = root.promise.then { value in value }
    child.cancel()
    #expect(grandchild.status == .cancelled)
    #expect(root.promise.status == .pending)
    #expect(sibling.status == .pending)
    root.fulfill(1)
    context.drain()
    #expect(root.promise.status == .fulfilled)
    #expect(sibling.status == .fulfilled)
    #expect(child.status == .cancelled)
  }

  @Test func `an error handler's value does not undo a cancel, before or after`() {
    let root = Deferred<Int>(on: context).promise
    let before = root.recover { _ in 1 }
    root.cancel()
    let after = root.recover { [log] _ in
      log.write("ran")
      return 1
    }
    let below = after.recover { _ in 2 }
    context.drain()
    #expect(log.words == ["ran"])
    for promise in [before, after, below] { #expect(promise.status == .cancelled) }
  }

  @Test func `an error handler's promise does not undo a cancel and is left alone`() {
    let root = Deferred<Int>(on: context).promise
    let other = Deferred<Int>(on: context)
    let child = root.recover { _ in other.promise }
    root.cancel()
    context.drain()
    #expect(child.status == .cancelled)
    #expect(other.promise.status == .pending)
  }

  @Test func `a promise that was made after the cancel of a settled one is not touched`() {
    let root = Promise.fulfilled(1, on: context)
    root.cancel()
    let child = root.then { value in value }
    context.drain()
    #expect(child.status == .fulfilled)
  }

  @Test func `a settled promise forwards a cancel and stays as it is`() {
    let pending = Deferred<Int>(on: context)
    let root = Promise.fulfilled(1, on: context)
    let child = root.then { _ in pending.promise }
    let grandchild = child.then { value in value }
    context.drain()
    root.cancel()
    #expect(root.status == .fulfilled)
    #expect(child.status == .cancelled)
    #expect(grandchild.status == .cancelled)
    #expect(pending.promise.status == .pending)
  }

  @Test func `each cancel of a settled promise is forwarded`() {
    let pending = Deferred<Int>(on: context)
    let root = Promise.fulfilled(1, on: context)
    root.cancel()
    let late = root.then { _ in pending.promise }
    context.drain()
    #expect(late.status == .pending)
    root.cancel()
    #expect(late.status == .cancelled)
  }

  @Test func `a cancel reaches a pending descendant through released promises`() {
    let pending = Deferred<Int>(on: context)
    let root = Promise.fulfilled(1, on: context)
    var last = root
    for _ in 0..<10 { last = last.then { value in value } }
    last = last.then { _ in pending.promise }.then { value in value }
    context.drain()
    root.cancel()
    #expect(last.status == .cancelled)
  }

  @Test func `a cancel arrives while a handler runs`() {
    let root = Promise.fulfilled(1, on: context)
    let other = Deferred<Int>(on: context)
    let child = root.then { _ in
      root.cancel()
      return other.promise
    }
    let grandchild = child.then { value in value }
    context.drain()
    #expect(root.status == .fulfilled)
    #expect(child.status == .cancelled)
    #expect(grandchild.status == .cancelled)
    #expect(other.promise.status == .pending)
  }

  @Test func `a promise that is locked in can be cancelled, what it follows is not touched`() {
    let followed = Deferred<Int>(on: context)
    let follower = Deferred<Int>(on: context)
    follower.resolve(with: followed.promise)
    #expect(follower.promise.cancel())
    #expect(follower.promise.status == .cancelled)
    #expect(followed.promise.status == .pending)
    #expect(followed.fulfill(1))
    #expect(follower.promise.status == .cancelled)
  }

  @Test func `a promise that waits for a thenable can be cancelled`() {
    let saved = Box<Deferred<Int>>()
    let deferred = Deferred<Int>(on: context)
    deferred.resolve(with: Sample { saved.content = $0 })
    context.drain()
    #expect(deferred.promise.cancel())
    #expect(saved.content?.fulfill(1) == false)
    saved.content = nil
  }

  @Test func `followers of a cancelled promise are cancelled, with all below them`() {
    let followed = Deferred<Int>(on: context).promise
    let early = Deferred<Int>(on: context)
    early.resolve(with: followed)
    let below = early.promise.recover { _ in 0 }
    followed.cancel()
    let late = Deferred<Int>(on: context)
    late.resolve(with: followed)
    #expect(early.promise.status == .cancelled)
    #expect(below.status == .cancelled)
    #expect(late.promise.status == .cancelled)
  }

  @Test func `an ordinary rejection is not a cancel`() {
    let deferred = Deferred<Int>(on: context)
    let child = deferred.promise.then { value in value }
    deferred.reject(PromiseError.cancelled)
    context.drain()
    #expect(child.status == .rejected)
  }

  @Test func `onCancel runs on a cancel only, once and asynchronously`() {
    let cancelled = Deferred<Int>(on: context)
    cancelled.promise.onCancel { [log] reason in log.write("early \(reason)") }
    cancelled.promise.cancel(Failure("stop"))
    cancelled.promise.cancel()
    cancelled.promise.onCancel { [log] reason in log.write("late \(reason)") }
    let rejected = Promise<Int>.rejected(Failure(), on: context)
    rejected.onCancel { [log] _ in log.write("rejected") }
    rejected.cancel()
    #expect(log.words.isEmpty)
    context.drain()
    #expect(log.words == ["early stop", "late stop"])
  }

  @Test func `finally still runs when the promise that it made was cancelled`() {
    let deferred = Deferred<Int>(on: context)
    deferred.promise.finally { [log] in log.write("cleaned") }.cancel()
    deferred.fulfill(1)
    context.drain()
    #expect(log.words == ["cleaned"])
  }

  @Test func `a cycle of followers does not hang a cancel`() {
    let one = Deferred<Int>(on: context)
    let two = Deferred<Int>(on: context)
    one.resolve(with: two.promise)
    two.resolve(with: one.promise)
    two.promise.cancel()
    #expect(one.promise.status != .pending)
  }

  @Test func `a settled promise does not keep what was made from it`() {
    weak var canary: Failure?
    let root = Promise.fulfilled(1, on: context)
    do {
      let value = Failure()
      canary = value
      _ = root.then { _ in value }
    }
    context.drain()
    #expect(canary == nil)
  }
}
