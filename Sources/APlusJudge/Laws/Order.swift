import APlusSpec
import APlusTrace

/// Law 6, 2.2.6: handlers of one promise begin in the order of their `then` calls.
///
/// For two registrations on the same promise whose handlers both ran: if the `then` call of the one ended before
/// that of the other began, its handler begins first. Between different threads the rule is our own, T-order.
struct Order {
  let facts: Facts

  func violations() -> [Violation] {
    facts.registrationsOn.sorted { $0.key < $1.key }.compactMap { violation($0.key, $0.value) }
  }

  private struct Run {
    let registered: FrameRecord
    let handler: FrameRecord
    let function: String
    let slot: HandlerSlot
  }

  private func violation(_ promise: Int, _ numbers: [Int]) -> Violation? {
    let runs = numbers.compactMap(run)
    guard runs.count > 1 else { return nil }
    // `then` calls in order of their begin, against those that had ended by then: a sweep.
    let ended = runs.sorted { ($0.registered.end ?? .max) < ($1.registered.end ?? .max) }
    var position = 0
    var latest: Run?
    for run in runs.sorted(by: { $0.registered.begin < $1.registered.begin }) {
      while position < ended.count,
        (ended[position].registered.end ?? .max) < run.registered.begin
      {
        if ended[position].handler.begin > latest?.handler.begin ?? 0 { latest = ended[position] }
        position += 1
      }
      if let latest, latest.handler.begin > run.handler.begin {
        return report(promise, latest, overtakenBy: run)
      }
    }
    return nil
  }

  private func run(_ number: Int) -> Run? {
    guard let registration = facts.registrations[number], let first = registration.runs.first,
      case .handler(let call, _, let slot) = facts.frames[first].frame
    else { return nil }
    return Run(
      registered: facts.frames[registration.frame],
      handler: facts.frames[first],
      function: call.function,
      slot: slot
    )
  }

  private func report(_ promise: Int, _ earlier: Run, overtakenBy later: Run) -> Violation {
    let isOneThread = earlier.registered.stack == later.registered.stack
    let rule = later.slot == .onRejected ? "2.2.6.2" : "2.2.6.1"
    let name = facts.trace.text(.reference(promise))
    return Violation(
      law: .order,
      requirement: isOneThread ? rule : "T-order",
      type: .order,
      message:
        "`\(later.function)` ran before `\(earlier.function)`, which was registered on \(name) first",
      expected: "`\(earlier.function)`, then `\(later.function)`",
      observed: "`\(later.function)`, then `\(earlier.function)`",
      event: later.handler.begin
    )
  }
}
