import APlusModel

/// Writes steps, from the fields of their operations.
extension Draft {
  /// Writes a block of at most so many steps, as long as steps are left.
  mutating func block(_ place: inout Place, most: Int) -> [Step] {
    var steps: [Step] = []
    decide.beginBlock()
    while decide.beginStep(if: stepsLeft > 0 && steps.count < most) {
      // Verbs that are not possible here keep their places, so that a decision keeps its meaning elsewhere.
      let verbs = Operation.table.map { operation -> Choice<Operation> in
        let rule = VerbRule.of(operation.verb)
        let isPossible = operation.needs.map { capabilities.provide($0) } ?? true && rule.isAllowed(self, place)
        return ("verb \(operation.verb)", isPossible ? rule.weight : 0, operation)
      }
      stepsLeft -= 1
      steps += self.steps(choose(verbs), &place)
      decide.endStep()
    }
    decide.endBlock()
    return steps
  }

  /// Writes a step, with others that it needs; none where the place lacks something that it needs.
  private mutating func steps(_ operation: Operation, _ place: inout Place) -> [Step] {
    let actions: [Action?] =
      switch operation.verb {
      case "let": [binding(&place)]
      case "then": [registration(&place)]
      case "call": [resolverCall(place)]
      case "combine": [combination(&place)]
      case "repeat": repetition(&place)
      case "lanes": [parallel(&place)]
      case "drop": [release(&place)]
      case "abandon": [abandonment(&place)]
      default: [action(operation, &place)]
      }
    return actions.compactMap(\.self).map { Step(id: 0, $0) }
  }

  /// An action that follows from the fields of its operation alone.
  private mutating func action(_ operation: Operation, _ place: inout Place) -> Action? {
    var arguments: [FieldValue?] = []
    for field in operation.fields {
      let isPossible = field.needs.map { capabilities.provide($0) } ?? true
      guard field.isRequired || isPossible && decide.happens(50) else {
        arguments.append(nil)
        continue
      }
      let subject = arguments.first.flatMap { $0?.name }
      let argument = self.argument(field, of: operation, subject, &place)
      if argument == nil, field.isRequired { return nil }
      arguments.append(argument)
    }
    return Action(operation.verb, arguments)
  }

  private mutating func argument(_ field: Field, of operation: Operation, _ subject: String?, _ place: inout Place)
    -> FieldValue?
  {
    switch field.type {
    case .binding(let kind):
      let name = fresh("v", at: place)
      if kind == .promise { place.promises.append(Place.Promise(name: name)) }
      return .name(name)
    case .name(.promise):
      let isSettled = ["fulfill", "reject", "resolve"].contains(operation.verb)
      guard let name = promise(at: place, where: { !isSettled || $0.hasSettler }) else { return nil }
      if isSettled { settled.insert(name) }
      return .name(name)
    case .name(.thenable): return decide.element(of: place.thenables).map(FieldValue.name)
    case .name: return promise(at: place).map(FieldValue.name)
    case .names: return promise(at: place).map { .names([$0]) }
    case .mark:
      let gate = fresh("m")
      // A later block is performed only once the script and its lanes have returned.
      if !place.isLater, place.code == .lane || place.isMain && place.nesting == 0 { openGates.append(gate) }
      return .name(gate)
    case .gate: return decide.element(of: openGates).map(FieldValue.name)
    case .context: return nil
    case .function: return .name(function(.task, place))
    case .handler: return .handler(.function(function(.handler, place)))
    case .value(let use): return .value(value(for: use, own: subject, place))
    case .resolver: return nil
    case .word(let words):
      let word = choose(words.map { ("\(field.key) \($0)", 1, $0) })
      return .name(word)
    case .integer(let range): return .number(min(max(count(at: place), range.lowerBound), range.upperBound))
    case .block:
      note("in later")
      var inside = place.inside(isLater: true)
      let steps = block(&inside, most: decide.number(in: 1...3))
      return steps.isEmpty ? nil : .block(steps)
    case .blocks: return nil
    }
  }

  // MARK: Steps with rules of their own

  private mutating func binding(_ place: inout Place) -> Action {
    let isThenable = has("thenables") && !place.isRepeated && takes("value fresh thenable", 12)
    if isThenable {
      let value = thenable(place, name: nil)
      let name = fresh("x")
      place.thenables.append(name)
      if case .thenable(let made) = value, made.then.function != nil, made.get == nil { place.executors.append(name) }
      return .bind(name: name, value: value)
    }
    let value = freshPromise(place, isBound: true)
    let name = fresh("p", at: place)
    guard case .promise(let state, _, let isDue) = value else { return .bind(name: name, value: value) }
    place.promises.append(Place.Promise(name: name, hasSettler: state == .pending || isDue, isDue: isDue))
    return .bind(name: name, value: value)
  }

  private mutating func registration(_ place: inout Place) -> Action? {
    guard let promise = promise(at: place) else { return nil }
    observed.insert(promise)
    let hasResult = limits.isDisjoint(with: [.nothingFromThen, .sameFromThen])
    let result = decide.happens(80) && hasResult ? fresh("q", at: place) : nil
    let others = has("nonfunctions") ? 1 : 0
    let slots = choose(
      [
        ("handler ok", 6, (true, false, false)), ("handler bad", 4, (false, true, false)),
        ("handler both", 6, (true, true, false)), ("handler none", 1, (false, false, false)),
        ("handler not a function", others, (true, true, true)),
      ] as [Choice<(Bool, Bool, Bool)>])
    let isShared = functions.values.contains(where: \.isShared)
    let context = !isShared && takes("function on a context", 5) ? context() : nil
    var handlers: [Handler] = []
    for isWanted in [slots.0, slots.1] {
      if slots.2, handlers.isEmpty || decide.happens(50) {
        handlers.append(.notFunction(plainValue()))
      } else {
        handlers.append(isWanted ? .function(function(.handler, place, own: result, isPlain: context != nil)) : .absent)
      }
    }
    if let result { place.promises.append(Place.Promise(name: result)) }
    return .then(
      Registration(
        promise: promise, onFulfilled: handlers[0], onRejected: handlers[1], result: result, context: context))
  }

  /// A call of a resolver, from the pair that this code was given or the one that a thenable was
  /// given.
  private mutating func resolverCall(_ place: Place) -> Action {
    let rejects = decide.happens(35)
    let isSaved = !place.hasPair || place.isLater && !place.thenables.isEmpty && decide.happens(50)
    let resolver = ResolverName(thenable: isSaved ? decide.element(of: place.thenables) : nil, rejects: rejects)
    // Without a value a reason is `undefined`.
    if !rejects || has("any-reason"), decide.happens(50) { return .call(resolver: resolver, value: nil) }
    let use: ValueUse = rejects ? .rejection : .resolution
    return .call(resolver: resolver, value: value(for: use, own: nil, place))
  }

  private mutating func context() -> String? {
    if let name = decide.element(of: contexts.keys.sorted()), contexts.count > 1 || decide.happens(50) { return name }
    let kinds = Program.ContextKind.allCases.filter { has("contexts", $0.rawValue) }
    guard let kind = decide.element(of: kinds) else { return nil }
    let name = fresh("c")
    contexts[name] = kind
    return name
  }

  private mutating func combination(_ place: inout Place) -> Action? {
    let kind = choose(combinators.map { ("combine \($0)", ["delay", "timeout"].contains($0) ? 1 : 4, $0) })
    var call = CombinatorCall(kind: kind, members: [])
    if kind == "executor" {
      guard let executor = decide.element(of: place.executors) else { return nil }
      call.members = [executor]
    } else {
      let isOfNone = ["retry", "try"].contains(kind)
      let count = call.isOfOne ? 1 : isOfNone ? 0 : decide.below(4)
      for _ in 0..<count { member(of: call, place).map { call.members.append($0) } }
      if call.isOfOne, call.members.isEmpty { return nil }
      if !call.isOfOne, !isOfNone { widen(&call) }
    }
    if ["delay", "timeout"].contains(kind) { call.milliseconds = decide.number(in: 1...3) }
    if kind == "retry" { call.times = decide.number(in: 1...3) }
    if call.callsFunction {
      // In a typed language, the function of `finally` has no say in the outcome, and returns no
      // promise.
      call.function = function(.task, place, isPlain: kind == "finally" && !has("accessors"))
    }
    let result = fresh("r")
    call.result = result
    place.promises.append(Place.Promise(name: result))
    return .combine(call)
  }

  /// A member: a promise or, where the library takes them, a thenable.
  private mutating func member(of call: CombinatorCall, _ place: Place) -> String? {
    guard has("any-member"), !call.isOfOne else { return promise(at: place) }
    if let thenable = decide.element(of: place.thenables), takes("combine thenable", 15) { return thenable }
    return promise(at: place)
  }

  /// The sizes of long lists: just beyond what a library may keep in a word, or in a block.
  private static let longLists = [33, 65, 129]

  /// Makes a list long, or one of another form.
  private mutating func widen(_ call: inout CombinatorCall) {
    let members = call.members
    let forms = MemberList.Form.allCases.filter { form in
      form.capability.map { has($0.name, $0.detail) } ?? false && (form != .set || Set(members).count == members.count)
    }
    if !forms.isEmpty, call.kind != "sequence", takes("combine list", 25) {
      call.list.form = forms[decide.below(forms.count)]
      if call.list.form == .generator, decide.happens(20) { call.list.thrown = .name(fresh("E")) }
    } else if !members.isEmpty, takes("combine many", 8) {
      let count = Self.longLists[decide.below(Self.longLists.count)]
      call.members = (0..<count).map { members[$0 % members.count] }
    }
  }

  private mutating func release(_ place: inout Place) -> Action? {
    let isFree = { [captured] (promise: Place.Promise) in !promise.isDue && !captured.contains(promise.name) }
    guard let name = promise(at: place, where: isFree) else { return nil }
    place.promises.removeAll { $0.name == name }
    return .drop([name])
  }

  /// Whether a step here may give up what settles a promise: nothing that runs later settles it.
  func canAbandon(_ promise: Place.Promise, at place: Place) -> Bool {
    let isLate = settled.contains(promise.name) && captured.contains(promise.name)
    // One of many that a repeat makes has another name there.
    let isOneOfMany = promise.name.dropFirst().contains { !$0.isNumber }
    return place.isMain && !place.isRepeated && place.nesting == 0 && promise.hasSettler && !promise.isDue && !isLate
      && !isOneOfMany
  }

  /// Gives up what settles a promise, now or when nothing can run.
  private mutating func abandonment(_ place: inout Place) -> Action? {
    let here = place
    guard let name = promise(at: place, where: { [self] in canAbandon($0, at: here) }),
      let index = place.promises.firstIndex(where: { $0.name == name })
    else { return nil }
    place.promises[index].hasSettler = false
    settled.insert(name)
    guard decide.happens(40) else { return .abandon(promise: name) }
    captured.insert(name)
    return .later(.idle, [Step(id: 0, .abandon(promise: name))])
  }

  private mutating func parallel(_ place: inout Place) -> Action? {
    note("in lane")
    let count = decide.number(in: 2...lanes)
    var bound: [Place.Promise] = []
    var blocks: [[Step]] = []
    for _ in 0..<count {
      var lane = place.inside(.lane)
      let steps = block(&lane, most: decide.number(in: 1...4))
      if !steps.isEmpty { blocks.append(steps) }
      bound += lane.promises.dropFirst(place.promises.count)
    }
    place.promises += bound
    return blocks.isEmpty ? nil : .lanes(blocks)
  }
}
