import APlusModel

extension Facts {
  /// Reads a trace whose frames nest, as the fidelity law has checked.
  init(_ trace: Trace, of scenario: Scenario) {
    self.init(trace: trace, contexts: ContextTable(scenario.program))
    profile = CancelProfile(claimedIn: scenario.capabilities)
    mayBeLinked = !scenario.capabilities.contains(.oneWayCancel)
    callClaims = Set(scenario.capabilities)
    if scenario.program.usesTasks {
      scenario.program.forEachStep { step in
        if case .awaiting(let awaiting) = step.action { awaitingSteps[step.id] = awaiting }
      }
    }
    isUnordered = scenario.limits.contains(.unordered)
    breaksPromises = scenario.limits.breaksPromises
    frames.reserveCapacity(trace.events.count / 2)
    var stacks = StackIndex()
    // By stack, the frames that are open.
    var open: [[Int]] = []
    var suspended: [Int: Int] = [:]
    for event in trace.events {
      let stack = stacks.index(of: event.stack)
      if stack == open.count { open.append([]) }
      switch event.kind {
      case .begin(let number, let frame):
        let record = FrameRecord(
          number: number, frame: frame, begin: event.sequence, stack: event.stack, outer: open[stack].last,
          round: event.round, index: event.indices.last)
        open[stack].append(frames.count)
        frames.append(record)
        noteBegin(record, frames.count - 1)
      case .end(let number, let result):
        guard let index = open[stack].popLast(), frames[index].number == number else { continue }
        frames[index].end = event.sequence
        frames[index].result = result
        noteEnd(index)
      case .suspend(let number):
        guard let index = open[stack].popLast() else { continue }
        suspended[number] = index
        frames[index].isSuspended = true
      case .resume(let number):
        guard let index = suspended.removeValue(forKey: number) else { continue }
        open[stack].append(index)
        frames[index].isSuspended = false
      case .bound(_, let name, let value): bindings[event.round, default: [:]][name] = value
      case .mark(_, let name): marks[event.round, default: [:]][name] = event.sequence
      case .phase(let strength):
        phases.append(event.sequence)
        if strength != .bounded { provenPhases.append(event.sequence) }
      case .unhandled(let reason): reports.append(Report(reason: reason, event: event.sequence, round: event.round))
      case .block, .due, .lane, .unbound, .gone, .uncaught: break
      }
    }
    noteOpenAttempts()
    noteHandlerEnds()
    if !cancels.isEmpty { noteReachOfCancels() }
  }

  private mutating func noteBegin(_ record: FrameRecord, _ index: Int) {
    switch record.frame {
    case .then(let call, _):
      guard let number = record.frame.registration else { break }
      let parent = call.subject.promise(in: self)
      registrations[number] = RegistrationRecord(number: number, parent: parent, frame: index)
      registrationOrder.append(number)
      if let parent { registrationsOn[parent, default: []].append(number) }
    case .start, .awaiting:
      if case .start(let call, _) = record.frame {
        completions.insert(call.function)
        hasChannels = hasChannels || call.channelWord != nil
        hasScopes = hasScopes || call.scopeWord != nil
      }
      guard let number = record.frame.registration else { break }
      registrations[number] = RegistrationRecord(number: number, parent: nil, frame: index)
      registrationOrder.append(number)
    case .handler(let call, _, let slot):
      runs[call.function, default: []].append(index)
      guard let registration = record.frame.registration else { break }
      var parent: Int?
      var frame = 0
      registrations.update(registration) {
        $0.runs.append(index)
        parent = $0.parent
        frame = $0.frame
      }
      guard slot == .onFulfilled || slot == .onRejected,
        let parent = parent ?? self.call(startedAt: frame)?.call.reference
      else { break }
      observations[parent, default: []].append(
        Observation(value: call.arguments.first ?? .undefined, isFulfilled: slot == .onFulfilled, begin: record.begin))
    case .thenable(let call, let subject, let pair):
      runs[call.function, default: []].append(index)
      let thenable = subject.reference
      pairs[pair] = PairRecord(number: pair, thenable: thenable, frame: index)
      if let thenable { pairsOf[thenable, default: []].append(pair) }
    case .call(_, let pair, _, _): pairs.update(pair) { $0.calls.append(index) }
    case .accessor(let subject, let prototype, _, _):
      if let reference = subject?.reference { readsOf[reference, default: []].append(index) }
      if let prototype { prototypeReads[prototype, default: []].append(index) }
    case .task(let call), .onCancel(let call): runs[call.function, default: []].append(index)
    case .cancel(_, let subject, let reason):
      guard let promise = subject.reference else { break }
      cancelled.insert(promise)
      cancels.append(CancelRecord(promise: promise, frame: index))
      if let reason { cancelReasons.insert(reason) }
    case .combine: hasCombinations = true
    case .make, .settle, .drop, .operation, .wait, .lanes: break
    }
  }

  private mutating func noteEnd(_ index: Int) {
    switch frames[index].frame {
    case .then:
      guard case .gives(.reference(let promise)) = frames[index].result, let number = frames[index].frame.registration
      else { break }
      let isAlias = made.contains(promise) || combined.contains(promise) || creators.contains(promise)
      registrations.update(number) { registration in
        registration.result = promise
        registration.isAlias = isAlias
      }
      creators[promise, default: []].append(number)
    case .start, .awaiting: break
    case .make, .settle, .cancel, .drop, .operation(_, "abandon", _):
      let record = frames[index]
      if case .make = record.frame, case .gives(.reference(let promise)) = record.result { made.insert(promise) }
      noteAttempt(record)
    case .combine: if case .gives(.reference(let promise)) = frames[index].result { combined.insert(promise) }
    case .call, .operation, .wait, .lanes, .handler, .thenable, .accessor, .task, .onCancel: break
    }
  }

  /// Settles that were still open when the trace ended may have taken effect.
  private mutating func noteOpenAttempts() {
    for index in frames.indices where frames[index].end == nil { noteAttempt(frames[index]) }
  }

  private mutating func noteAttempt(_ record: FrameRecord) {
    func note(_ meaning: Attempt.Meaning, _ origin: Attempt.Origin, on subject: TracedValue, end: Int?) {
      guard let promise = subject.reference else { return }
      var attempt = Attempt(meaning: meaning, origin: origin, begin: record.begin, end: end ?? .max)
      if case .accepted(let accepted) = record.result { attempt.accepted = accepted }
      attempts[promise, default: []].append(attempt)
    }
    switch record.frame {
    case .make(_, let state, let value, _):
      let with = value ?? .undefined
      // An entry point that returns the promise it was given has made nothing.
      guard case .gives(let given) = record.result, given != with else { return }
      switch state {
      case "fulfilled": note(.fulfilled(with), .made, on: given, end: record.end)
      case "rejected": note(.rejected(with), .made, on: given, end: record.end)
      case "resolved": note(.resolution(with), .made, on: given, end: record.end)
      default: break
      }
    case .settle(_, let verb, let subject, let value):
      // A call may have thrown before it had any effect.
      let end: Int? = if case .threw = record.result { nil } else { record.end }
      switch verb {
      case .fulfill: note(.fulfilled(value), .settled(verb), on: subject, end: end)
      case .reject: note(.rejected(value), .settled(verb), on: subject, end: end)
      case .resolve: note(.resolution(value), .settled(verb), on: subject, end: end)
      }
    case .cancel(_, let subject, _): note(.cancelled, .cancel, on: subject, end: record.end)
    case .operation(_, "abandon", let subject) where breaksPromises:
      note(.broken, .abandoned, on: subject, end: record.end)
    case .drop(_, let names) where breaksPromises:
      // The promise may live on, and what settles it with it.
      for subject in names.compactMap({ bindings[record.round]?[$0] }) where subject.promise(in: self) != nil {
        note(.broken, .abandoned, on: subject, end: nil)
      }
    case .then, .start, .awaiting, .call, .combine, .drop, .operation, .wait, .lanes: break
    // What a handler returns or throws is noted once it has ended.
    case .handler, .thenable, .accessor, .task, .onCancel: break
    }
  }

  /// The end of a handler is an attempt on the promise that its registration made.
  ///
  /// It has no return to observe: it took effect before the first observer began, or before the
  /// next phase.
  private mutating func noteHandlerEnds() {
    for number in registrationOrder {
      guard let registration = registrations[number], let result = registration.result else { continue }
      for run in registration.runs {
        guard let end = frames[run].end else { continue }
        // A `then` that returns what its handler had already returned is an alias, not a cycle.
        if frames[run].result == .returned(.reference(result)), end < frames[registration.frame].end ?? .max {
          continue
        }
        let meaning: Attempt.Meaning
        switch frames[run].result {
        case .returned(let value): meaning = .resolution(value)
        case .threw(let value): meaning = .rejected(value)
        case .nothing, .gives, .accepted, .measured: meaning = .fulfilled(.undefined)
        }
        let seen = observations[result]?.first(after: end)?.begin ?? .max
        attempts[result, default: []].append(
          Attempt(meaning: meaning, origin: .handler, begin: end, end: min(seen, phase(after: end))))
      }
    }
  }
}

extension [Observation] {
  /// The first observation that began after an event; found by halves, because one promise may have 100,000.
  fileprivate func first(after event: Int) -> Observation? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].begin > event { high = middle } else { low = middle + 1 }
    }
    return low < count ? self[low] : nil
  }
}

extension TracedValue {
  /// The identity; nil for values without one.
  // Inlined into a loop over attempts, this crashes the optimizer of Swift 6.3.1.
  @inline(never) var reference: Int? { if case .reference(let reference) = self { reference } else { nil } }

  /// The identity, where it is a promise of the library; nil otherwise.
  func promise(in facts: Facts) -> Int? {
    guard let reference, facts.isPromise(reference) else { return nil }
    return reference
  }
}
