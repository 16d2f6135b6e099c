import APlusModel

/// One call of `cancel`.
struct CancelRecord {
  let promise: Int
  /// The index of the frame.
  let frame: Int
}

extension Facts {
  /// The begin and end of a cancel; the end is `Int.max` where the call is open.
  func interval(of cancel: CancelRecord) -> (begin: Int, end: Int) {
    (frames[cancel.frame].begin, frames[cancel.frame].end ?? .max)
  }

  /// Whether a reason is a cancel's: made by the library, or passed to a call of `cancel`.
  func isCancelReason(_ value: TracedValue) -> Bool {
    if let reference = value.reference, trace.objects[reference].isCancellation { return true }
    return cancelReasons.contains(value)
  }

  /// Notes which promises a cancel may have reached, and since when.
  ///
  /// Where cancels go downstream, they reach what was derived from the promise before the cancel
  /// had ended, and all that is ever derived from a promise that may have been cancelled. Where they
  /// reach the promise alone, others see a rejection at most. Otherwise they may reach everything
  /// that is connected. Where nobody says that what a promise follows is kept, they may reach that, too.
  mutating func noteReachOfCancels() {
    let edges = edgesOfCancels()
    let roots = cancels.map { (promise: $0.promise, since: interval(of: $0).begin) }
    for root in roots.sorted(by: { $0.since < $1.since }) {
      var waiting = [root.promise]
      while let promise = waiting.popLast() {
        guard reachedByCancel[promise] == nil else { continue }
        reachedByCancel[promise] = root.since
        waiting += edges[promise] ?? []
      }
    }
  }

  /// By promise, those that a cancel may go on to.
  private func edgesOfCancels() -> [Int: [Int]] {
    guard let profile else { return connections() }
    if profile.goesDown { return DownstreamReach(self).edges }
    guard profile.staysPut else { return connections() }
    // Unless the profile says that it is kept, what a cancelled promise follows is up to the library.
    guard profile.followed != .kept else { return [:] }
    return Dictionary(uniqueKeysWithValues: attempts.numbers.map { ($0, followed(by: $0)) })
  }

  /// Promises that follow others, by what they follow.
  var followers: [Int: [Int]] {
    var followers: [Int: [Int]] = [:]
    for promise in attempts.numbers {
      for followed in followed(by: promise) { followers[followed, default: []].append(promise) }
    }
    return followers
  }

  /// What a promise follows or may follow, directly or through thenables.
  func followed(by promise: Int) -> [Int] {
    var waiting = (attempts[promise] ?? []).compactMap(\.target)
    var followed: [Int] = []
    while let node = waiting.popLast() {
      guard !followed.contains(node) else { continue }
      followed.append(node)
      for pair in pairsOf[node] ?? [] {
        waiting += candidateCalls(of: pair).filter { !$0.rejects }.compactMap(\.value.reference)
      }
    }
    return followed
  }

  /// The connections by derivation, by adoption and through combinators, in both directions.
  private func connections() -> [Int: [Int]] {
    var edges: [Int: [Int]] = [:]
    func connect(_ one: Int, _ other: Int) {
      edges[one, default: []].append(other)
      edges[other, default: []].append(one)
    }
    for number in registrationOrder {
      guard let registration = registrations[number], let parent = registration.parent, let child = registration.result
      else { continue }
      connect(parent, child)
    }
    for (followed, promises) in followers { for promise in promises { connect(followed, promise) } }
    for (member, results) in combinedOf { for result in results { connect(member, result) } }
    // The trace does not show which combinator called a task.
    let tasks = taskPromises
    let results = tasks.isEmpty ? [] : trace.objects.indices.filter(combined.contains)
    let together = results.isEmpty ? [] : results + tasks
    for (one, other) in zip(together, together.dropFirst()) { connect(one, other) }
    return edges
  }

  /// The promises that tasks returned: a cancel of a combinator's promise goes on to the running
  /// task.
  fileprivate var taskPromises: [Int] {
    frames.compactMap { record in
      guard case .task = record.frame, case .returned(let value) = record.result else { return nil }
      return value.promise(in: self)
    }
  }

  /// The promises that combinators returned, by member.
  ///
  /// One that was seen to be cancelled is listed under each promise that `cancel` was called on as
  /// well, whatever its tasks returned; so is one that no handler observed, if a task returned a
  /// promise.
  fileprivate var combinedOf: [Int: [Int]] {
    let mayFollowTask = !taskPromises.isEmpty
    var combined: [Int: [Int]] = [:]
    for record in frames {
      guard case .combine(_, _, let members) = record.frame, case .gives(.reference(let result)) = record.result else {
        continue
      }
      let isCancelled = observations[result]?.first.map { !$0.isFulfilled && isCancelReason($0.value) } ?? mayFollowTask
      for member in members.compactMap(\.reference) + (isCancelled ? Array(cancelled) : []) {
        combined[member, default: []].append(result)
      }
    }
    return combined
  }
}

/// The paths by which a cancel may reach descendants.
private struct DownstreamReach {
  /// By promise, the promises that a cancel goes on to from there.
  private(set) var edges: [Int: [Int]] = [:]

  init(_ facts: Facts) {
    let followers = facts.followers
    let combined = facts.combinedOf
    let tasks = facts.taskPromises
    let firstBegin = facts.cancels.map { facts.interval(of: $0).begin }.min() ?? .max
    let roots = facts.cancels.map { (promise: $0.promise, until: facts.interval(of: $0).end) }
    var visited: Set<Int> = []
    // The cancel that ended last goes first: it reaches whatever the others reach.
    for root in roots.sorted(by: { $0.until > $1.until }) {
      var waiting = [root.promise]
      while let promise = waiting.popLast() {
        guard visited.insert(promise).inserted else { continue }
        let isOpen = Self.mayBeCancelled(promise, firstBegin, facts)
        var next = (followers[promise] ?? []) + (combined[promise] ?? [])
        if facts.combined.contains(promise) { next += tasks }
        if facts.mayBeLinked { next += facts.followed(by: promise) }
        for number in facts.registrationsOn[promise] ?? [] {
          guard let registration = facts.registrations[number], let child = registration.result,
            isOpen || facts.frames[registration.frame].begin < root.until
          else { continue }
          next.append(child)
        }
        edges[promise] = next
        waiting += next
      }
    }
  }

  /// Whether the promise itself may have been cancelled, and with it whatever is derived later.
  private static func mayBeCancelled(_ promise: Int, _ begin: Int, _ facts: Facts) -> Bool {
    if let seen = facts.observations[promise]?.first { return !seen.isFulfilled && facts.isCancelReason(seen.value) }
    return !facts.candidates(for: promise).contains { attempt in
      switch attempt.meaning {
      case .fulfilled, .rejected, .broken: attempt.end < begin
      case .resolution: attempt.end < begin && facts.adopted(by: attempt) == nil
      case .cancelled: false
      }
    }
  }
}
