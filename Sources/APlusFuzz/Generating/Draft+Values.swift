import APlusModel

/// Writes values, and functions with their endings.
extension Draft {
  /// `null` is left out: many languages cannot distinguish it from `undefined`.
  private static let scalars: [Scalar] = [.undefined, .bool(true), .bool(false), .integer(0), .integer(5)]

  /// Numbers that are not equal to themselves, or equal to another: for languages that are
  /// tested with all their kinds of values.
  private static let oddScalars: [Scalar] = [.notANumber, .negativeZero]

  private mutating func scalar() -> Value {
    let scalars = Self.scalars + (kinds.isEmpty ? [] : Self.oddScalars)
    return .scalar(scalars[decide.below(scalars.count)])
  }

  /// A value that is not a promise, a thenable or a function.
  mutating func plainValue() -> Value {
    let special = kinds(of: [.value])
    if !special.isEmpty, takes("value kind", 30) { return .special(special[decide.below(special.count)].word) }
    return decide.happens(80) ? scalar() : .text(decide.happens(50) ? "" : "a")
  }

  /// A value for a use.
  ///
  /// - Parameters:
  ///   - use: What it is for.
  ///   - own: The name of the promise whose outcome it decides; nil for none.
  ///   - place: Where it is used.
  ///   - isReturned: Whether a function returns it; it may then be a promise in every library.
  /// - Returns: The value.
  mutating func value(for use: ValueUse, own: String?, _ place: Place, isReturned: Bool = false) -> Value {
    let isReason = if case .rejection = use { true } else { false }
    let isAny = !isReason || has("any-reason")
    let mayAdopt =
      switch use {
      case .fulfillment: false
      case .resolution: isReturned || has("adopting-resolve")
      case .any, .rejection: isAny && has("adopting-resolve")
      }
    let mayFollow = mayAdopt && place.nesting < 4
    // In a typed library, no task ends with a thenable.
    let mayThen = mayFollow && has("thenables") && place.times <= 20 && (place.code != .task || has("accessors"))
    let isSelf = own.map { name in place.promises.contains { $0.name == name } || isReturned } ?? false
    let places: [LanguageKind.Place] =
      !isReason ? [.value, .functionValue] : isAny ? [.value, .functionValue, .reason] : [.reason]
    let special = kinds(of: places)
    let kind = choose(
      [
        ("value mark", 10, 0), ("value scalar", isAny ? 3 : 0, 1), ("value text", isAny ? 1 : 0, 2),
        ("value list", isAny ? 1 : 0, 3), ("value error", 1, 4),
        ("value promise", mayAdopt && !place.promises.isEmpty ? 6 : 0, 5),
        ("value fresh promise", mayFollow && !isReason ? 5 : 0, 6),
        ("value itself", mayAdopt && isSelf && !isReason && !place.isRepeated ? 2 : 0, 7),
        ("value thenable", mayThen && !place.thenables.isEmpty ? 2 : 0, 8),
        ("value fresh thenable", mayThen ? 6 : 0, 9), ("value kind", special.isEmpty ? 0 : 3, 10),
      ] as [Choice<Int>])
    switch kind {
    case 1: return scalar()
    case 2: return .text(decide.happens(50) ? "" : "a")
    case 3: return .list([mark("S", place)])
    case 4: return .error(type: "Error", hasStack: true)
    case 5: return .name(promise(at: place) ?? "S")
    case 6: return freshPromise(place, isBound: false)
    case 7: return .name(own ?? "S")
    case 8: return .name(decide.element(of: place.thenables) ?? "S")
    case 9: return thenable(place, name: nil)
    case 10: return .special(special[decide.below(special.count)].word)
    default: return mark(isReason ? "E" : "S", place)
    }
  }

  private func kinds(of places: [LanguageKind.Place]) -> [LanguageKind] { kinds.filter { places.contains($0.place) } }

  /// A mark that is used nowhere else.
  private mutating func mark(_ stem: String, _ place: Place) -> Value {
    .name(place.isRepeated ? freshMarks(stem) : fresh(stem))
  }

  /// A promise that is made in place.
  mutating func freshPromise(_ place: Place, isBound: Bool) -> Value {
    let state = choose(
      [
        ("made pending", isBound ? 16 : 2, .pending), ("made fulfilled", 5, .fulfilled),
        ("made rejected", 4, .rejected), ("made resolved", 3, .resolved),
      ] as [Choice<PromiseState>])
    let use: ValueUse
    switch state {
    case .pending: return .promise(.pending, with: nil, whenIdle: false)
    case .fulfilled: use = .fulfillment
    case .rejected: use = .rejection
    case .resolved: use = .resolution
    }
    var inside = place
    inside.nesting += 1
    let value = value(for: use, own: nil, inside)
    let isIdle = !place.isRepeated && takes("made when idle", 30)
    return .promise(state, with: value, whenIdle: isIdle)
  }

  /// A thenable that is made in place.
  mutating func thenable(_ place: Place, name: String?) -> Value {
    let then: Handler
    switch decide.below(20) {
    // In a typed language, every thenable is an object with a method `then`.
    case 0 where has("nonfunctions") && has("accessors"): then = .notFunction(plainValue())
    case 1 where has("accessors"): then = .absent
    default: then = .function(function(.then, place))
    }
    var made = Thenable(name: name, then: then)
    guard has("accessors") else { return .thenable(made) }
    if takes("get shape", 15) { made.shape = [.bare, .function, .heir][decide.below(3)] }
    guard case .function = then else { return .thenable(made) }
    let shapes = kinds(of: [.shape])
    if !shapes.isEmpty, takes("get kind", 10) {
      made.shape = .kind(shapes[decide.below(shapes.count)])
    } else if takes("get then", 10) {
      made.get = [.givesThen]
    } else if takes("get throw", 3) {
      let reason = kinds.isEmpty ? mark("E", place) : value(for: .rejection, own: nil, place)
      made.get = [.throwing(reason)]
    } else if takes("get changing", 3) {
      let second: Ending = decide.happens(50) ? .throwing(mark("E", place)) : .returns(plainValue())
      made.get = [.givesThen, second]
    }
    if made.get != nil, stepsLeft > 0, takes("get acts", 25) { made.reading = reading(place) }
    return .thenable(made)
  }

  /// Writes what each read of a thenable's `then` performs; returns the name of the function.
  private mutating func reading(_ place: Place) -> String {
    var inside = place.insideFunction(.task)
    let steps = block(&inside, most: decide.number(in: 1...2))
    let name = fresh("g")
    functions[name] = Function(steps: steps)
    return name
  }

  // MARK: Functions

  /// Writes a function, or reuses one.
  ///
  /// - Parameters:
  ///   - code: The kind of code.
  ///   - place: Where it is registered.
  ///   - own: The promise whose outcome it decides, which it may return.
  ///   - isPlain: Whether it must not end with a promise or a thenable.
  /// - Returns: The name of the function.
  mutating func function(_ code: Place.Code, _ place: Place, own: String? = nil, isPlain: Bool = false) -> String {
    if code == .handler, !isPlain, let name = decide.element(of: reusable), takes("function again", 10) { return name }
    note(code == .handler ? "in handler" : code == .then ? "in then" : "in task")
    var inside = place.insideFunction(code)
    let isSmall = place.times > 8 || place.nesting > 2
    let wanted =
      code == .then ? decide.number(in: 1...2) : isSmall ? decide.below(2) : [0, 0, 1, 1, 2, 3][decide.below(6)]
    var steps: [Step] = []
    if code == .then, stepsLeft > 0, decide.happens(75) { steps = [settlesPair(inside)] }
    steps += block(&inside, most: max(0, wanted - steps.count))
    var endings = [ending(isPlain ? .then : code, inside, own: isPlain ? nil : own)].compactMap(\.self)
    if takes("function changing", 8), let other = ending(isPlain ? .then : code, inside, own: isPlain ? nil : own) {
      endings.append(other)
    }
    // A run of a shared function does not show its registration, by which the judge judges
    // cancellation and contexts.
    let isShared = code == .handler && contexts.isEmpty && !has("cancellation") && takes("function shared", 4)
    let name = fresh(code == .handler ? "h" : code == .then ? "t" : "k")
    // A function of some kinds, such as async ones, returns a promise of the language's own, which
    // hides what it returns, and takes what a `then` throws.
    let isHidden = endings.contains { ending in
      if case .throwing = ending, code == .then { true } else { ending.mayAdopt }
    }
    let forms = isHidden ? [] : kinds(of: [.function])
    let form = code != .task && !forms.isEmpty && takes("function kind", 8) ? forms[decide.below(forms.count)] : nil
    functions[name] = Function(steps: steps, endings: endings, isShared: isShared, kind: form)
    let isOwn = endings.contains { $0.value == own.map(Value.name) }
    if code == .handler, place.isMain, place.nesting == 0, !place.isRepeated, !isOwn { reusable.append(name) }
    return name
  }

  /// The call of a resolver, now or later, which most thenables make.
  private mutating func settlesPair(_ place: Place) -> Step {
    let rejects = decide.happens(30)
    stepsLeft -= 1
    let call = Step(
      id: 0,
      .call(
        resolver: ResolverName(thenable: nil, rejects: rejects),
        value: value(for: rejects ? .rejection : .resolution, own: nil, place)))
    guard stepsLeft > 0, decide.happens(40) else { return call }
    stepsLeft -= 1
    return Step(id: 0, .later(decide.happens(60, isSimplest: true) ? .turn : .idle, [call]))
  }

  private mutating func ending(_ code: Place.Code, _ place: Place, own: String?) -> Ending? {
    let ends = choose(
      [
        ("ends nothing", 8, 0), ("ends return", 14, 1),
        ("ends throw", code == .handler && limits.contains(.nonthrowingHandlers) ? 0 : 6, 2),
        ("ends its promise", own != nil && !(own ?? "").contains("#") ? 1 : 0, 3),
      ] as [Choice<Int>])
    switch ends {
    case 1:
      let isPlain = code == .then || code == .handler && limits.contains(.valuesFromHandlers)
      return .returns(value(for: isPlain ? .fulfillment : .resolution, own: own, place, isReturned: true))
    case 2: return .throwing(value(for: .rejection, own: nil, place))
    case 3: return own.map { .returns(.name($0)) }
    default: return nil
    }
  }
}

extension Ending {
  /// Whether what it ends with may be a promise or a thenable.
  fileprivate var mayAdopt: Bool {
    switch value {
    case .name(let name): !name.isMarkName
    case .promise, .thenable: true
    case .scalar, .text, .special, .error, .list, nil: false
    }
  }
}
