import APlusModel
import APlusRules

/// Promises/A+ 1.1, section 2.3 and the parts of section 2.2 that make promises: the promises of a
/// program and their fates.
struct Machine {
  /// The thenables whose `then` is still to be read or called.
  private(set) var assimilations: [Assimilation] = []
  /// Counts the changes, so that a pending promise is examined once for each.
  private var version = 0
  /// How many combinators are being examined, each a member of the one before.
  private var depth = 0
  /// How deep combinators may be nested, as each takes room on the stack; beyond, the model has no
  /// opinion.
  private static let deepest = 200

  // MARK: Settling

  /// Settles a promise through its own settler, which has no effect once it is resolved.
  mutating func settle(_ promise: Promise, _ verb: Settlement, _ value: Thing) {
    // Promises/A+ does not say whether the promise is locked in before that call has returned.
    guard !promise.isResolving else {
      if verb == .resolve { offer(value) }
      return decide(promise, .free)
    }
    guard promise.isUnresolved else { return }
    switch verb {
    case .fulfill: fulfill(promise, value, rules[.agreement, .fulfill, .fulfilled])
    case .reject: reject(promise, value, rules[.agreement, .reject, .rejected])
    case .resolve: resolve(promise, value, plain: rules[.agreement, .fulfill, .fulfilled])
    }
  }

  /// 2.3: `[[Resolve]](promise, x)`.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - value: The value x.
  ///   - rule: The requirement that makes x the value of the promise where x is neither a promise
  ///     nor a thenable.
  mutating func resolve(_ promise: Promise, _ value: Thing, plain rule: String) {
    switch value {
    case .promise(let other): follow(promise, other)
    case .thenable(let thenable):
      // A resolver passes the thenable on.
      let isPassedOn = rule == rules[.propagation, .call, .fulfilled]
      assimilate(promise, thenable, isPassedOn ? rule : rules[.propagation, .thenable, .pending])
    case .plain, .object: fulfill(promise, value, rule)
    }
  }

  mutating func fulfill(_ promise: Promise, _ value: Thing, _ rule: String) {
    decide(promise, .settled(Outcome(isFulfilled: true, thing: value, rule: rule)))
  }

  mutating func reject(_ promise: Promise, _ reason: Thing, _ rule: String) {
    decide(promise, .settled(Outcome(isFulfilled: false, thing: reason, rule: rule)))
  }

  mutating func decide(_ promise: Promise, _ fate: Promise.Fate) {
    promise.fate = fate
    version += 1
  }

  /// 2.3.1 and 2.3.2.
  private mutating func follow(_ promise: Promise, _ other: Promise) {
    guard other !== promise else {
      return reject(promise, .object(Object(.typeError)), rules[.propagation, .resolve, .itself])
    }
    // A promise that nothing depends on is in no cycle.
    var next: Promise? = promise.isUsed ? other : nil
    while let node = next, node !== promise { next = node.dependsOn }
    other.isUsed = true
    decide(promise, next == nil ? .following(other) : .cyclic)
  }

  // MARK: Thenables

  /// 2.3.3: `then` is to be read, and called if it is a function.
  private mutating func assimilate(_ promise: Promise, _ thenable: Thenable, _ rule: String, isOwed: Bool = true) {
    guard thenable.get != nil || thenable.then.function != nil || thenable.isOpaqueFunction else {
      return fulfill(promise, .thenable(thenable), rules[.propagation, .resolve, .object])
    }
    decide(promise, .assimilating)
    guard thenable.get != nil || thenable.then.function != nil else { return }
    assimilations.append(
      Assimilation(promise: promise, thenable: thenable, rule: rule, isOwed: isOwed, isRead: thenable.get == nil))
  }

  /// Lets a combinator resolve a new promise with a value; takes a promise as it is.
  @discardableResult mutating func offer(_ value: Thing) -> Promise {
    if case .promise(let promise) = value { return promise }
    let promise = Promise()
    if case .thenable(let thenable) = value {
      assimilate(promise, thenable, rules[.propagation, .combine], isOwed: false)
    } else {
      fulfill(promise, value, rules[.propagation, .combine])
    }
    return promise
  }

  /// Takes the next read or call of a thenable's `then`, and the promise that it is for.
  ///
  /// - Parameters:
  ///   - thenable: The thenable.
  ///   - isRead: Whether its `then` was read.
  /// - Returns: The read or call, and whether its promise is the only candidate; nil where none was
  ///   due.
  mutating func take(_ thenable: Thenable, isRead: Bool) -> (Assimilation, isKnown: Bool)? {
    let places = assimilations.indices.filter {
      assimilations[$0].thenable === thenable && assimilations[$0].isRead == isRead
    }
    guard let first = places.first else { return nil }
    guard places.count > 1 else { return (assimilations.remove(at: first), true) }
    for place in places { decide(assimilations[place].promise, .free) }
    return (assimilations.remove(at: first), false)
  }

  /// Queues the call of what an accessor returned, if that is a function: 2.3.3.3 and 2.3.3.4.
  mutating func takeThen(_ assimilation: Assimilation, isFunction: Bool) {
    guard isFunction else {
      guard assimilation.promise.isAssimilating else { return }
      return fulfill(assimilation.promise, .thenable(assimilation.thenable), rules[.propagation, .accessor, .object])
    }
    var next = assimilation
    next.isRead = true
    next.isOwed = next.isOwed && assimilation.promise.isAssimilating
    assimilations.append(next)
  }

  /// Queues the call of what an accessor gave, for one of several promises: it is not known for which.
  mutating func takeThenOfAny(_ assimilation: Assimilation) {
    let promise = Promise()
    decide(promise, .free)
    assimilations.append(
      Assimilation(
        promise: promise, thenable: assimilation.thenable, rule: assimilation.rule, isOwed: false, isRead: true))
  }

  /// Drops the reads and calls that had to happen, once it was reported that they never did.
  mutating func forgetAssimilations() {
    for assimilation in assimilations where assimilation.isOwed { decide(assimilation.promise, .free) }
    assimilations.removeAll(where: \.isOwed)
  }

  /// 2.3.3.3.1 to 2.3.3.3.3: a resolver is called; calls after the first one are ignored.
  mutating func call(_ pair: Pair, rejects: Bool, _ value: Thing) {
    guard !pair.isUsed else { return }
    pair.isUsed = true
    guard let promise = pair.promise, promise.isAssimilating else {
      // The promise may be unknown; whichever it is, it is resolved with the value.
      if !rejects, pair.promise?.isFree ?? true { offer(value) }
      return
    }
    if rejects {
      reject(promise, value, rules[.propagation, .call, .rejected])
    } else {
      resolve(promise, value, plain: rules[.propagation, .call, .fulfilled])
    }
  }

  /// Stops predicting what a combinator does.
  mutating func giveUp(_ combination: Combination) {
    combination.kind = nil
    version += 1
  }

  /// Lets a `timeout` whose member is pending come.
  mutating func expire(_ timeout: Combination) {
    guard timeout.kind != nil, case .pending = state(of: timeout.members[0]) else { return }
    timeout.isOverdue = true
    version += 1
  }

  // MARK: Outcomes

  /// What is known of a promise.
  enum State {
    case pending
    case settled(Outcome)
    /// 2.3.1: rejected by the library, or pending forever.
    case cyclic
    case unknown
  }

  /// Follows what a promise depends on to the first decided promise, and passes its state back.
  mutating func state(of promise: Promise) -> State {
    var path: [Promise] = []
    var node = promise
    var state: State?
    while state == nil {
      guard node.pendingSince != version else {
        state = .pending
        break
      }
      switch node.fate {
      case .settled(let outcome): state = .settled(outcome)
      case .cyclic: state = .cyclic
      case .free: state = .unknown
      case .pending, .assimilating: state = .pending
      case .combined(let combination):
        // A member may wait for the combination itself: it counts as pending until the result is
        // known.
        guard depth < Self.deepest else {
          state = .unknown
          break
        }
        node.pendingSince = version
        depth += 1
        let result = combined(combination)
        depth -= 1
        if case .settled(let outcome) = result { node.fate = .settled(outcome) }
        if case .pending = result {} else { version += 1 }
        state = result
      case .following(let other):
        path.append(node)
        node = other
      case .derived(let registration):
        path.append(node)
        if registration.hasBegun {
          state = .pending
        } else if registration.isMissed {
          state = .unknown
        } else {
          node = registration.parent
        }
      }
    }
    var known = state ?? .pending
    for node in path.reversed() {
      known = passed(known, to: node)
      switch known {
      case .settled(let outcome): node.fate = .settled(outcome)
      case .pending: node.pendingSince = version
      case .cyclic, .unknown: break
      }
    }
    return known
  }

  /// The state of a promise that depends on another: 2.3.2, 2.2.7.3 and 2.2.7.4.
  private func passed(_ state: State, to promise: Promise) -> State {
    switch (promise.fate, state) {
    case (.following(let other), .settled(let outcome)):
      .settled(
        outcome.passed(by: rules[.propagation, .resolve, Rule.Outcome(isFulfilled: outcome.isFulfilled)], from: other))
    case (.derived(let registration), .settled(let outcome)):
      registration.handler(isFulfilled: outcome.isFulfilled) == nil
        ? .settled(
          outcome.passed(
            by: rules[.propagation, .then, Rule.Outcome(isFulfilled: outcome.isFulfilled)], from: registration.parent))
        : .pending
    case (.derived(let registration), .cyclic): registration.onRejected == nil ? .cyclic : .unknown
    default: state
    }
  }
}

extension Outcome {
  /// The outcome of a promise that takes it over from another.
  ///
  /// A combinator's outcome is up to the library: until a handler has shown it, the combinator may
  /// be at fault.
  func passed(by rule: String, from other: Promise) -> Outcome {
    let isDoubtful = !other.isObserved && rules.isAbout(.combinator, self.rule)
    return isDoubtful ? self : Outcome(isFulfilled: isFulfilled, thing: thing, rule: rule)
  }
}

extension Promise {
  /// The promise that has to be settled first.
  fileprivate var dependsOn: Promise? {
    switch fate {
    case .following(let other): other
    case .derived(let registration): registration.hasBegun ? nil : registration.parent
    case .pending, .assimilating, .settled, .combined, .cyclic, .free: nil
    }
  }

  var isAssimilating: Bool { if case .assimilating = fate { true } else { false } }
  /// Whether the model does not know what decides it.
  var isFree: Bool { if case .free = fate { true } else { false } }

  /// The requirement that is violated where a handler ran although nothing has settled the promise;
  /// nil where the slot of the handler decides it.
  var ruleWhilePending: String? {
    switch fate {
    case .following: rules[.propagation, .resolve, .pending]
    case .assimilating: rules[.propagation, .thenable, .pending]
    case .derived: rules[.propagation, .handler, .pending]
    case .combined(let combination): combination.rule
    case .pending, .settled, .cyclic, .free: nil
    }
  }
}

extension Thenable {
  /// Whether `then` is a function outside the program: calling it has no effect.
  fileprivate var isOpaqueFunction: Bool {
    if case .object(let object)? = other, case .function = object.nature { true } else { false }
  }
}
