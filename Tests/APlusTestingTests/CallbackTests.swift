import APlusTesting
import Dispatch
import Synchronization
import Testing

/// Calls its callback on a queue, as often as asked.
private func call(_ times: Int = 1, on queue: DispatchQueue = .global(), _ callback: @escaping @Sendable () -> Void) {
  queue.async { callTimes(times, callback) }
}

@inline(never) private func callTimes(_ times: Int, _ callback: @Sendable () -> Void) {
  for _ in 0..<times { callback() }
}

/// The form that blocks, with a function that throws.
private func throwing(_ body: () throws -> Void) throws { try expectCallback { _ in try body() } }

/// The form that blocks, where the compiler would choose the other one.
private func blocked(
  _ timing: CallbackTiming = .either, on context: CallbackContext? = nil, within limit: Duration = .seconds(2),
  _ start: (_ done: @escaping @Sendable () -> Void) -> Void
) { expectCallback(timing, on: context, within: limit, start) }

/// Each test has a process of its own, which comes to rest whatever other tests do.
@Suite("expectCallback") struct CallbackTests {
  @Test func `a callback that comes once is no issue`() async {
    await #expect(processExitsWith: .success) {
      blocked(.later) { done in call(1, done) }
      blocked(.atOnce) { done in done() }
      blocked { done in call(1, done) }
      await expectCallback(.later) { done in call(1, done) }
      await expectCallback(.atOnce) { done in done() }
    }
  }

  @Test func `the value of the call is returned`() async {
    await #expect(processExitsWith: .success) {
      let blocked = { expectCallback(of: Int.self, .later) { done in call { done(3) } } }
      #expect(blocked() == 3)
      let two = await expectCallback(of: (Int, String).self) { done in call { done((4, "four")) } }
      #expect(two?.0 == 4)
      #expect(two?.1 == "four")
    }
  }

  @Test func `a callback that never comes is found`() async {
    await #expect(processExitsWith: .success) {
      let clock = ContinuousClock()
      let start = clock.now
      // Long enough for the process to come to rest on a busy machine, and less than the time that a thread of a pool waits
      // for more work.
      let limit = Duration.seconds(4)
      let text = try await onlyIssue { blocked(within: limit) { _ in } }
      #expect(text.hasPrefix("the callback was never called: no thread runs, and none is due within the limit of 4 s"))
      let other = try await onlyIssue { await expectCallback(within: limit) { _ in } }
      #expect(other.hasPrefix("the callback was never called: no thread runs, and none is due within the limit of 4 s"))
      #expect(clock.now - start < .seconds(60))
    }
  }

  @Test func `a second call is an issue that names its function`() async {
    await #expect(processExitsWith: .success) {
      // On a busy machine a call may come so late that the wait is over.
      let calls = DispatchGroup()
      let callAll = { (times: Int, done: @escaping @Sendable () -> Void) in
        DispatchQueue.global().async(group: calls) { callTimes(times, done) }
        calls.wait()
      }
      let text = try await onlyIssue { blocked { done in callAll(2, done) } }
      #expect(text.hasPrefix("the callback was called twice; expected once. The second call was on queue \""))
      #expect(text.contains("callTimes"))
      #expect(text.contains("CallbackTests.swift:12"))
      let more = try await onlyIssue { await expectCallback { done in callAll(5, done) } }
      #expect(more.hasPrefix("the callback was called 5 times"))
    }
  }

  @Test func `a second call after the wait is an issue of the run`() async throws {
    let text = try await onlyIssue {
      await #expect(processExitsWith: .success) {
        let second = DispatchSemaphore(value: 0)
        blocked { done in
          done()
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
            done()
            second.signal()
          }
        }
        second.wait()
      }
    }
    #expect(text.contains("the callback was called again, after the wait for it was over"))
  }

  @Test func `a timer within the limit is awaited`() async {
    await #expect(processExitsWith: .success) {
      blocked(.later) { done in DispatchQueue.global().asyncAfter(deadline: .now() + 0.5, execute: done) }
      await expectCallback(.later) { done in
        Task {
          try await Task.sleep(for: .milliseconds(500))
          done()
        }
      }
    }
  }

  @Test func `a timer beyond the limit is not`() async {
    await #expect(processExitsWith: .success) {
      let clock = ContinuousClock()
      let start = clock.now
      let text = try await onlyIssue {
        blocked(within: .milliseconds(500)) { done in
          DispatchQueue.global().asyncAfter(deadline: .now() + 100, execute: done)
        }
      }
      #expect(
        text.hasPrefix("the callback was never called: no thread runs, and none is due within the limit of 0.5 s"))
      #expect(clock.now - start < .seconds(60))
    }
  }

  @Test func `a call inside the function is not later`() async {
    await #expect(processExitsWith: .success) {
      let text = try await onlyIssue { blocked(.later) { done in callTimes(1, done) } }
      #expect(text.hasPrefix("the callback was called before the function returned; expected later"))
      #expect(text.contains("callTimes"))
      let other = try await onlyIssue { await expectCallback(.later) { done in callTimes(1, done) } }
      #expect(other.hasPrefix("the callback was called before the function returned; expected later"))
    }
  }

  @Test func `another thread may call before the function returns`() async {
    await #expect(processExitsWith: .success) {
      blocked(.later) { done in
        let isCalled = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          done()
          isCalled.signal()
        }
        isCalled.wait()
      }
    }
  }

  @Test func `a call after the function has returned is not at once`() async {
    await #expect(processExitsWith: .success) {
      let text = try await onlyIssue {
        blocked(.atOnce) { done in DispatchQueue.global().asyncAfter(deadline: .now() + 0.05, execute: done) }
      }
      #expect(text.hasPrefix("the callback was called after the function had returned; expected at once"))
    }
  }

  @Test func `a callback must be on its queue, or on one that targets it`() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "one")
      let inner = DispatchQueue(label: "inner", target: queue)
      blocked(on: .queue(queue)) { done in call(1, on: queue, done) }
      blocked(on: .queue(queue)) { done in call(1, on: inner, done) }
      let text = try await onlyIssue {
        blocked(on: .queue(queue)) { done in call(1, on: DispatchQueue(label: "two"), done) }
      }
      #expect(text.hasPrefix("the callback was called on queue \"two\"; expected queue \"one\""))
    }
  }

  @Test func `a closure can tell the context`() async {
    await #expect(processExitsWith: .success) {
      blocked(on: CallbackContext("my thread") { true }) { done in done() }
      let text = try await onlyIssue { blocked(on: CallbackContext("my thread") { false }) { done in done() } }
      #expect(text.contains("; expected my thread"))
    }
  }

  @Test func `a test on the main actor can wait for the main queue`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      await expectCallback(.later, on: .main) { done in call(1, on: .main, done) }
      await expectCallback(.later, on: .main) { done in Task { @MainActor in done() } }
    }
  }

  @Test func `what the function throws is thrown, and nothing is expected`() async {
    struct Refused: Error {}
    #expect(throws: Refused.self) { try throwing { throw Refused() } }
    await #expect(throws: Refused.self) { try await expectCallback { _ in throw Refused() } }
  }

  @Test func `a process that does not rest ends at the limit, which is no proof`() async {
    await #expect(processExitsWith: .success) {
      let isOver = Atomic(false)
      DispatchQueue(label: "computes").async { while !isOver.load(ordering: .relaxed) {} }
      let text = try await onlyIssue { await expectCallback(within: .milliseconds(100)) { _ in } }
      #expect(text.contains("It may still come: not every thread is at rest"))
      #expect(text.contains(/thread \d+ \(.*\) runs/))
      // Passing calls do not wait for the rest of the process.
      await expectCallback { done in done() }
      isOver.store(true, ordering: .relaxed)
    }
  }

  @Test func `many can wait at once`() async {
    await #expect(processExitsWith: .success) {
      await withTaskGroup { group in
        for _ in 0..<50 { group.addTask { await expectCallback(.later) { done in call(1, done) } } }
      }
    }
  }

  @Test func `a cancelled task stops waiting`() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "computes")
      let isOver = Atomic(false)
      queue.async { while !isOver.load(ordering: .relaxed) {} }
      let task = Task { await expectCallback(within: .seconds(3600)) { _ in } }
      task.cancel()
      await task.value
      isOver.store(true, ordering: .relaxed)
    }
  }
}
