import APlusModel

/// Checks how often functions ran, with which values, and in which order.
extension Expectations {
  func frames(_ function: String, _ round: Int) -> LazyMapCollection<[Int], FrameRecord> {
    index.runs(of: function, in: round).lazy.map { facts.frames[$0] }
  }

  func runs(_ function: String, _ times: Int, _ value: Expected?, after mark: String?, _ round: Int) -> Violation? {
    let runs = frames(function, round)
    guard runs.count == times else {
      let extra = runs.count > times ? runs[times].begin : nil
      return violation(
        .count, "`\(function)` \(ran(runs.count)), expected \(phrase(times))",
        expected: "`\(function)` runs \(phrase(times))", observed: "`\(function)` \(ran(runs.count))", event: extra,
        promises: extra == nil ? parents(of: [function], round) : [])
    }
    if let mark, let first = runs.first {
      guard let passed = facts.marks[round]?[mark], passed < first.begin else {
        return violation(
          .zalgo, "`\(function)` ran before `\(mark)`", expected: "`\(mark)`, then `\(function)`",
          observed: "`\(function)` first", event: first.begin)
      }
    }
    guard let value else { return nil }
    for run in runs {
      guard let argument = run.frame.call?.arguments.first ?? .some(.undefined), !fits(argument, value, round) else {
        continue
      }
      let seen = facts.trace.text(argument)
      let wanted = text(value)
      return violation(
        .value, "`\(function)` got \(seen), expected \(wanted)", expected: "with \(wanted)", observed: "with \(seen)",
        event: run.begin)
    }
    return nil
  }

  /// The promises that functions are registered on.
  private func parents(of functions: Set<String>, _ round: Int) -> [Int] {
    index.registrations(in: round).compactMap { number in
      guard let registration = facts.registrations[number] else { return nil }
      let slots = [true, false].map { facts.slot(of: registration, isFulfilled: $0) }
      let isRegistered = slots.contains { slot in
        if case .function(let name) = slot { functions.contains(name) } else { false }
      }
      return isRegistered ? registration.parent : nil
    }
  }

  /// Violations by functions that ran too often before the host stopped recording.
  func excess() -> [Violation] {
    scenario.expectations.compactMap { expectation in
      for round in 0..<scenario.program.rounds {
        let counts: [(function: String, times: Int)] =
          switch expectation {
          case .runs(let function, let times, _, _), .calls(let function, let times): [(function, times)]
          case .runsAll(let times, _):
            registeredFunctions(round).sorted { $0.key < $1.key }.map { ($0.key, times * $0.value) }
          case .never(let function): [(function, 0)]
          default: []
          }
        for (function, times) in counts {
          let runs = frames(function, round)
          guard runs.count > times else { continue }
          return violation(
            .count, "`\(function)` \(ran(runs.count)) and more, expected \(phrase(times))",
            expected: "`\(function)` runs \(phrase(times))", observed: "`\(function)` \(ran(runs.count)) and more",
            event: runs[times].begin)
        }
      }
      return nil
    }
  }

  /// How often each function is registered for an outcome that was observed or could be.
  func registeredFunctions(_ round: Int) -> [String: Int] {
    var counts: [String: Int] = [:]
    for number in index.registrations(in: round) {
      guard let registration = facts.registrations[number] else { continue }
      let isFulfilled = registration.parent.flatMap { facts.observations[$0]?.first?.isFulfilled } ?? true
      let own = facts.slot(of: registration, isFulfilled: isFulfilled)
      let slot = own == .absent ? facts.slot(of: registration, isFulfilled: !isFulfilled) : own
      if case .function(let name) = slot { counts[name, default: 0] += 1 }
    }
    return counts
  }

  func order(_ functions: [String], _ round: Int) -> Violation? {
    let firsts = functions.compactMap { name in frames(name, round).first.map { (name, $0.begin) } }
    for (one, next) in zip(firsts, firsts.dropFirst()) where one.1 > next.1 && wasRegistered(one.1, before: next.1) {
      return violation(
        .order, "`\(next.0)` ran before `\(one.0)`", expected: functions.joined(separator: ", "),
        observed: firsts.sorted { $0.1 < $1.1 }.map(\.0).joined(separator: ", "), event: next.1)
    }
    guard firsts.count == functions.count else {
      let missing = functions.first { name in !firsts.contains { $0.0 == name } } ?? ""
      return violation(
        .count, "`\(missing)` never ran", expected: functions.joined(separator: ", "),
        observed: "no run of `\(missing)`", promises: parents(of: [missing], round))
    }
    return nil
  }

  func sequence(_ functions: [String], _ round: Int) -> Violation? {
    let firsts = functions.compactMap { name in
      frames(name, round).first.map { (name: name, begin: $0.begin, stack: $0.stack) }
    }
    for (one, next) in zip(firsts, firsts.dropFirst()) where one.stack == 0 && next.stack == 0 && one.begin > next.begin
    {
      return violation(
        .order, "`\(next.name)` ran before `\(one.name)`, which was due first",
        expected: functions.joined(separator: ", "),
        observed: firsts.sorted { $0.begin < $1.begin }.map(\.name).joined(separator: ", "), event: next.begin)
    }
    return nil
  }

  /// Whether the `then` call of one handler run had ended before that of the other began.
  ///
  /// On a pool, a handler may run, and register another, before the script has registered the next.
  private func wasRegistered(_ one: Int, before other: Int) -> Bool {
    guard let first = facts.handler(beginningAt: one)?.registration,
      let second = facts.handler(beginningAt: other)?.registration
    else { return true }
    return (facts.frames[first.frame].end ?? .max) < facts.frames[second.frame].begin
  }
}
