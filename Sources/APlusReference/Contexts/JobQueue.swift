/// The jobs of a serial context: those that are ready, first come first served, and those that
/// wait for their time.
struct JobQueue: Sendable {
  private var ready: [(@Sendable () -> Void)?] = []
  private var head = 0
  private var agenda = Agenda()

  /// Whether no job is ready; jobs may still wait for their time.
  var isEmpty: Bool { head == ready.count }

  /// When the soonest waiting job is due.
  var nextDue: ContinuousClock.Instant? { agenda.nextDue }

  /// Adds a job at the end.
  mutating func append(_ job: @escaping @Sendable () -> Void) {
    ready.append(job)
  }

  /// Adds a job that becomes ready at an instant, and returns its number.
  mutating func append(
    _ job: @escaping @Sendable () -> Void,
    due: ContinuousClock.Instant
  ) -> Int {
    agenda.add(job, due: due)
  }

  /// Takes a waiting job out.
  mutating func cancel(_ id: Int) -> (@Sendable () -> Void)? {
    agenda.cancel(id)
  }

  /// Takes the next job: what is due at an instant joins the end of the ready ones first.
  mutating func take(at now: @autoclosure () -> ContinuousClock.Instant) -> (@Sendable () -> Void)?
  {
    if agenda.nextDue != nil {
      let now = now()
      while let job = agenda.takeDue(at: now) {
        ready.append(job)
      }
    }
    guard head < ready.count else { return nil }
    let job = ready[head]
    ready[head] = nil
    head += 1
    if head == ready.count {
      ready.removeAll(keepingCapacity: head <= 1024)
      head = 0
    } else if head > 1024, 2 * head > ready.count {
      ready.removeFirst(head)
      head = 0
    }
    return job
  }

  /// Takes all jobs out, also those that wait, and leaves the queue empty.
  mutating func takeAll() -> JobQueue {
    let all = self
    self = JobQueue()
    return all
  }
}
