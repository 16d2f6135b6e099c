import APlusModel

/// Checks what a case expects of its trace, besides the laws.
struct Expectations {
  let scenario: Scenario
  let facts: Facts
  private let matching: [Matching]
  let index: RoundIndex

  init(_ scenario: Scenario, _ facts: Facts) {
    self.scenario = scenario
    self.facts = facts
    index = RoundIndex(facts)
    matching = (0..<scenario.program.rounds).map { round in
      Matching(facts.trace, bindings: facts.bindings[round] ?? [:])
    }
  }

  /// The unmet expectations, in order, each in the first round that does not meet it.
  func violations() -> [Violation] {
    scenario.expectations.compactMap { expectation in
      for round in 0..<scenario.program.rounds { if let violation = check(expectation, round) { return violation } }
      return nil
    }
  }

  private func check(_ expectation: Expectation, _ round: Int) -> Violation? {
    switch expectation {
    case .runs(let function, let times, let value, let mark): return runs(function, times, value, after: mark, round)
    case .runsAll(let times, let value):
      // In order of names, so that every process reports the same function.
      return registeredFunctions(round).sorted { $0.key < $1.key }.lazy.compactMap {
        runs($0.key, times * $0.value, value, after: nil, round)
      }.first
    case .never(let function): return runs(function, 0, nil, after: nil, round)
    case .order(let functions): return order(functions, round)
    case .sequence(let functions): return sequence(functions, round)
    case .outcome(let promise, let outcome, let value): return self.outcome(promise, outcome, value, round)
    case .reads(let subject, let times): return reads(subject, times, round)
    case .calls(let function, let times):
      let count = frames(function, round).count
      guard count != times else { return nil }
      return violation(
        .count, "`\(function)` was \(called(count)), expected \(phrase(times))", expected: "\(phrase(times))",
        observed: "\(phrase(count))")
    case .receiver(let function, let receiver): return self.receiver(function, receiver, round)
    case .arguments(let function, let count): return arguments(function, count, round)
    case .distinct(let functions): return distinct(functions, round)
    case .givesPromise(let name): return givesPromise(name, round)
    case .freed(let name, let isFreed): return freed(name, isFreed, round)
    case .pendingAt(let promise, let mark): return pending(promise, mark, round)
    case .constant(let promise):
      // It is about all rounds together.
      return round == 0 ? growth(promise) : nil
    case .unhandled(let reason, let times, let mark): return unhandled(reason, times, after: mark, round)
    }
  }

  // MARK: Promises

  private func outcome(_ promise: String, _ expected: ExpectedOutcome, _ value: Expected?, _ round: Int) -> Violation? {
    let promises = index.objects(named: promise, in: round)
    let seen = promises.flatMap { facts.observations[$0] ?? [] }
    let wanted = expected.rawValue + (value.map { " with \(text($0))" } ?? "")
    guard !seen.isEmpty else {
      guard expected != .pending else { return nil }
      return violation(
        .count, "\(promise) was never seen to settle, expected \(wanted)", expected: wanted,
        observed: "no handler of \(promise) ran", promises: promises)
    }
    for observation in seen {
      let isRight: Bool =
        switch expected {
        case .pending: false
        case .fulfilled: observation.isFulfilled
        case .rejected: !observation.isFulfilled
        }
      let observed =
        (observation.isFulfilled ? "fulfilled" : "rejected") + " with \(facts.trace.text(observation.value))"
      guard isRight, value.map({ fits(observation.value, $0, round) }) ?? true else {
        return violation(
          isRight ? .value : .state, "\(promise) is \(observed), expected \(wanted)", expected: wanted,
          observed: observed, event: observation.begin)
      }
    }
    return nil
  }

  private func givesPromise(_ name: String, _ round: Int) -> Violation? {
    let given = index.objects(named: name, in: round).contains { object in
      // A `then` may return the promise that it was called on.
      let hasThen = facts.trace.objects[object].isThenable || facts.registrationsOn[object] != nil
      return hasThen && (facts.creators[object] != nil || facts.combined.contains(object))
    }
    guard !given else { return nil }
    return violation(
      .value, facts.hasCombinations ? "the combinator did not give a promise" : "`then` did not give a promise",
      expected: "an object or function with a then", observed: "no such thing")
  }

  private func pending(_ promise: String, _ mark: String, _ round: Int) -> Violation? {
    guard let passed = facts.marks[round]?[mark] else {
      return violation(.state, "`\(mark)` was never passed", expected: mark, observed: "no mark")
    }
    let observations = index.objects(named: promise, in: round).lazy.flatMap { facts.observations[$0] ?? [] }
    let early = observations.first { $0.begin < passed }
    return early.map {
      violation(
        .state, "\(promise) was settled before `\(mark)`", expected: "\(promise) is pending", observed: "settled",
        event: $0.begin)
    }
  }

  // MARK: Thenables, receivers, memory

  private func reads(_ subject: String, _ times: Int, _ round: Int) -> Violation? {
    let isPrototype = subject.hasSuffix(".prototype")
    let found =
      isPrototype
      ? (facts.prototypeReads[String(subject.dropLast(".prototype".count))] ?? []).filter {
        facts.frames[$0].round == round
      } : index.objects(named: subject, in: round).flatMap { facts.readsOf[$0] ?? [] }
    guard found.count != times else { return nil }
    return violation(
      .assimilation, "`then` of \(subject) was read \(phrase(found.count)), expected \(phrase(times))",
      expected: phrase(times), observed: phrase(found.count),
      event: found.count > times ? facts.frames[found[times]].begin : nil)
  }

  private func receiver(_ function: String, _ receiver: String, _ round: Int) -> Violation? {
    for run in frames(function, round) {
      let seen = run.frame.call?.receiver ?? "undefined"
      guard seen != receiver else { continue }
      return violation(
        .value, "`\(function)` was called with the receiver \(seen), expected \(receiver)", expected: receiver,
        observed: seen, event: run.begin)
    }
    return nil
  }

  private func arguments(_ function: String, _ count: Int, _ round: Int) -> Violation? {
    for run in frames(function, round) {
      guard let seen = run.frame.call?.argumentCount, seen != count else { continue }
      return violation(
        .value, "`\(function)` was called with \(seen) argument\(seen == 1 ? "" : "s"), expected \(count)",
        expected: "\(count)", observed: "\(seen)", event: run.begin)
    }
    return nil
  }

  private func distinct(_ functions: [String], _ round: Int) -> Violation? {
    var firsts: [Int: String] = [:]
    for function in functions {
      for run in frames(function, round) {
        guard let argument = run.frame.call?.arguments.first, let reference = argument.reference else { continue }
        let object = facts.trace.objects[reference]
        if object.kind == .list, !object.isForeign {
          return violation(
            .value, "`\(function)` got the list that the program gave the combinator, expected a new one",
            expected: "a new list", observed: "the list of the call", event: run.begin)
        }
        if let other = firsts.updateValue(function, forKey: reference) {
          return violation(
            .value, "`\(function)` got the same object as `\(other)`, expected one of its own",
            expected: "different objects", observed: "\(facts.trace.text(argument)) twice", event: run.begin)
        }
      }
    }
    return nil
  }

  private func freed(_ name: String, _ isFreed: Bool, _ round: Int) -> Violation? {
    let last = facts.trace.events.last { event in
      if case .gone(_, name, _) = event.kind { event.round == round } else { false }
    }
    guard case .gone(_, _, let gone)? = last?.kind else {
      return violation(.state, "\(name) was never probed", expected: "a probe", observed: "none")
    }
    guard gone != isFreed, gone || !isKept(name, before: last?.sequence ?? 0, round) else { return nil }
    return violation(
      .state, "\(name) is \(gone ? "" : "not ")given back", expected: isFreed ? "freed" : "kept",
      observed: gone ? "freed" : "kept", event: last?.sequence)
  }

  /// Whether the program still refers to the object by another name: a `then` may return the
  /// promise that its handler returned.
  private func isKept(_ name: String, before probe: Int, _ round: Int) -> Bool {
    var dropped: Set<String> = [name]
    for record in facts.frames where record.round == round && record.begin < probe {
      if case .drop(_, let names) = record.frame { dropped.formUnion(names) }
    }
    return index.objects(named: name, in: round).contains { reference in
      !dropped.isSuperset(of: facts.trace.objects[reference].names)
    }
  }

  // MARK: Values

  func isNamed(_ name: String, _ value: TracedValue, _ round: Int) -> Bool { matching[round].isNamed(name, value) }

  func fits(_ value: TracedValue, _ expected: Expected, _ round: Int) -> Bool {
    let object = value.reference.map { facts.trace.objects[$0] }
    switch expected {
    case .value(let expression):
      if case .scalar(.undefined) = expression { return value == .undefined || value == .nothing }
      return matching[round].matches(expression, value)
    case .anyError(let type): return object?.isForeign == true && object?.type == type
    case .cancellation: return object?.isCancellation == true
    case .timeout: return object?.isTimeout == true
    case .outcomes(let outcomes):
      guard let object, object.isForeign, let seen = object.items, seen.count == outcomes.count else { return false }
      return zip(outcomes, seen).allSatisfy { settlement, element in
        guard let entry = element.reference.map({ facts.trace.objects[$0] }), entry.outcome == settlement.word,
          let content = entry.items?.first
        else { return false }
        return fits(content, settlement.content, round)
      }
    case .errors(let reasons):
      // Some libraries reject with a list of the reasons in place of an error.
      guard let object, object.kind == .error || object.kind == .list, object.isForeign, let seen = object.items,
        seen.count == reasons.count
      else { return false }
      return zip(seen, reasons).allSatisfy { fits($0, $1, round) }
    }
  }

  func text(_ expected: Expected) -> String {
    switch expected {
    case .value(let value): text(value)
    case .anyError(let type): "a \(type)"
    case .cancellation: "the cancellation reason"
    case .timeout: "the time-out reason"
    case .outcomes(let outcomes):
      "[\(outcomes.map { "\($0.word.rawValue) with \(text($0.content))" }.joined(separator: ", "))]"
    case .errors(let reasons): "an error of [\(reasons.map(text).joined(separator: ", "))]"
    }
  }

  private func text(_ value: Value) -> String {
    switch value {
    case .name(let name): name
    case .scalar(let scalar): facts.trace.text(TracedValue(scalar))
    case .text(let text): "\"\(text)\""
    case .special(let special): special
    case .error(let type, _): type
    case .list(let items): "[\(items.map(text).joined(separator: ", "))]"
    case .promise(let state, _, _): "a \(state.rawValue) promise"
    case .thenable(let thenable): thenable.name ?? "a thenable"
    }
  }

  func called(_ times: Int) -> String { times == 0 ? "never called" : "called \(phrase(times))" }

  func ran(_ times: Int) -> String { times == 0 ? "never ran" : "ran \(phrase(times))" }

  func phrase(_ times: Int) -> String {
    switch times {
    case 0: "never"
    case 1: "once"
    default: "\(times) times"
    }
  }

  func violation(
    _ type: FailureType, _ message: String, expected: String, observed: String, event: Int? = nil, promises: [Int] = []
  ) -> Violation {
    Violation(
      law: nil, requirement: scenario.requirement, type: type, message: message, expected: expected, observed: observed,
      event: event, promises: promises)
  }
}
