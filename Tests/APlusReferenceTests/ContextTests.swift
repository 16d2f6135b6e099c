import APlusReference
import Testing

@Suite("contexts") struct ContextTests {
  private let log = Log()

  @Test func `a handler runs on the context it was registered with`() {
    let one = ManualContext()
    let two = ManualContext()
    let deferred = Deferred<Int>(on: one)
    deferred.promise.then(on: two) { [log] _ in log.write("two") }
    deferred.promise.then { [log] _ in log.write("one") }
    deferred.fulfill(1)
    two.drain()
    #expect(log.words == ["two"])
    one.drain()
    #expect(log.words == ["two", "one"])
  }

  @Test func `a child inherits the default context, not that of its handler`() {
    let one = ManualContext()
    let two = ManualContext()
    let child = Promise.fulfilled(1, on: one).then(on: two) { value in value }
    #expect(child.context === one)
  }

  @Test func `the default context is the shared queue, from every thread`() {
    #expect(Deferred<Int>().promise.context === QueueContext.shared)
    let contexts = Log()
    lanes(8) { _ in contexts.write(ObjectIdentifier(Promise.fulfilled(1).context)) }
    #expect(Set(contexts.words).count == 1)
  }

  @Test func `a context that drops its work silences only its own handlers`() {
    let living = ManualContext()
    let dead = ManualContext()
    let deferred = Deferred<Int>(on: living)
    deferred.promise.then { [log] _ in log.write("before") }
    let silenced = deferred.promise.then(on: dead) { [log] _ in log.write("dead") }
    deferred.promise.then { [log] _ in log.write("after") }
    deferred.fulfill(1)
    dead.discard()
    #expect(dead.drain() == 0)
    living.drain()
    #expect(log.words == ["before", "after"])
    #expect(silenced.status == .pending)
  }

  @Test func `a queue runs what it was given before it was let go`() {
    let latch = Latch(count: 100)
    do {
      let context = QueueContext()
      for _ in 0..<100 { context.enqueue { latch.open() } }
    }
    #expect(latch.wait())
  }

  @Test func `handlers on different queues do not wait for one another`() {
    let one = QueueContext()
    let two = QueueContext()
    let promise = Promise.fulfilled(1)
    let opened = Latch()
    let done = Latch()
    promise.then(on: one) { _ in if opened.wait() { done.open() } }
    promise.then(on: two) { _ in opened.open() }
    #expect(done.wait())
  }

  @Test func `no lock is held while a context is called or a handler runs`() {
    let deferred = Deferred<Int>(on: ImmediateContext.shared)
    let promise = deferred.promise
    promise.then { [log] value in
      lanes(2) { _ in _ = promise.status }
      promise.then { [log] _ in log.write("inner") }
      deferred.fulfill(value + 1)
      promise.cancel()
      log.write("outer")
    }
    deferred.fulfill(1)
    #expect(log.words == ["outer", "inner"])
  }

  @Test func `an immediate context is opt in and runs at once`() {
    let promise = Promise.fulfilled(1, on: ManualContext())
    promise.then(on: ImmediateContext.shared) { [log] _ in log.write("ran") }
    #expect(log.words == ["ran"])
  }

  @Test func `a manual context is idle only when nothing is ready and nothing runs`() {
    let context = ManualContext()
    #expect(context.isIdle)
    context.enqueue { [log] in
      log.write(context.isIdle)
      log.write(context.drain())
    }
    #expect(!context.isIdle)
    #expect(context.drain() == 1)
    #expect(context.isIdle)
    #expect(log.words == ["false", "0"])
  }
}
