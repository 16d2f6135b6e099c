import APlusModel

/// A trace, read once and indexed: frames with their nesting, registrations, resolver pairs,
/// attempts, observations.
///
/// Building takes time linear in the number of events. References are positions in `trace.objects`.
struct Facts {
  let trace: Trace
  /// In order of begin.
  var frames: [FrameRecord] = []
  /// By registration number.
  var registrations = NumberedTable<RegistrationRecord>()
  /// Registration numbers, in order of their `then` calls.
  var registrationOrder: [Int] = []
  /// Registrations on a promise, in order of their `then` calls.
  var registrationsOn = NumberedTable<[Int]>()
  /// Registrations whose `then` returned the promise.
  var creators = NumberedTable<[Int]>()
  /// By pair number.
  var pairs = NumberedTable<PairRecord>()
  /// The pairs that a thenable was given, in order.
  var pairsOf = NumberedTable<[Int]>()
  /// Reads of a thenable's `then` accessor: indices of frames.
  var readsOf = NumberedTable<[Int]>()
  /// Reads of patched prototypes, by type name: indices of frames.
  var prototypeReads: [String: [Int]] = [:]
  var attempts = NumberedTable<[Attempt]>()
  /// Handler runs that show the outcome of a promise, in order.
  var observations = NumberedTable<[Observation]>()
  /// Runs of user functions, by function name: indices of frames.
  var runs = NameTable<[Int]>()
  /// The last value that a name was bound to, by round.
  var bindings: [Int: [String: TracedValue]] = [:]
  /// Sequence numbers of the phases.
  var phases: [Int] = []
  /// Sequence numbers of the phases at which nothing could run any more for certain.
  var provenPhases: [Int] = []
  /// Sequence numbers of marks, by round and name.
  var marks: [Int: [String: Int]] = [:]
  /// Promises that an entry point of the library made, not derived from others.
  var made = NumberSet()
  /// Promises that a combinator returned.
  var combined = NumberSet()
  /// Calls of `cancel`, in order.
  var cancels: [CancelRecord] = []
  /// The reasons passed to calls of `cancel`.
  var cancelReasons: Set<TracedValue> = []
  /// Promises that a cancel was called on.
  var cancelled: Set<Int> = []
  /// What cancels do in the library; nil where that does not matter, or is not known.
  var profile: CancelProfile?
  /// Whether cancels may go from a follower to what it follows: a case that says neither is for libraries of both kinds.
  var mayBeLinked = false
  /// Whether the library runs handlers without a context in any order.
  var isUnordered = false
  /// Whether the library rejects a promise that nothing can settle any more.
  var breaksPromises = false
  /// Promises that a cancel may have reached, with the begin of the first such cancel.
  var reachedByCancel: [Int: Int] = [:]
  /// Reports of unhandled rejections, in order.
  var reports: [Report] = []
  /// The functions that are completion handlers.
  var completions: Set<String> = []
  /// What the library declares of its completion handlers, and of awaits.
  var callClaims: Set<Capability> = []
  /// What the steps that await say, by their numbers.
  var awaitingSteps: [Int: Awaiting] = [:]
  /// Whether a call is about channels.
  var hasChannels = false
  /// Whether a call is about scopes.
  var hasScopes = false
  /// Whether a combinator ran: the laws do not explain its outcome.
  var hasCombinations = false
  let contexts: ContextTable

  /// Whether the identity is a promise of the library.
  func isPromise(_ reference: Int) -> Bool {
    trace.objects.indices.contains(reference) && trace.objects[reference].kind == .promise
  }

  /// Whether the identity is one of the host's thenables.
  func isThenable(_ reference: Int) -> Bool {
    trace.objects.indices.contains(reference) && trace.objects[reference].kind == .thenable
  }

  /// Functions that ran as one function object for many registrations.
  var sharedFunctions: Set<String> {
    Set(
      frames.lazy.compactMap { record in
        guard case .handler(let call, _, _) = record.frame, record.frame.registration == nil else { return nil }
        return call.function
      })
  }

  /// The index of the frame that begins with an event; frames are in order of their begins.
  func frame(beginningAt sequence: Int) -> Int? {
    let place = frames.partitionPoint { $0.begin >= sequence }
    return place < frames.count && frames[place].begin == sequence ? place : nil
  }

  /// The handler that begins with an event: the index of its frame, and its registration; nil if
  /// the event begins no handler of a known registration.
  func handler(beginningAt sequence: Int) -> (run: Int, registration: RegistrationRecord)? {
    guard let run = frame(beginningAt: sequence), case .handler = frames[run].frame,
      let number = frames[run].frame.registration, let registration = registrations[number]
    else { return nil }
    return (run, registration)
  }

  /// The first phase after a sequence number; `Int.max` where there is none.
  func phase(after sequence: Int) -> Int { Self.first(of: phases, after: sequence) }

  /// The first phase after a sequence number at which nothing could run any more for certain;
  /// `Int.max` where there is none.
  func provenPhase(after sequence: Int) -> Int { Self.first(of: provenPhases, after: sequence) }

  private static func first(of phases: [Int], after sequence: Int) -> Int {
    let place = phases.partitionPoint { $0 > sequence }
    return place < phases.count ? phases[place] : .max
  }
}

/// One frame: its begin, its end, and the frame around it.
struct FrameRecord {
  @Small var number: Int
  let frame: Frame
  @Small var begin: Int
  @SmallOrNone var end: Int? = nil
  var result: FrameResult = .nothing
  @Small var stack: Int
  /// The index of the frame that was open on the same stack; nil on a clean stack.
  @SmallOrNone var outer: Int?
  @Small var round: Int
  /// The index of the innermost repeat around it; nil where there is none.
  @SmallOrNone var index: Int?
  /// Whether the frame gave up its stack and has not come back.
  var isSuspended = false
}

/// One call of `then`, one that takes a completion handler, or one await.
struct RegistrationRecord {
  @Small var number: Int
  /// The promise that `then` was called on; nil where the subject is no promise, and for the others.
  @SmallOrNone var parent: Int?
  /// The index of the `then` frame.
  @Small var frame: Int
  /// The promise that `then` returned; nil where it returned none.
  @SmallOrNone var result: Int? = nil
  /// Whether the returned promise existed before, so that it does not depend on the parent.
  var isAlias = false
  /// Indices of the frames of its handlers.
  var runs: [Int] = []
}

extension Facts {
  /// What a registration has in the slot for an outcome.
  func slot(of registration: RegistrationRecord, isFulfilled: Bool) -> Slot {
    switch frames[registration.frame].frame {
    case .then(let call, _): isFulfilled ? call.onFulfilled : call.onRejected
    case .start(let call, _): .function(call.function)
    case .awaiting(let call, _): isFulfilled ? call.onFulfilled : call.onRejected
    case .make, .settle, .cancel, .call, .combine, .drop, .operation, .wait, .lanes: .absent
    case .handler, .thenable, .accessor, .task, .onCancel: .absent
    }
  }
}

/// One call of a thenable's `then`, with the pair of resolvers that it was given.
struct PairRecord {
  let number: Int
  let thenable: Int?
  /// The index of the thenable's frame.
  let frame: Int
  /// Indices of the frames of the calls of its resolvers.
  var calls: [Int] = []
}

/// A handler run, as an observation of the promise that it was registered on.
struct Observation {
  let value: TracedValue
  let isFulfilled: Bool
  @Small var begin: Int
}

/// A report of an unhandled rejection.
struct Report {
  let reason: TracedValue
  @Small var event: Int
  @Small var round: Int
}

/// Something that may have settled a promise.
struct Attempt {
  enum Meaning {
    case fulfilled(TracedValue)
    case rejected(TracedValue)
    /// The resolution procedure with a value: a promise, a thenable or a plain value.
    case resolution(TracedValue)
    case cancelled
    /// Nothing can settle the promise any more, so the library rejects it.
    case broken
  }

  enum Origin {
    case made
    case settled(Settlement)
    /// The end of the handler that makes the promise.
    case handler
    case cancel
    /// What settles it was given up, alone or with the promise.
    case abandoned
  }

  let meaning: Meaning
  let origin: Origin
  /// Whether the call reported that it took effect; nil where it reports nothing.
  var accepted: Bool? = nil
  @Small var begin: Int
  /// When it must have taken effect; `Int.max` where the call is open, or threw.
  let end: Int
}

extension Attempt {
  /// The identity that the resolution procedure runs with; nil where there is none.
  var target: Int? { if case .resolution(let value) = meaning { value.reference } else { nil } }
}

extension FrameRecord {
  /// A function's name in a message: `h9` for the `h#` of index 9.
  func named(_ function: String) -> String {
    guard let index, function.hasSuffix("#") else { return function }
    return function.dropLast() + "\(index)"
  }
}

extension Array {
  /// The partition point of a predicate that is false, then true.
  fileprivate func partitionPoint(where predicate: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if predicate(self[middle]) { range = range.lowerBound..<middle } else { range = (middle + 1)..<range.upperBound }
    }
    return range.lowerBound
  }
}
