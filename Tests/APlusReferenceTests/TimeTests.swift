import APlusReference
import Synchronization
import Testing

@Suite("delay, timeout and retry") struct TimeTests {
  private let log = Log()

  private func move(_ context: ManualContext, _ clock: HandClock, by duration: Duration) {
    context.drain()
    clock.move(by: duration)
    context.drain()
  }

  @Test func `a delayed value comes when its time has passed and not before`() {
    let clock = HandClock()
    let context = clock.context()
    Promise.fulfilled(1, on: context).delay(for: .milliseconds(30)).log(to: log)
    move(context, clock, by: .milliseconds(29))
    #expect(log.words.isEmpty)
    #expect(context.isIdle)
    #expect(context.isWaiting)
    move(context, clock, by: .milliseconds(1))
    #expect(log.words == ["=1"])
    #expect(!context.isWaiting)
  }

  @Test("no delay is still asynchronous", arguments: [Duration.zero, .seconds(-1)]) func noDelay(delay: Duration) {
    let context = ManualContext()
    Promise.fulfilled(1, on: context).delay(for: delay).log(to: log)
    #expect(log.words.isEmpty)
    context.drain()
    #expect(log.words == ["=1"])
  }

  @Test func `a rejection is not held back`() {
    let context = ManualContext()
    Promise<Int>.rejected(Failure("no"), on: context).delay(for: .seconds(9)).log(to: log)
    context.drain()
    #expect(log.words == ["!no"])
    #expect(!context.isWaiting)
  }

  @Test func `cancelling a delay or its origin calls the wait off`() {
    let context = ManualContext()
    let one = Promise.fulfilled(1, on: context)
    let delayed = one.delay(for: .seconds(9))
    let other = one.delay(for: .seconds(9))
    context.drain()
    #expect(context.isWaiting)
    delayed.cancel()
    one.cancel()
    context.drain()
    #expect(!context.isWaiting)
    #expect(delayed.status == .cancelled)
    #expect(other.status == .cancelled)
  }

  @Test func `a timeout rejects without touching the original`() {
    let clock = HandClock()
    let context = clock.context()
    let deferred = Deferred<Int>(on: context)
    let limited = deferred.promise.timeout(after: .milliseconds(30))
    move(context, clock, by: .milliseconds(29))
    #expect(limited.status == .pending)
    move(context, clock, by: .milliseconds(1))
    #expect(limited.status == .rejected)
    #expect(throws: PromiseError.self) { try limited.result?.get() }
    #expect(deferred.promise.status == .pending)
  }

  @Test func `a promise that settles in time passes through and disarms the timeout`() {
    let context = ManualContext()
    let deferred = Deferred<Int>(on: context)
    deferred.promise.timeout(after: .seconds(9)).log(to: log)
    deferred.fulfill(1)
    context.drain()
    #expect(log.words == ["=1"])
    #expect(!context.isWaiting)
  }

  @Test func `a settled promise makes it within no time`() {
    let context = ManualContext()
    Promise.fulfilled(1, on: context).timeout(after: .zero).log(to: log)
    Deferred<Int>(on: context).promise.timeout(after: .zero).catch { [log] _ in log.write("late") }
    context.drain()
    #expect(log.words == ["=1", "late"])
  }

  @Test func `retry stops at the first success`() {
    let context = ManualContext()
    let retried = Promise.retry(attempts: 5, on: context) { [log] in
      log.write("call")
      let isLast = log.words.count == 3
      return isLast ? .fulfilled(1, on: context) : Promise<Int>.rejected(Failure(), on: context)
    }
    retried.log(to: log)
    #expect(log.words.isEmpty)
    context.drain()
    #expect(log.words == ["call", "call", "call", "=1"])
  }

  @Test func `retry reports the last reason, thrown or rejected`() {
    let context = ManualContext()
    let retried = Promise<Int>.retry(attempts: 3, on: context) { [log] in
      log.write("call")
      throw Failure("\(log.words.count)")
    }
    retried.log(to: log)
    context.drain()
    #expect(log.words == ["call", "call", "call", "!3"])
  }

  @Test func `retry waits between attempts only`() {
    let clock = HandClock()
    let context = clock.context()
    Promise<Int>.retry(attempts: 2, delay: .milliseconds(30), on: context) { [log] in
      log.write("call")
      throw Failure("no")
    }.log(to: log)
    move(context, clock, by: .milliseconds(29))
    #expect(log.words == ["call"])
    move(context, clock, by: .milliseconds(1))
    #expect(log.words == ["call", "call", "!no"])
    #expect(!context.isWaiting)
  }

  @Test("retry without attempts never calls its task", arguments: [0, -1]) func noAttempts(count: Int) {
    let context = ManualContext()
    let retried = Promise<Int>.retry(attempts: count, on: context) { [log] in
      log.write("call")
      throw Failure()
    }
    context.drain()
    #expect(log.words.isEmpty)
    #expect(throws: PromiseError.self) { try retried.result?.get() }
  }

  @Test func `a cancelled retry makes no further attempt and leaves nothing armed`() {
    let context = ManualContext()
    let retried = Promise<Int>.retry(attempts: 3, delay: .seconds(9), on: context) { [log] in
      log.write("call")
      throw Failure()
    }
    context.drain()
    retried.cancel()
    context.drain()
    #expect(log.words == ["call"])
    #expect(!context.isWaiting)
  }

  @Test func `a queue waits for real time, never less`() {
    let context = QueueContext()
    let latch = Latch()
    let start = ContinuousClock.now
    let elapsed = Box<Duration>()
    Promise.fulfilled(1, on: context).delay(for: .milliseconds(20)).then { _ in
      elapsed.content = ContinuousClock.now - start
      latch.open()
    }
    #expect(latch.wait())
    #expect((elapsed.content ?? .zero) >= .milliseconds(20))
  }

  @Test func `a context without a clock of its own borrows one`() {
    let context = BareContext()
    let latch = Latch()
    Deferred<Int>(on: context).promise.timeout(after: .milliseconds(5)).catch { _ in latch.open() }
    #expect(latch.wait())
  }

  @Test func `alarms ring in the order of their times, cancelled ones never`() {
    let clock = HandClock()
    let context = clock.context()
    var alarms: [Alarm] = []
    for index in (0..<200).reversed() {
      let ring = context.enqueue({ [log] in log.write(index) }, after: .seconds(index + 1))
      alarms.append(ring)
    }
    for (index, alarm) in alarms.reversed().enumerated() where !index.isMultiple(of: 10) { alarm.cancel() }
    clock.move(by: .seconds(1000))
    context.drain()
    #expect(log.words == stride(from: 0, to: 200, by: 10).map(String.init))
    #expect(!context.isWaiting)
  }
}

/// A clock that moves by hand.
private final class HandClock: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  func move(by duration: Duration) { instant.withLock { instant in instant = instant.advanced(by: duration) } }

  func context() -> ManualContext { ManualContext { self.instant.withLock { instant in instant } } }
}

/// A context that can do the least that a context must.
private final class BareContext: Context {
  private let queue = QueueContext()

  func enqueue(_ job: @escaping @Sendable () -> Void) { queue.enqueue(job) }
}
