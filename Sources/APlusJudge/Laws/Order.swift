import APlusModel
import APlusRules

/// Law 6, 2.2.6: handlers of one promise begin in the order of their `then` calls.
///
/// For two registrations on the same promise and for the same context whose handlers both ran: if
/// the `then` call of the one ended before that of the other began, its handler begins first.
/// Between threads the requirement is our own, T-order.
struct Order {
  let facts: Facts

  func violations() -> [Violation] {
    calls()
      + facts.sources.flatMap { source in lines(facts.registrations(on: source)).flatMap { violations(source, $0) } }
  }

  /// The registrations of each context, in order of their `then` calls: handlers of different
  /// contexts are not compared, nor are those without one where the library promises no order.
  private func lines(_ numbers: [Int]) -> [[Int]] {
    guard !facts.contexts.isEmpty else { return facts.isUnordered ? [] : [numbers] }
    var contexts: [String?] = []
    var lines: [String?: [Int]] = [:]
    for number in numbers {
      let context = facts.context(ofRegistration: number)
      if context == nil, facts.isUnordered { continue }
      if lines[context] == nil { contexts.append(context) }
      lines[context, default: []].append(number)
    }
    return contexts.compactMap { lines[$0] }
  }

  private struct Run {
    @Small var registration: Int
    @Small var thenBegin: Int
    /// `Int32.max` while the call is open.
    @Small var thenEnd: Int
    @Small var handlerBegin: Int
    /// Whether the handler ran inside the `then` that registered it.
    let isInline: Bool
  }

  /// The first handler that overtakes another, and the first that does so although it did not run
  /// inside its own `then`: the former may be a consequence of where it ran, and must not hide the
  /// latter.
  private func violations(_ source: Source, _ numbers: [Int]) -> [Violation] {
    let runs = numbers.compactMap(run)
    guard runs.count > 1 else { return [] }
    // A sweep compares each `then` call, in order of begin, with those that had ended before it. It
    // sorts indices, which take less memory than runs.
    let ended = (0..<Int32(runs.count)).sorted { runs[Int($0)].thenEnd < runs[Int($1)].thenEnd }
    var position = 0
    var latest: Run?
    var inline: Violation?
    for run in runs {
      while position < ended.count, runs[Int(ended[position])].thenEnd < run.thenBegin {
        let earlier = runs[Int(ended[position])]
        if earlier.handlerBegin > latest?.handlerBegin ?? 0 { latest = earlier }
        position += 1
      }
      guard let latest, latest.handlerBegin > run.handlerBegin else { continue }
      guard run.isInline else { return [inline, report(source, latest, overtakenBy: run)].compactMap(\.self) }
      inline = inline ?? report(source, latest, overtakenBy: run)
    }
    return [inline].compactMap(\.self)
  }

  private func run(_ number: Int) -> Run? {
    guard let registration = facts.registrations[number], let first = registration.runs.first else { return nil }
    return Run(
      registration: number, thenBegin: facts.frames[registration.frame].begin,
      thenEnd: facts.frames[registration.frame].end ?? Int(Int32.max), handlerBegin: facts.frames[first].begin,
      isInline: facts.isInsideItsOwnThen(first, registration))
  }

  private func report(_ source: Source, _ earlier: Run, overtakenBy later: Run) -> Violation {
    let (first, firstSlot, firstStack) = describe(earlier)
    let (second, secondSlot, secondStack) = describe(later)
    let isRejection = firstSlot == .onRejected || secondSlot == .onRejected
    let rule = rules[.order, .handler, Rule.Outcome(isFulfilled: !isRejection)]
    let name = facts.name(of: source)
    let overtaken = first == second ? "an earlier `\(first)`" : "`\(first)`"
    return Violation(
      law: .order, requirement: firstStack == secondStack ? rule : rules[.order, .lanes], type: .order,
      message: "`\(second)` ran before \(overtaken), which was registered on \(name) first",
      expected: "\(overtaken), then `\(second)`", observed: "`\(second)`, then \(overtaken)", event: later.handlerBegin)
  }

  /// The function that ran, its slot, and the stack that registered it.
  private func describe(_ run: Run) -> (function: String, slot: HandlerSlot, stack: Int) {
    guard let registration = facts.registrations[run.registration], let first = registration.runs.first,
      case .handler(let call, _, let slot) = facts.frames[first].frame
    else { return ("", .finally, 0) }
    return (facts.frames[first].named(call.function), slot, facts.frames[registration.frame].stack)
  }
}
