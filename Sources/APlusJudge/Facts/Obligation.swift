import APlusModel
import APlusRules

/// What a registration waits for.
///
/// Laws about handlers ask a source, not a promise: what handlers are owed by anything else that
/// calls them is one more case here, and one more in ``Explainer/obligation(of:)``.
enum Source: Hashable {
  case promise(Int)
  /// A call that took a completion handler, an await, or a call on what is no promise of the library: the index of its
  /// frame.
  case call(Int)
}

/// What the handlers that wait for a source are owed.
struct Obligation {
  /// What may have become of the source; empty where the trace does not tell.
  let explanations: [Explanation]
  /// The first handler that showed the outcome.
  let seen: Observation?
  /// Whether each outcome that the source may have is fulfilled; empty where it may have none.
  ///
  /// A handler must run if it is there for each of them.
  let outcomes: [Bool]
  /// Since when the source certainly has its outcome, judging by the calls on it alone; nil where
  /// they do not show it.
  ///
  /// A handler run proves nothing: it may have come before.
  let since: Int?

  static let none = Obligation(explanations: [], seen: nil, outcomes: [], since: nil)
}

extension Obligation {
  /// The handler that a registration is owed, with its outcome; nil where it is owed none.
  func handler(owedTo registration: RegistrationRecord, _ facts: Facts) -> (name: String, isFulfilled: Bool)? {
    let owed = outcomes.map { facts.slot(of: registration, isFulfilled: $0) }
    guard let outcome = outcomes.first, case .function(let name)? = owed.first,
      owed.allSatisfy({ if case .function = $0 { true } else { false } })
    else { return nil }
    return (name, outcome)
  }
}

extension Explainer {
  /// What a source owes the handlers that wait for it.
  mutating func obligation(of source: Source) -> Obligation {
    switch source {
    case .promise(let promise):
      let explanations = explanations(of: promise)
      let seen = facts.observations[promise]?.first
      return Obligation(
        explanations: explanations, seen: seen, outcomes: Self.outcomes(explanations, seen),
        since: facts.settlement(of: promise))
    case .call(let frame):
      if let awaited = facts.awaiting(at: frame) { return obligation(of: awaited) }
      return facts.call(startedAt: frame).map { facts.obligation(of: $0, at: frame) } ?? .none
    }
  }

  static func outcomes(_ explanations: [Explanation], _ seen: Observation?) -> [Bool] {
    var possible: Set<Bool> = []
    for explanation in explanations {
      switch explanation.outcome {
      case .fulfilled: possible.insert(true)
      case .rejected, .rejectedByLibrary, .broken: possible.insert(false)
      case .cancelled, .pending, .unknown: return []
      }
    }
    guard !possible.isEmpty else { return [] }
    return seen.map { [$0.isFulfilled] } ?? [true, false].filter(possible.contains)
  }
}

extension Facts {
  /// What registrations wait for: promises first.
  var sources: [Source] {
    registrationsOn.numbers.map(Source.promise)
      + registrationOrder.compactMap { number in
        guard let source = registrations[number]?.source, case .call = source else { return nil }
        return source
      }
  }

  /// The registrations that wait for a source, in order of their calls.
  func registrations(on source: Source) -> [Int] {
    switch source {
    case .promise(let promise): registrationsOn[promise] ?? []
    case .call(let frame): [frames[frame].frame.registration].compactMap(\.self)
    }
  }

  /// Attempts to decide the outcome of a source.
  func attempts(on source: Source) -> [Attempt] {
    switch source {
    case .promise(let promise): Array(attempts[promise] ?? [])
    case .call(let frame):
      call(startedAt: frame).map { attempts(on: $0) } ?? awaited(at: frame).map { Array(attempts[$0] ?? []) } ?? []
    }
  }

  /// Whether a cancel may have reached a source.
  func isReachedByCancel(_ source: Source) -> Bool {
    switch source {
    case .promise(let promise): reachedByCancel[promise] != nil
    case .call(let frame):
      awaited(at: frame).map { reachedByCancel[$0] != nil } ?? attempts(on: source).contains { $0.meaning.isCancel }
    }
  }

  /// A source's name in a message.
  func name(of source: Source) -> String {
    switch source {
    case .promise(let promise): trace.text(.reference(promise))
    case .call(let frame):
      (call(startedAt: frame)?.call ?? awaiting(at: frame)?.subject).map(trace.text) ?? trace.noun(frames[frame].frame)
    }
  }

  /// When a promise was certainly settled, judging by the calls on it.
  func settlement(of promise: Int) -> Int? {
    let attempts = attempts[promise] ?? []
    // A settler that is given up after that changes nothing.
    let isOnly = attempts.count { !$0.meaning.isBroken } == 1 && attempts.first?.meaning.isBroken == false
    return attempts.compactMap { attempt -> Int? in
      switch (attempt.meaning, attempt.origin) {
      case (.fulfilled, .made), (.rejected, .made): attempt.end
      case (.fulfilled, .settled), (.rejected, .settled): isOnly || attempt.accepted == true ? attempt.end : nil
      case (.fulfilled, .handler), (.rejected, .handler), (.fulfilled, .cancel), (.rejected, .cancel), (.resolution, _),
        (.cancelled, _), (.broken, _), (.fulfilled, .abandoned), (.rejected, .abandoned):
        nil
      }
    }.min()
  }
}

extension Source {
  /// The promise; nil for what is none.
  var promise: Int? { if case .promise(let promise) = self { promise } else { nil } }
}

extension RegistrationRecord { var source: Source { parent.map(Source.promise) ?? .call(frame) } }
