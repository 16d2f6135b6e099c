import APlusModel

/// One call on a scope, with the runs of its handler.
struct ScopeCall {
  let call: StartCall
  let word: ScopeWord
  /// The sequence number with which the call begins, and the one with which it returns; `Int.max` where it has not.
  let begin: Int
  let end: Int
  /// The frames of the handler, in order.
  let runs: [FrameRecord]
  /// When it ended: with the first answer, or the first that is no cancel of an item that goes on; `Int.max` where it
  /// has not.
  let ended: Int
  /// The attempts to finish the item, or to end the body of the scope.
  let attempts: [Attempt]
  /// When the program lets go of what the call made; nil where it does not.
  let dropped: Int?
  /// The handler's name in messages.
  let name: String

  /// When the first answer came; `Int.max` where none has.
  var at: Int { runs.first?.begin ?? .max }
  /// The begin of the first attempt to finish it; `Int.max` where there is none.
  var finishing: Int { word == .completed ? begin : attempts.map(\.begin).min() ?? .max }
  /// The end of the first attempt to finish it.
  var finished: Int { word == .completed ? begin : attempts.map(\.end).min() ?? .max }
}

/// Something that cancels the items of a scope, as far as it reaches them.
struct ScopeCause {
  enum Kind {
    case cancelled
    /// The scope was released.
    case dropped
    /// An item, or the body, failed.
    case failed
    /// It comes from the scope around.
    case outer
  }

  let kind: Kind
  let begin: Int
  /// When it has certainly happened; `Int.max` where that is not known.
  let end: Int
  /// The item that failed.
  var item: Int?
}

/// What a trace shows of one scope.
struct ScopeRecord {
  let reference: Int
  let made: ScopeCall
  let outer: Int?
  var items: [ScopeCall] = []
  var launches: [ScopeCall] = []
  var notifications: [ScopeCall] = []
  var looks: [ScopeCall] = []
  var causes: [ScopeCause] = []
}

extension Facts {
  /// The call about a scope that a frame starts; nil for other frames.
  func scopeCall(startedAt frame: Int) -> StartCall? {
    guard hasScopes, case .start(let call, _) = frames[frame].frame, call.scopeWord != nil else { return nil }
    return call
  }

  /// The call about a scope whose handler a frame runs; nil for other frames.
  func scopeCall(of record: FrameRecord) -> StartCall? {
    guard hasScopes, let number = record.frame.registration, let registration = registrations[number] else {
      return nil
    }
    return scopeCall(startedAt: registration.frame)
  }

  /// The scopes, in the order in which they were made.
  var scopes: [ScopeRecord] {
    var scopes: [ScopeRecord] = []
    var places: [Int: Int] = [:]
    let drops = frames.compactMap { record in
      if case .drop(_, let names) = record.frame {
        (names: Set(names), round: record.round, at: record.begin)
      } else {
        nil
      }
    }
    for number in registrationOrder {
      guard let registration = registrations[number], let call = scopeCall(startedAt: registration.frame),
        let word = call.scopeWord
      else { continue }
      let record = frames[registration.frame]
      let reference = call.call.reference
      let names = reference.map { trace.objects[$0].names } ?? []
      let runs = registration.runs.map { frames[$0] }
      let ending = runs.first { word != .linger || !isCancellation($0) }
      let made = ScopeCall(
        call: call, word: word, begin: record.begin, end: record.end ?? .max, runs: runs, ended: ending?.begin ?? .max,
        attempts: (reference.flatMap { attempts[$0] }.map(Array.init) ?? []).filter { !$0.meaning.isCancel },
        dropped: drops.first { $0.round == record.round && !$0.names.isDisjoint(with: names) }?.at,
        name: "`\(record.named(call.function))`")
      let around = call.members.first?.reference.flatMap { places[$0] }
      switch (word, around) {
      case (.scope, _):
        guard let reference else { continue }
        places[reference] = scopes.count
        scopes.append(ScopeRecord(reference: reference, made: made, outer: around))
      case (.add, let scope?), (.linger, let scope?), (.completed, let scope?): scopes[scope].items.append(made)
      case (.launch, let scope?): scopes[scope].launches.append(made)
      case (.notify, let scope?): scopes[scope].notifications.append(made)
      case (.holds, let scope?): scopes[scope].looks.append(made)
      case (_, nil): break
      }
    }
    noteCauses(in: &scopes)
    return scopes
  }

  /// Whether a handler of an item or a scope got a cancellation.
  func isCancellation(_ run: FrameRecord) -> Bool {
    guard case .handler(let call, _, .onRejected) = run.frame, let error = call.arguments.first?.reference else {
      return false
    }
    return trace.objects[error].isCancellation
  }

  private func noteCauses(in scopes: inout [ScopeRecord]) {
    // What an inner scope fails with may reach the scope around it: those inside come first.
    for place in scopes.indices.reversed() {
      let scope = scopes[place]
      let own = cancels.filter { $0.promise == scope.reference }.map(interval)
      var causes = own.map { ScopeCause(kind: .cancelled, begin: $0.begin, end: $0.end) }
      if let dropped = scope.made.dropped { causes.append(ScopeCause(kind: .dropped, begin: dropped, end: dropped)) }
      if isDeclared(ScopeProfile.cancelsSiblings) { causes += failures(in: scope) }
      scopes[place].causes += causes
      guard let outer = scope.outer else { continue }
      scopes[outer].causes += scopes[place].causes.filter { $0.kind == .failed }.map {
        ScopeCause(kind: .failed, begin: $0.begin, end: .max)
      }
    }
    for place in scopes.indices {
      guard let outer = scopes[place].outer else { continue }
      scopes[place].causes += scopes[outer].causes.map { ScopeCause(kind: .outer, begin: $0.begin, end: $0.end) }
    }
  }

  /// What fails in a scope: items, and the body.
  ///
  /// An item has certainly failed once its handler has got the error: the scope may end before the call that finished the
  /// item has returned. A body whose first ending is an error has failed once the scope has ended.
  private func failures(in scope: ScopeRecord) -> [ScopeCause] {
    let first = scope.made.attempts.first
    let bodies = scope.made.attempts.filter(\.meaning.isFailure).map { attempt in
      let isFirst =
        attempt.begin == first?.begin && scope.made.attempts.dropFirst().allSatisfy { $0.begin > attempt.end }
      return ScopeCause(kind: .failed, begin: attempt.begin, end: isFirst ? min(attempt.end, scope.made.at) : .max)
    }
    return bodies
      + scope.items.flatMap { item in
        let failed = item.runs.first { $0.frame.isFailure && !isCancellation($0) }
        return item.attempts.filter(\.meaning.isFailure).map { attempt in
          ScopeCause(
            kind: .failed, begin: attempt.begin, end: failed.map { max($0.begin, item.end) } ?? .max, item: item.begin)
        }
      }
  }
}

extension Frame {
  /// Whether it is a handler that gets an error.
  var isFailure: Bool { if case .handler(_, _, .onRejected) = self { true } else { false } }
}

extension Attempt.Meaning { fileprivate var isFailure: Bool { if case .rejected = self { true } else { false } } }
