/// Runs jobs one after another, each from a clean stack, in the order they came.
class JobQueue {
  typealias Job = () -> Void

  var jobs: [Job] = []
  /// The index of the first job that has not run yet.
  final var head = 0
  /// How often the queue was drained: work of one turn sees the same number.
  private(set) final var turn = 0
  private(set) final var isDraining = false
  /// How many handlers are running, one inside the other.
  final var openHandlers = 0
  /// The context whose job is running; nil for the default.
  final var context: StepwiseContext?

  /// The reactions of promises that are being freed; each may be the last owner of the next promise
  /// of a chain.
  private var remains: [[Reaction]] = []
  private var isLettingGo = false

  required init() {}

  /// Frees the reactions of a promise that is being freed, in a loop: a chain may have any length.
  final func letGo(_ reactions: inout [Reaction]) {
    guard !reactions.isEmpty else { return }
    remains.append(reactions)
    reactions = []
    guard !isLettingGo else { return }
    isLettingGo = true
    while !remains.isEmpty { _ = remains.popLast() }
    isLettingGo = false
  }

  /// How many jobs wait.
  final var count: Int { jobs.count - head }

  /// Adds a job at the end.
  func add(_ job: @escaping Job) { jobs.append(job) }

  /// Adds a job before all others.
  final func addFirst(_ job: @escaping Job) { jobs.insert(job, at: head) }

  /// Runs jobs, and those that they add, until there are none.
  ///
  /// - Returns: How many there were.
  final func drain() -> Int {
    isDraining = true
    turn += 1
    var count = 0
    while let job = next() {
      job()
      count += 1
    }
    isDraining = false
    return count
  }

  /// Takes the next job.
  func next() -> Job? {
    guard head < jobs.count else {
      // What the jobs hold is freed once the queue is empty: that may run user code, which adds jobs.
      let done = jobs
      jobs = []
      head = 0
      return withExtendedLifetime(done) { nil }
    }
    head += 1
    return jobs[head - 1]
  }
}
