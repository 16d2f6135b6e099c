import APlusAdapter
import APlusHost
import APlusQuiescence
import CQuiescence
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Jobs that run only when they are asked to.
final class JobList: Sendable {
  private let jobs = Mutex<[@Sendable () -> Void]>([])

  func append(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }

  func drain() -> Int {
    var count = 0
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job()
      count += 1
    }
    return count
  }
}

/// Calls handlers from a list that the engine drains.
struct ManualToy: ToyAdapter {
  private let jobs = JobList()

  var driver: Driver { .manual { [jobs] in jobs.drain() } }

  func makePromise() -> ToyPromise { ToyPromise { [jobs] job in jobs.append(job) } }
}

/// Has a combinator, whose promise never settles.
struct CombiningToy: ToyAdapter, CombiningAdapter {
  private let toy = ManualToy()

  static var combinators: Set<Combinator> { [.all] }

  var driver: Driver { toy.driver }

  func makePromise() -> ToyPromise { toy.makePromise() }

  func combine(_ combination: APlusAdapter.Combination<ToyPromise>) -> ToyPromise { makePromise() }
}

/// Calls the task of its combinator on another thread, and gives it time before it returns.
struct TryingToy: ToyAdapter, CombiningAdapter {
  private final class Call: Sendable {
    let hasBegun = Atomic<Bool>(false)
    let isOver = Atomic<Bool>(true)
  }

  private let call = Call()

  static var combinators: Set<Combinator> { [.try] }

  var driver: Driver { .owned(isIdle: { [call] in call.isOver.load(ordering: .acquiring) }) }

  func makePromise() -> ToyPromise { ToyPromise { job in job() } }

  func combine(_ combination: APlusAdapter.Combination<ToyPromise>) -> ToyPromise {
    guard case .value(let task)? = combination.task else { return makePromise() }
    call.isOver.store(false, ordering: .releasing)
    Threads.start { [call] in
      call.hasBegun.store(true, ordering: .releasing)
      _ = try? task()
      call.isOver.store(true, ordering: .releasing)
    }
    while !call.hasBegun.load(ordering: .acquiring) { aplus_thread_yield() }
    // A task that waits for the result cannot end in here.
    for _ in 0..<200 where !call.isOver.load(ordering: .acquiring) { aplus_thread_yield() }
    return makePromise()
  }
}

/// Takes five milliseconds for each registration.
struct SlowToy: ToyAdapter {
  private let base = ManualToy()

  var driver: Driver { base.driver }

  func makePromise() -> ToyPromise { base.makePromise() }

  func then(_ promise: ToyPromise, _ handlers: Handlers<ToyPromise>) -> ToyPromise {
    usleep(5000)
    return base.then(promise, handlers)
  }
}

/// Knows how many of its promises are alive.
struct CountedToy: ToyAdapter {
  final class Count: Sendable {
    private let alive = Atomic<Int>(0)

    var value: Int { alive.load(ordering: .acquiring) }

    func change(by difference: Int) { alive.add(difference, ordering: .acquiringAndReleasing) }
  }

  private final class Life: Sendable {
    private let count: Count

    init(_ count: Count) {
      self.count = count
      count.change(by: 1)
    }

    deinit { count.change(by: -1) }
  }

  let count = Count()
  private let jobs = JobList()

  var driver: Driver { .manual { [jobs] in jobs.drain() } }

  func makePromise() -> ToyPromise {
    let life = Life(count)
    return ToyPromise { [jobs] job in
      jobs.append { [life] in
        job()
        _ = life
      }
    }
  }
}

/// Calls handlers at once, inside `then` and inside the settle call.
struct SynchronousToy: ToyAdapter {
  var driver: Driver { .manual { 0 } }

  func makePromise() -> ToyPromise { ToyPromise { job in job() } }
}

/// Loses every handler.
struct ForgetfulToy: ToyAdapter {
  var driver: Driver { .manual { 0 } }

  func makePromise() -> ToyPromise { ToyPromise { _ in } }
}

/// Calls handlers at once and on a lock that a second thread cannot get meanwhile.
struct DeadlockingToy: ToyAdapter {
  private final class Gate: Sendable { let semaphore = DispatchSemaphore(value: 1) }

  private let gate = Gate()

  var driver: Driver { .background }

  func makePromise() -> ToyPromise {
    ToyPromise { [gate] job in
      gate.semaphore.wait()
      job()
      gate.semaphore.signal()
    }
  }
}

/// Spins without reaching its handlers until `end` is called.
struct SpinningToy: ToyAdapter {
  private final class Loop: Sendable { let isOver = Atomic<Bool>(false) }

  private let loop = Loop()

  var driver: Driver { .background }

  func makePromise() -> ToyPromise {
    ToyPromise { [loop] job in
      while !loop.isOver.load(ordering: .relaxed) {}
      job()
    }
  }

  func end() { loop.isOver.store(true, ordering: .relaxed) }
}

/// Calls handlers on a serial queue, and counts what is left to do.
struct QueueToy: ToyAdapter {
  private final class Owner: Sendable {
    let queue = DispatchQueue(label: "toy")
    let pending = Atomic<Int>(0)
  }

  private let owner = Owner()

  var driver: Driver { .owned(isIdle: { [owner] in owner.pending.load(ordering: .acquiring) == 0 }) }

  func makePromise() -> ToyPromise {
    ToyPromise { [owner] job in
      owner.pending.add(1, ordering: .acquiringAndReleasing)
      owner.queue.async {
        job()
        owner.pending.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
  }
}

/// Ends its last job between the question whether it is idle and the look at its threads.
///
/// In a process whose other threads never rest there is no such look: after a while it is idle.
struct LateToy: ToyAdapter {
  private enum Answer { case unasked, busy, idle }

  private let last = Guard()

  private final class Guard: Sendable {
    let answer = Mutex(Answer.unasked)
    let end = ContinuousClock.now + .seconds(10)
  }

  var driver: Driver {
    .owned(
      isIdle: { [last] in
        last.answer.withLock { answer in
          answer = answer == .unasked && .now < last.end ? .busy : .idle
          return answer == .idle
        }
      },
      help: { [last] in
        last.answer.withLock { answer in if answer == .busy { answer = .unasked } }
        return 0
      })
  }

  func makePromise() -> ToyPromise { ToyPromise { job in job() } }
}

/// Calls each handler forever.
struct RepeatingToy: ToyAdapter {
  /// Where handlers are called.
  enum Stack: CaseIterable {
    /// Inside the call of the library that makes them due.
    case caller
    /// On the thread that drains the library's list.
    case list
    /// On one thread of the library.
    case other
    /// On two threads of the library.
    case others
  }

  /// Far more than any test lets pass, and no load on those that come after it.
  private static let repetitions = 5000

  private let stack: Stack
  private let jobs = JobList()

  init() { self.init(.caller) }

  init(_ stack: Stack) { self.stack = stack }

  var driver: Driver {
    switch stack {
    case .caller, .list: .manual { [jobs] in jobs.drain() }
    case .other, .others: .background
    }
  }

  func makePromise() -> ToyPromise {
    ToyPromise { [stack, jobs] job in
      let loop: @Sendable () -> Void = { for _ in 0..<Self.repetitions { job() } }
      switch stack {
      case .caller: loop()
      case .list: jobs.append(loop)
      case .other: Threads.start(loop)
      case .others: for _ in 0..<2 { Threads.start(loop) }
      }
    }
  }
}
