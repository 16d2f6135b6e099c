import APlusReference
import Testing

@Suite("sequence") struct SequenceTests {
  let context = ManualContext()
  let log = Log()

  /// Members that are fulfilled with their positions, and tasks that the test settles.
  private func sequence(of count: Int) -> (Promise<[String]>, [Deferred<String>]) {
    let members = (0..<count).map { Promise.fulfilled($0, on: context) }
    let tasks = members.map { _ in Deferred<String>(on: context) }
    let sequence = Promise.sequence(members, on: context) { [log] index in
      log.write("task \(index)")
      return tasks[index].promise
    }
    return (sequence, tasks)
  }

  @Test func `a task starts when the one before it is fulfilled`() throws {
    let (sequence, tasks) = sequence(of: 2)
    context.drain()
    #expect(log.words == ["task 0"])
    tasks[0].fulfill("a")
    context.drain()
    #expect(log.words == ["task 0", "task 1"])
    #expect(sequence.status == .pending)
    tasks[1].fulfill("b")
    context.drain()
    #expect(try sequence.result?.get() == ["a", "b"])
  }

  @Test func `a task waits for its own member`() throws {
    let member = Deferred<Int>(on: context)
    let sequence = Promise.sequence([member.promise], on: context) { value in
      Promise.fulfilled(value + 1, on: member.promise.context)
    }
    context.drain()
    #expect(sequence.status == .pending)
    member.fulfill(1)
    context.drain()
    #expect(try sequence.result?.get() == [2])
  }

  @Test func `a task that fails is the last`() {
    let (sequence, tasks) = sequence(of: 2)
    context.drain()
    tasks[0].reject(Failure("first"))
    context.drain()
    #expect(log.words == ["task 0"])
    #expect(throws: Failure.self) { try sequence.result?.get() }
  }

  @Test func `a task that throws rejects`() {
    let member = Promise.fulfilled(1, on: context)
    let sequence = Promise.sequence([member], on: context) { _ -> Promise<Int> in throw Failure() }
    context.drain()
    #expect(throws: Failure.self) { try sequence.result?.get() }
  }

  @Test func `without members it is fulfilled`() throws {
    let (sequence, _) = sequence(of: 0)
    #expect(try sequence.result?.get() == [])
  }

  @Test func `a cancel reaches the task that is running, and no other starts`() {
    let (sequence, tasks) = sequence(of: 3)
    context.drain()
    tasks[0].fulfill("a")
    context.drain()
    let derived = tasks[0].promise.then { _ in Promise<Int>(on: context) { _ in } }
    sequence.cancel()
    context.drain()
    #expect(log.words == ["task 0", "task 1"])
    #expect(tasks[1].promise.status == .cancelled)
    #expect(tasks[2].promise.status == .pending)
    #expect(derived.status == .pending)
  }

  @Test func `a cancel while a member is pending starts no task`() {
    let member = Deferred<Int>(on: context)
    let sequence = Promise.sequence([member.promise], on: context) { [log] value in
      log.write("task")
      return Promise.fulfilled(value)
    }
    sequence.cancel()
    context.drain()
    #expect(member.fulfill(1))
    context.drain()
    #expect(log.words.isEmpty)
    #expect(sequence.status == .cancelled)
  }
}
