import APlusModel

/// A program without its names, and its expectations, which refer to registrations by their places.
///
/// Names are numbered as they come up, and functions stand where they are registered. A registration stands as early as
/// it may without passing a step that could make a difference to it, so that the order of those on different promises
/// does not count.
struct CanonicalProgram {
  private(set) var stages: [String] = []
  private var claims: [Set<Slot>: Claim] = [:]
  private var outcomes: [String: Claim] = [:]

  private let program: Program
  private var numbers: [String: Int] = [:]
  private var open: [String] = []
  private var registrations = 0
  private var slots: [String: Set<Slot>] = [:]

  /// A handler's place.
  private struct Slot: Hashable {
    let registration: Int
    let isForValue: Bool
    /// The promise, where it is one and no family of promises.
    let promise: String?
  }

  /// How often a handler runs and with what; of a promise, whether it settles, and how.
  private struct Claim {
    var count: Int
    /// Of a promise, and where that is known: whether it is fulfilled.
    var isFulfilled: Bool?
    var value: Expected?
    /// The value with numbers for names; nil where it may stand for another value.
    var text: String?
  }

  init(_ plan: Plan, _ scenario: Scenario) {
    program = plan.program
    let rounds = program.contexts.map { "\($0.key)=\($0.value)" }.sorted()
    var frame = "\(rounds)"
    if let prototype = program.prototype {
      frame += "\(prototype.type)\(handler(.function(prototype.then ?? ""), nil, true))"
      frame += "\(prototype.get.map { ending($0) })"
    }
    for stage in plan.stages {
      stages.append(frame + text(of: stage) + "| ")
      frame = ""
    }
    for expectation in scenario.expectations { note(expectation) }
  }

  // MARK: What is claimed

  private mutating func note(_ expectation: Expectation) {
    switch expectation {
    case .runs(let function, let times, let value, _):
      let places = slots[function] ?? []
      let claim = Claim(count: times, value: value, text: value.flatMap { plain($0) })
      claims[places] = claim
      let promises = Set(places.map(\.promise))
      if times > 0, promises.count == 1, let promise = promises.first ?? nil {
        let kinds = Set(places.map(\.isForValue))
        var outcome = claim
        outcome.isFulfilled = kinds.count == 1 ? kinds.first : nil
        outcomes[promise] = outcome
      }
    case .never(let function): claims[slots[function] ?? []] = Claim(count: 0)
    case .outcome(let promise, let outcome, let value):
      guard !promise.contains("#") else { return }
      outcomes[name(promise)] = Claim(
        count: outcome == .pending ? 0 : 1, isFulfilled: outcome == .pending ? nil : outcome == .fulfilled,
        value: value, text: value.flatMap { plain($0) })
    default: break
    }
  }

  /// Why nothing can pass both this and a program that begins like it.
  func conflict(withLonger longer: CanonicalProgram, isEqual: Bool) -> String? {
    for (places, claim) in claims where !places.isEmpty {
      guard let other = longer.claims[places] else { continue }
      if isEqual ? claim.count != other.count : claim.count > other.count {
        return "a handler runs \(claim.count) and \(other.count) times"
      }
      if claim.count > 0, Self.exclude(claim, other) { return Self.values(claim, other) }
    }
    for (promise, claim) in outcomes {
      guard let other = longer.outcomes[promise] else { continue }
      if claim.count > 0, other.count == 0 || isEqual && claim.count == 0 && other.count > 0 {
        return "a promise is settled and pending"
      }
      guard claim.count > 0 else { continue }
      if let one = claim.isFulfilled, let two = other.isFulfilled, one != two {
        return "a promise is fulfilled and rejected"
      }
      if Self.exclude(claim, other) { return Self.values(claim, other) }
    }
    return nil
  }

  private static func exclude(_ one: Claim, _ other: Claim) -> Bool {
    switch (one.value, other.value) {
    case (.value, .value): one.text != nil && other.text != nil && one.text != other.text
    case (.value, .some): one.text != nil
    case (.some, .value): other.text != nil
    case (.cancellation, .timeout), (.timeout, .cancellation): true
    default: false
    }
  }

  private static func values(_ one: Claim, _ other: Claim) -> String {
    "\(one.text ?? "\(one.value, default: "")") and \(other.text ?? "\(other.value, default: "")")"
  }

  /// A value that is no other's name; nil for what is bound.
  private mutating func plain(_ expected: Expected) -> String? {
    guard case .value(let value) = expected else { return nil }
    switch value {
    case .name(let name) where name.isMarkName: return self.name(name)
    case .scalar, .text: return text(of: value)
    default: return nil
    }
  }

  // MARK: The program's text

  /// A step, with the registrations that stand behind it.
  private struct Group {
    var step: Step?
    var registrations: [Registration] = []

    /// Whether a registration on a promise must stay behind the step, or behind a registration that it holds.
    func stops(_ registration: Registration) -> Bool {
      if registrations.contains(where: { $0.result == registration.promise }) { return true }
      return switch step?.action {
      case .bind(let name, .promise(.pending, _, _)): name == registration.promise
      case .settle(.resolve, let promise, _): promise == registration.promise
      default: true
      }
    }
  }

  private mutating func text(of steps: [Step]) -> String {
    var groups = [Group()]
    for step in steps {
      guard case .then(let registration) = step.action else {
        groups.append(Group(step: step))
        continue
      }
      let place = groups.lastIndex { $0.stops(registration) } ?? 0
      groups[place].registrations.append(registration)
    }
    var text = ""
    for group in groups {
      if let step = group.step { text += self.text(of: step.action) }
      let ordered = group.registrations.enumerated().sorted { one, other in
        let (first, second) = (number(one.element.promise), number(other.element.promise))
        return first == second ? one.offset < other.offset : first < second
      }
      for (_, registration) in ordered { text += self.text(of: registration) }
    }
    return text
  }

  private func number(_ name: String) -> Int { numbers[stem(name)] ?? .max }

  private mutating func text(of registration: Registration) -> String {
    let promise = registration.promise.contains("#") ? nil : name(registration.promise)
    var text = "then \(name(registration.promise))"
    text += " on \(registration.context ?? "")"
    text += handler(registration.onFulfilled, promise, true)
    text += handler(registration.onRejected, promise, false)
    registrations += 1
    if let result = registration.result { text += "as \(name(result))" }
    return text + "; "
  }

  private mutating func handler(_ handler: Handler, _ promise: String?, _ isForValue: Bool) -> String {
    switch handler {
    case .absent: return "(-)"
    case .notFunction(let value): return "(not \(text(of: value)))"
    case .function(let function):
      let slot = Slot(registration: registrations, isForValue: isForValue, promise: promise)
      slots[function, default: []].insert(slot)
      return "(\(body(of: function)))"
    }
  }

  private mutating func body(of function: String) -> String {
    if let depth = open.firstIndex(of: function) { return "again \(depth)" }
    guard let code = program.functions[function] else { return "" }
    open.append(function)
    defer { open.removeLast() }
    var text = isReferredTo(function) ? name(function) : ""
    text += code.isShared ? "shared " : ""
    text += code.isSloppy ? "sloppy " : ""
    text += code.kind.map { $0.word + " " } ?? ""
    text += self.text(of: code.steps)
    for ending in code.endings { text += self.ending(ending) }
    return text
  }

  /// Whether steps name the function itself, and not what it is registered for.
  private func isReferredTo(_ function: String) -> Bool {
    var isFound = false
    program.forEachStep { step in
      switch step.action {
      case .drop(let names): isFound = isFound || names.contains(function)
      case .probe(let name): isFound = isFound || name == function
      default: break
      }
    }
    return isFound
  }

  private mutating func ending(_ ending: Ending) -> String {
    switch ending {
    case .returns(let value): "return \(text(of: value)); "
    case .throwing(let value): "throw \(text(of: value)); "
    case .givesThen: "give then; "
    }
  }

  private mutating func text(of action: Action) -> String {
    switch action {
    case .bind(let name, let value):
      let text = text(of: value)
      return "let \(self.name(name)) be \(text); "
    case .settle(let how, let promise, let value): return "\(how) \(name(promise)) \(text(of: value)); "
    case .then(let registration): return text(of: registration)
    case .start(let start): return text(of: start)
    case .awaiting(let awaiting): return text(of: awaiting)
    case .call(let resolver, let value):
      let pair = resolver.thenable.map { name($0) } ?? "own"
      return "call \(pair) \(resolver.rejects) \(value.map { text(of: $0) } ?? "-"); "
    case .mark(let gate), .wait(let gate): return "\(action.verb) \(name("gate " + gate)); "
    case .later(let moment, let block): return "\(moment){\(text(of: block))} "
    case .repeated(let count, let block): return "\(count) times{\(text(of: block))} "
    case .lanes(let lanes):
      var text = "lanes"
      for lane in lanes { text += "{\(self.text(of: lane))}" }
      return text
    case .drop(let names):
      var text = "drop "
      for dropped in names { text += name(dropped) + " " }
      return text
    case .abandon(let promise): return "abandon \(name(promise)); "
    case .probe(let probed): return "probe \(name(probed)); "
    case .cancel(let promise, let reason): return "cancel \(name(promise)) \(reason.map { text(of: $0) } ?? "-"); "
    case .combine(let combination): return text(of: combination)
    case .measure(let promise, let times): return "measure \(name(promise)) \(times); "
    case .pause(let milliseconds): return "pause \(milliseconds); "
    }
  }

  private mutating func text(of start: CallStart) -> String {
    let value = start.value.map { self.text(of: $0) } ?? "-"
    var text = "start \(start.kind) \(value) \(start.context.map { name($0) } ?? "-") "
    for member in start.members { text += name(member) + " " }
    text += handler(.function(start.function), nil, true)
    registrations += 1
    return text + "as \(start.result.map { name($0) } ?? "-"); "
  }

  private mutating func text(of awaiting: Awaiting) -> String {
    var text = "await \(name(awaiting.promise)) \(awaiting.milliseconds ?? -1) \(awaiting.isCancelled) "
    text += handler(awaiting.onFulfilled.map(Handler.function) ?? .absent, nil, true)
    text += handler(awaiting.onRejected.map(Handler.function) ?? .absent, nil, false)
    registrations += 1
    return text + "as \(awaiting.result.map { name($0) } ?? "-"); "
  }

  private mutating func text(of combination: CombinatorCall) -> String {
    var text = "\(combination.kind) \(combination.milliseconds ?? -1) \(combination.times ?? -1) "
    for member in combination.members { text += name(member) + " " }
    if let function = combination.function { text += handler(.function(function), nil, true) }
    registrations += 1
    return text + "as \(combination.result.map { name($0) } ?? "-"); "
  }

  private mutating func text(of value: Value) -> String {
    switch value {
    case .name(let name): return self.name(name)
    case .scalar(let scalar): return "\(scalar)"
    case .text(let text): return "\"\(text)\""
    case .special(let word): return word
    case .error(let type, let hasStack): return "\(type) \(hasStack)"
    case .list(let values):
      var text = "["
      for value in values { text += self.text(of: value) + ", " }
      return text + "]"
    case .promise(let state, let inner, let isLate):
      return "\(state)(\(inner.map { text(of: $0) } ?? "-")\(isLate ? " idle" : ""))"
    case .thenable(let thenable):
      var text = "thenable \(thenable.shape) \(thenable.name.map { name($0) } ?? "-")"
      text += handler(thenable.then, nil, true)
      registrations += 1
      for ending in thenable.get ?? [] { text += self.ending(ending) }
      return text
    }
  }

  /// The number of a name, followed by its index.
  private mutating func name(_ name: String) -> String {
    let stem = stem(name)
    let number = numbers[stem] ?? numbers.count
    numbers[stem] = number
    return "\(name.isMarkName ? "M" : "n")\(number)\(name.dropFirst(stem.count))"
  }

  private func stem(_ name: String) -> String {
    for ending in ["#-1", "#", "-start"] where name.hasSuffix(ending) { return String(name.dropLast(ending.count)) }
    return name
  }
}

extension Action { fileprivate var verb: String { if case .wait = self { "wait" } else { "mark" } } }
