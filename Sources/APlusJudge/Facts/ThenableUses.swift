import APlusModel
import APlusRules

/// Where promises were resolved or rejected with thenables whose `then` was read or called.
///
/// A resolution reads a thenable's `then`; a rejection takes the thenable as it is.
struct ThenableUses {
  /// How often a thenable went into a resolution procedure.
  struct Resolutions {
    var count = 0
    /// The requirement of the combinator, where only combinators resolved with the thenable.
    var combinator: String?
  }

  /// One rejection with a thenable.
  private struct Rejection {
    let requirement: String
    /// The promise that it rejects; nil where it is not known.
    let promise: Int?
    /// The index of the frame that rejected.
    let frame: Int
  }

  private let facts: Facts
  private(set) var resolutions: [Int: Resolutions] = [:]
  private var rejections: [Int: [Rejection]] = [:]

  init(_ facts: Facts) {
    self.facts = facts
    let used = Set(facts.readsOf.numbers + facts.pairsOf.numbers)
    guard !used.isEmpty else { return }
    noteResolutions(of: used)
    noteRejections(with: used)
  }

  /// The requirement that is violated where the library reads or calls the `then` of a thenable
  /// that is only a reason; nil for other thenables.
  ///
  /// It belongs to the rejection during whose call that happened. Failing that, it belongs to the
  /// first promise that was seen in another state than rejected with the thenable, or else to the
  /// first whose outcome was not seen.
  func requirement(ofAdopting thenable: Int, at frame: Int) -> String? {
    guard resolutions[thenable] == nil, let rejections = rejections[thenable] else { return nil }
    let use = facts.frames[frame]
    let around = rejections.last { rejection in
      let record = facts.frames[rejection.frame]
      return record.begin < use.begin && use.begin < record.end ?? .max && record.stack == use.stack
        && !record.frame.isUserCode
    }
    if let around { return around.requirement }
    func isSeen(_ rejection: Rejection, right: Bool) -> Bool {
      guard let seen = rejection.promise.flatMap({ facts.observations[$0]?.first }) else { return false }
      return (!seen.isFulfilled && facts.isSame(seen.value, .reference(thenable))) == right
    }
    let wrong = rejections.first { isSeen($0, right: false) }
    let unseen = rejections.first { !isSeen($0, right: true) }
    return (wrong ?? unseen ?? rejections.first)?.requirement
  }

  // MARK: Resolutions

  /// Counts resolutions; a combinator resolves with its members, and a sequence starts its tasks.
  private mutating func noteResolutions(of used: Set<Int>) {
    func note(_ value: TracedValue?, by combinator: String? = nil) {
      guard let thenable = value?.reference, used.contains(thenable) else { return }
      let isFirst = resolutions[thenable] == nil
      resolutions[thenable, default: Resolutions()].count += 1
      if isFirst || combinator == nil { resolutions[thenable]?.combinator = combinator }
    }
    for record in facts.frames {
      if case .combine(_, let kind, let members) = record.frame {
        let requirement = rules.combinator(kind, isEmpty: members.isEmpty)
        for member in members { note(member, by: requirement) }
      } else if case .start(let call, _) = record.frame {
        for task in call.members { note(task, by: rules[.once, .start, .again]) }
      } else {
        note(resolution(by: record))
      }
    }
    for attempt in facts.attempts.all.joined() { if case .resolution(let value) = attempt.meaning { note(value) } }
  }

  /// What a frame resolves with, where that is no attempt on a promise.
  private func resolution(by record: FrameRecord) -> TracedValue? {
    switch (record.frame, record.result) {
    case (.handler(_, let number, _), .returned(let value)):
      // What the handler returned counts even where `then` returned no promise.
      let registration = number.wrappedValue.flatMap { facts.registrations[$0] }
      return registration?.result == nil ? value : nil
    // Where the call returned a promise, there was an attempt on it.
    case (.make(_, "resolved", _, _), .gives): return nil
    case (.make(_, "resolved", let value, _), _): return value
    case (.call(_, _, false, let value), _): return value
    case (.task, .returned(let value)): return value
    case (.make, _), (.settle, _), (.cancel, _), (.then, _), (.start, _), (.awaiting, _), (.call, _), (.combine, _):
      return nil
    case (.drop, _), (.operation, _), (.wait, _), (.lanes, _): return nil
    case (.handler, _), (.thenable, _), (.accessor, _), (.task, _), (.onCancel, _): return nil
    }
  }

  // MARK: Rejections

  private mutating func noteRejections(with used: Set<Int>) {
    for index in facts.frames.indices {
      guard let (value, requirement, promise) = rejection(by: facts.frames[index]), let thenable = value.reference,
        used.contains(thenable)
      else { continue }
      rejections[thenable, default: []].append(Rejection(requirement: requirement, promise: promise, frame: index))
    }
    for thenable in rejections.keys { passOn(&rejections[thenable, default: []]) }
  }

  /// What a frame rejects with, the requirement that says so, and the promise where it is known.
  private func rejection(by record: FrameRecord) -> (value: TracedValue, requirement: String, promise: Int?)? {
    switch (record.frame, record.result) {
    case (.handler(_, let number, _), .threw(let value)):
      let registration = number.wrappedValue.flatMap { facts.registrations[$0] }
      return (value, rules[.propagation, .handler, .threw], registration?.result)
    case (.thenable, .threw(let value)): return (value, rules[.propagation, .thenable, .threw], nil)
    case (.accessor, .threw(let value)): return (value, rules[.propagation, .accessor, .threw], nil)
    case (.call(_, _, true, let value?), _): return (value, rules[.propagation, .call, .rejected], nil)
    case (.settle(_, .reject, let subject, let value), _):
      return (value, rules[.agreement, .reject, .rejected], subject.reference)
    case (.make(_, "rejected", let value?, _), let result):
      let promise: Int? = if case .gives(let given) = result { given.reference } else { nil }
      return (value, rules[.agreement, .make, .rejected], promise)
    case (.make, _), (.settle, _), (.cancel, _), (.then, _), (.start, _), (.awaiting, _), (.call, _), (.combine, _):
      return nil
    case (.drop, _), (.operation, _), (.wait, _), (.lanes, _): return nil
    case (.handler, _), (.thenable, _), (.accessor, _), (.task, _), (.onCancel, _): return nil
    }
  }

  /// Adds the promises that a reason passes through to, where registrations have no handler for it.
  private func passOn(_ rejections: inout [Rejection]) {
    var rejected = Set(rejections.compactMap(\.promise))
    for number in facts.registrationOrder {
      guard let registration = facts.registrations[number], let result = registration.result,
        let parent = registration.parent, rejected.contains(parent), !registration.isAlias
      else { continue }
      if case .function = facts.slot(of: registration, isFulfilled: false) { continue }
      guard rejected.insert(result).inserted else { continue }
      rejections.append(
        Rejection(requirement: rules[.propagation, .then, .rejected], promise: result, frame: registration.frame))
    }
  }
}
