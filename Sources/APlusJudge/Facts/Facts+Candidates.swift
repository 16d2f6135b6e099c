import APlusModel
import APlusRules

/// A call of a resolver that may have taken effect.
struct ResolverCall {
  let rejects: Bool
  let value: TracedValue
  let begin: Int
  let end: Int
}

extension Facts {
  /// The attempts on a promise that could have won: no other attempt on it ended before they began.
  ///
  /// A call that reports that it had no effect has not won.
  func candidates(for promise: Int) -> [Attempt] {
    let all = Array(attempts[promise] ?? [])
    guard all.count > 1 else { return all }
    if let accepted = all.first(where: { $0.accepted == true }) {
      // A cancel may take effect on a promise that is locked in already, and says so if it can.
      let mayBoth = adopted(by: accepted) != nil
      let cancels = all.filter { isCancel($0) && $0.begin != accepted.begin }
      return cancels.filter { $0.accepted == nil || $0.accepted == true && mayBoth } + [accepted]
    }
    let firstEnd = all.lazy.filter { !isCancel($0) }.map(\.end).min() ?? .max
    return all.filter { attempt in
      attempt.accepted != false && (attempt.begin < firstEnd || isCancelOfFollower(attempt, all))
    }
  }

  /// The attempts that came too late.
  func dominated(for promise: Int) -> [Attempt] {
    let begins = Set(candidates(for: promise).map(\.begin))
    return (attempts[promise] ?? []).filter { !begins.contains($0.begin) }
  }

  func isCancel(_ attempt: Attempt) -> Bool { if case .cancel = attempt.origin { true } else { false } }

  /// Whether the attempt is a cancel of a promise that may be locked in to another one: the cancel
  /// still reaches it.
  private func isCancelOfFollower(_ attempt: Attempt, _ all: [Attempt]) -> Bool {
    isCancel(attempt) && all.contains { adopted(by: $0) != nil }
  }

  /// The calls of a pair that could have won: no other call ended before they began.
  func candidateCalls(of pair: Int) -> [ResolverCall] {
    let calls = (pairs[pair]?.calls ?? []).compactMap { index -> ResolverCall? in
      guard case .call(_, _, let rejects, let value) = frames[index].frame else { return nil }
      return ResolverCall(
        rejects: rejects, value: value ?? .undefined, begin: frames[index].begin, end: frames[index].end ?? .max)
    }
    let firstEnd = calls.map(\.end).min() ?? .max
    let frame = pairs[pair].map { frames[$0.frame] }
    // A throw that ended the thenable's function before the call takes precedence.
    let thrown: Int = if let frame, case .threw = frame.result { frame.end ?? .max } else { .max }
    return calls.filter { $0.begin < min(firstEnd, thrown) }
  }

  /// Whether the resolution procedure follows the object instead of fulfilling with it.
  func isFollowed(_ reference: Int) -> Bool { isPromise(reference) || (isThenable(reference) && isCallable(reference)) }

  /// What a promise follows if the attempt wins; nil where it follows nothing.
  func adopted(by attempt: Attempt) -> Int? { attempt.target.flatMap { isFollowed($0) ? $0 : nil } }

  /// Whether a thenable's `then` can be called, as far as the trace shows.
  ///
  /// A thenable whose accessor decided the outcome is followed, too: reading it is part of the
  /// procedure.
  private func isCallable(_ reference: Int) -> Bool {
    trace.objects[reference].isThenable || pairsOf[reference] != nil || readsOf[reference] != nil
  }

  /// What the first read of a thenable's `then` decided; nil where it returned a function, or there
  /// was no read.
  func accessorOutcome(of thenable: Int) -> Explanation? {
    readsOf[thenable]?.first.flatMap { accessorOutcome(ofRead: $0, thenable) }
  }

  /// What the reads of a thenable's `then` decided, apart from those that returned a function.
  func accessorOutcomes(of thenable: Int) -> [Explanation] {
    (readsOf[thenable] ?? []).compactMap { accessorOutcome(ofRead: $0, thenable) }
  }

  private func accessorOutcome(ofRead read: Int, _ thenable: Int) -> Explanation? {
    guard let end = frames[read].end else { return nil }
    switch frames[read].result {
    case .threw(let reason): return Explanation(.rejected(reason), since: end, rules[.propagation, .accessor, .threw])
    case .returned(.thenFunction), .nothing, .gives, .accepted, .measured: return nil
    case .returned:
      return Explanation(.fulfilled(.reference(thenable)), since: end, rules[.propagation, .accessor, .object])
    }
  }

  /// Whether an observation shows an outcome.
  func fits(_ observation: Observation, _ outcome: Explanation.Outcome) -> Bool {
    switch outcome {
    case .fulfilled(let value): observation.isFulfilled && isSame(observation.value, value)
    case .rejected(let reason): !observation.isFulfilled && isSame(observation.value, reason)
    case .rejectedByLibrary, .broken: !observation.isFulfilled && isLibraryError(observation.value)
    case .cancelled: !observation.isFulfilled
    case .pending: false
    case .unknown: true
    }
  }

  /// Whether the value is an error that the library made.
  func isLibraryError(_ value: TracedValue) -> Bool {
    guard let reference = value.reference else { return false }
    let object = trace.objects[reference]
    return object.isForeign && (object.kind == .error || object.kind == .object)
  }

  /// How deep lists are compared by element; deeper ones are compared by identity, which bounds
  /// hostile nesting.
  private static let deepest = 3

  /// Whether two values are the same: identity for objects, SameValue for others, lists by element,
  /// and reasons that the library makes by kind.
  func isSame(_ left: TracedValue, _ right: TracedValue, depth: Int = 0) -> Bool {
    if left == right { return true }
    switch (left, right) {
    case (.undefined, .nothing), (.nothing, .undefined): return true
    case (.reference(let one), .reference(let other)):
      if isOneKindOfReason(trace.objects[one], trace.objects[other]) { return true }
      guard let items = trace.objects[one].items, let others = trace.objects[other].items,
        trace.objects[one].isForeign || trace.objects[other].isForeign, items.count == others.count
      else { return false }
      return zip(items, others).allSatisfy { one, other in
        depth < Self.deepest ? isSame(one, other, depth: depth + 1) : one == other
      }
    default: return false
    }
  }

  /// Whether two errors count as one reason, of which the library may make a copy for each reader.
  ///
  /// Two cancellations do, and two time-outs; other errors do where both have the same known class.
  private func isOneKindOfReason(_ one: TracedObject, _ other: TracedObject) -> Bool {
    guard one.isForeign, other.isForeign, one.kind == other.kind, one.kind == .error || one.kind == .object,
      one.isCancellation == other.isCancellation, one.isTimeout == other.isTimeout
    else { return false }
    if one.isCancellation || one.isTimeout { return true }
    return one.kind == .error && one.type != nil && one.type == other.type
  }
}
