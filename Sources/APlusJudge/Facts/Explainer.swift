import APlusModel
import APlusRules

/// Explains promises: the outcomes that a correct library may have given each of them.
///
/// **The problem.** A trace has no states. It has attempts, which are calls and handler results that
/// may settle a promise, and observations, which are handlers that show an outcome. Often several
/// outcomes are right: two threads may resolve one promise at once, or a cancel may meet a
/// settlement. The judge must accept each of them, and nothing else.
///
/// **The answer.** A promise has a list of explanations. An explanation is an outcome, the event
/// from which on handlers may show it, and the requirement and law to name if they show something
/// else. It comes from
///
/// - an attempt that could have won: no other one had ended before it began (`candidates(for:)`).
///   Attempts that overlap in time all count; on one thread usually one is left;
/// - the registration that made the promise, where none of its handlers ran: the parent's outcome
///   passes through. Where a handler ran, its result is an attempt;
/// - a cancel that reached the promise.
///
/// Two outcomes are special. `pending` means that no handler may run yet. `unknown` means that the
/// judge has no opinion, so that any observation fits. Where libraries may choose, say `unknown`: it
/// may miss a fault, but a wrong explanation accuses a correct library.
///
/// **One fault, one place.** What a promise follows is explained first. Its explanations become the
/// follower's, with the requirement of the step between them. If an outcome of what is followed was
/// observed, that outcome is used instead (`known`). So a value that is lost in the first link of a
/// chain violates there, and not in each link below.
///
/// **Cycles.** `path` holds the promises that are being explained; to meet one of them again is a
/// cycle. It violates 2.3.1 only if no member has another attempt that may have won (`isClosed`).
///
/// **Cost.** Each promise is explained once, by an iterative walk, and its explanations are made
/// `distinct`. So chains may have any length.
///
/// **To add a law about outcomes**, take `explanations(of:)` and report an observation that fits
/// none of them, as `Agreement` does, or an owed handler that never ran, as `Liveness` does. Use the
/// explainer that `Judge.laws` passes: it keeps what it has explained.
///
/// **To add a way to settle a promise**, make it an attempt in `Facts+Building.swift`, with the
/// interval in which it takes effect. Only `explain(_:)` then needs its requirement. An outcome
/// without an event of its own, like one that passes through, belongs in `explain` of a node.
/// Either way write two traces that overlap: one for each winner. Both must conform.
struct Explainer {
  let facts: Facts
  /// Functions whose runs do not name their registration.
  private let shared: Set<String>
  /// By promise or thenable: what the attempts on it allow.
  private var explained: [Int: [Explanation]] = [:]
  private var path: [Int] = []
  private var isOnPath: Set<Int> = []

  init(_ facts: Facts) {
    self.facts = facts
    shared = facts.sharedFunctions
  }

  /// What the attempts on a promise allow, whatever was observed of it.
  mutating func explanations(of promise: Int) -> [Explanation] {
    if explained[promise] == nil { walk(from: promise) }
    return explained[promise] ?? []
  }

  /// Whether a handler showed the outcome of anything that a promise waits for.
  func isSourceObserved(of promise: Int) -> Bool {
    var seen: Set<Int> = [promise]
    var pending = dependencies(of: promise)
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      if facts.observations[node] != nil { return true }
      pending += dependencies(of: node)
    }
    return false
  }

  private mutating func walk(from start: Int) {
    var pending: [[Int]] = []
    func enter(_ node: Int, _ explainer: inout Explainer) {
      explainer.path.append(node)
      explainer.isOnPath.insert(node)
      pending.append(explainer.dependencies(of: node))
    }
    enter(start, &self)
    while let node = path.last {
      if let next = pending[pending.count - 1].popLast() {
        if explained[next] == nil, !isOnPath.contains(next) { enter(next, &self) }
        continue
      }
      explained[node] = explain(node).distinct
      pending.removeLast()
      path.removeLast()
      isOnPath.remove(node)
    }
  }

  private func dependencies(of node: Int) -> [Int] {
    if facts.isThenable(node) {
      var nodes: [Int] = []
      for pair in facts.pairsOf[node] ?? [] {
        for call in facts.candidateCalls(of: pair) where !call.rejects {
          if let next = call.value.reference, facts.isFollowed(next) { nodes.append(next) }
        }
      }
      return nodes
    }
    return facts.candidates(for: node).compactMap { facts.adopted(by: $0) }
      + makers(of: node).filter(\.runs.isEmpty).compactMap(\.parent)
  }

  /// The registrations that made a promise.
  ///
  /// A `then` that returned an existing promise made nothing. That promise may be the parent, or
  /// what the parent follows: explained by this registration, it would depend on its own follower,
  /// a cycle that does not exist.
  private func makers(of promise: Int) -> [RegistrationRecord] {
    (facts.creators[promise] ?? []).compactMap { number in facts.registrations[number].flatMap { $0.isAlias ? nil : $0 }
    }
  }

  private func explain(_ node: Int) -> [Explanation] {
    if facts.isThenable(node) { return explainThenable(node) }
    var explanations = facts.candidates(for: node).flatMap { explain($0) }
    let makers = makers(of: node)
    for registration in makers { explanations += explainDerived(registration) }
    if let cancel = facts.reachedByCancel[node], !isOwnCancel(of: node, at: cancel) {
      explanations.append(
        Explanation(.cancelled, since: cancel, rules[.cancellation, .then, .cancelled], .cancellation))
    }
    // A combinator's promise has the combinator's outcome or, where a cancel reached it, may be
    // cancelled.
    let isCombined = makers.isEmpty && facts.hasCombinations
    if explanations.isEmpty || isCombined && facts.combined.contains(node) {
      explanations.append(
        Explanation(isCombined ? .unknown : .pending, since: 0, rules[.notBefore, .make, .pending], .notBefore))
    }
    return explanations
  }

  /// Whether the cancel that began at this event was called on the promise itself, which is an
  /// attempt on it.
  private func isOwnCancel(of promise: Int, at begin: Int) -> Bool {
    facts.cancelled.contains(promise)
      && facts.cancels.contains { $0.promise == promise && facts.interval(of: $0).begin == begin }
  }

  private func explain(_ attempt: Attempt) -> [Explanation] {
    let isDerived = if case .handler = attempt.origin { true } else { false }
    let law: Law = isDerived ? .propagation : .agreement
    switch attempt.meaning {
    case .fulfilled(let value):
      let requirement = isDerived ? rules[.propagation, .resolve, .plain] : rules[.agreement, .fulfill, .fulfilled]
      return [Explanation(.fulfilled(value), since: attempt.begin, requirement, law)]
    case .rejected(let reason):
      let requirement = isDerived ? rules[.propagation, .handler, .threw] : rules[.agreement, .reject, .rejected]
      return [Explanation(.rejected(reason), since: attempt.begin, requirement, law)]
    case .cancelled:
      return [Explanation(.cancelled, since: attempt.begin, rules[.cancellation, .cancel, .cancelled], .cancellation)]
    case .broken:
      let broken = Explanation(.broken, since: attempt.begin, rules[.liveness, .abandon])
      return attempt.end < .max ? [broken] : [broken, Explanation(.pending, since: 0, broken.requirement)]
    case .resolution(let value):
      let isPlainSettle = if case .settled = attempt.origin { true } else { false }
      return resolve(
        value, since: attempt.begin, plainRequirement: rules[.propagation, .resolve, .plain],
        plainLaw: isPlainSettle ? .agreement : .propagation)
    }
  }

  /// The resolution procedure.
  private func resolve(_ value: TracedValue, since: Int, plainRequirement: String, plainLaw: Law) -> [Explanation] {
    guard let reference = value.reference, facts.isFollowed(reference) else {
      // Marks stand for any value; other objects have no callable `then`.
      let isObject = value.reference.map { facts.trace.objects[$0].kind != .mark } ?? false
      let isDirect = plainRequirement == rules[.propagation, .resolve, .plain]
      let requirement = isObject && isDirect ? rules[.propagation, .resolve, .object] : plainRequirement
      return [Explanation(.fulfilled(value), since: since, requirement, plainLaw)]
    }
    let isThenable = facts.isThenable(reference)
    if explained[reference] == nil { return cycle(to: reference, since: since) }
    return known(reference).map { found in
      let requirement: String
      if isThenable {
        requirement = found.requirement
      } else {
        switch found.outcome {
        case .fulfilled: requirement = rules[.propagation, .resolve, .fulfilled]
        case .rejected, .rejectedByLibrary, .broken, .cancelled: requirement = rules[.propagation, .resolve, .rejected]
        case .pending, .unknown: requirement = rules[.propagation, .resolve, .pending]
        }
      }
      return Explanation(found.outcome, since: max(since, found.since), requirement)
    }
  }

  /// A promise that is resolved with itself, at any depth of its own resolver pairs, is rejected;
  /// a cycle over several promises is rejected or stays pending.
  private func cycle(to reference: Int, since: Int) -> [Explanation] {
    guard isClosed(from: reference) else { return [unknown] }
    let start = path.lastIndex(of: reference) ?? path.startIndex
    let rejected = Explanation(.rejectedByLibrary, since: since, rules[.propagation, .resolve, .itself])
    guard path[(start + 1)...].contains(where: { !facts.isThenable($0) }) else { return [rejected] }
    return [rejected, Explanation(.pending, since: since, rejected.requirement)]
  }

  /// Whether the cycle that starts at a promise or thenable must come about.
  ///
  /// It need not where a member has another attempt that may have won.
  private func isClosed(from first: Int) -> Bool {
    let start = path.lastIndex(of: first) ?? path.startIndex
    return path[start...].allSatisfy { node in
      if facts.isThenable(node) {
        return (facts.pairsOf[node] ?? []).allSatisfy { facts.candidateCalls(of: $0).count < 2 }
      }
      return facts.candidates(for: node).count < 2
    }
  }

  /// What is known of a followed promise or thenable.
  ///
  /// An observed outcome leaves only the explanations that it fits, and replaces them where it fits
  /// none: so one fault is found at one edge, and not again at each link below.
  private func known(_ reference: Int) -> [Explanation] {
    let allowed = explained[reference] ?? []
    guard let seen = facts.observations[reference]?.first else { return allowed }
    let matching = allowed.filter { facts.fits(seen, $0.outcome) && $0.outcome != .unknown }
    // When an unexplained outcome came about is unknown.
    let isUnknown = allowed.contains { $0.outcome == .unknown }
    if !matching.isEmpty, !isUnknown { return matching }
    return [
      Explanation(
        seen.isFulfilled ? .fulfilled(seen.value) : .rejected(seen.value), since: isUnknown ? 0 : seen.begin,
        rules[.propagation, .resolve, .promise])
    ]
  }

  /// The promise of a registration whose handlers have not run: what passes through from its
  /// parent.
  private func explainDerived(_ registration: RegistrationRecord) -> [Explanation] {
    if !registration.runs.isEmpty {
      let isOpen = registration.runs.contains { facts.frames[$0].end == nil }
      return isOpen ? [pending(rules[.propagation, .handler, .pending])] : []
    }
    // Whether an outcome passes through a context that drops its work is up to the library.
    let isDropped = facts.contextKind(ofRegistration: registration.number) == .dead
    guard let parent = registration.parent, !isDropped else { return [unknown] }
    if explained[parent] == nil {
      return [isClosed(from: parent) ? pending(rules[.propagation, .then, .fulfilled]) : unknown]
    }
    return known(parent).map { found in
      let isFulfilled: Bool
      switch found.outcome {
      case .fulfilled: isFulfilled = true
      case .rejected, .rejectedByLibrary, .broken: isFulfilled = false
      case .cancelled:
        return Explanation(.cancelled, since: found.since, rules[.cancellation, .then, .cancelled], .cancellation)
      case .pending, .unknown: return found
      }
      let requirement = rules[.propagation, .then, Rule.Outcome(isFulfilled: isFulfilled)]
      if case .function(let name) = facts.slot(of: registration, isFulfilled: isFulfilled) {
        return shared.contains(name) ? unknown : pending(requirement)
      }
      return Explanation(found.outcome, since: found.since, requirement)
    }
  }

  private var unknown: Explanation { Explanation(.unknown, since: 0, rules[.propagation, .then, .returned]) }

  private func pending(_ requirement: String) -> Explanation { Explanation(.pending, since: 0, requirement) }

  /// What a thenable's own code decided: its accessor, else the first call of a pair, else a throw.
  ///
  /// Several promises may be resolved with one thenable; each read and each pair is for one of
  /// them.
  private func explainThenable(_ node: Int) -> [Explanation] {
    let decided = facts.accessorOutcomes(of: node)
    if !decided.isEmpty, decided.count == facts.readsOf[node]?.count { return decided }
    let explanations = decided + (facts.pairsOf[node] ?? []).flatMap(explainPair)
    return explanations.isEmpty ? [pending(rules[.propagation, .thenable, .pending])] : explanations
  }

  private func explainPair(_ number: Int) -> [Explanation] {
    guard let pair = facts.pairs[number] else { return [] }
    let calls = facts.candidateCalls(of: number)
    var explanations = calls.flatMap { call in
      call.rejects
        ? [Explanation(.rejected(call.value), since: call.begin, rules[.propagation, .call, .rejected])]
        : resolve(
          call.value, since: call.begin, plainRequirement: rules[.propagation, .call, .fulfilled],
          plainLaw: .propagation)
    }
    let frame = facts.frames[pair.frame]
    if case .threw(let reason) = frame.result, let end = frame.end, !calls.contains(where: { $0.end < end }) {
      explanations.append(Explanation(.rejected(reason), since: end, rules[.propagation, .thenable, .threw]))
    }
    return explanations.isEmpty ? [pending(rules[.propagation, .thenable, .pending])] : explanations
  }
}
