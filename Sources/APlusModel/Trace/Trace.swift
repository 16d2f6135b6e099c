/// Everything that a host saw while it performed one scenario.
package struct Trace: Sendable, Hashable {
  /// Identities, in order of their numbers: `objects[i]` describes reference `i`.
  package var objects: [TracedObject]
  /// In order of sequence number, if the host is honest.
  package var events: [Event]
  package var ending: TraceEnding
  /// Where the host crashed; nil where it did not, or where that is not known.
  package var crash: TracedCrash?
  /// What its threads did where it ended as ``TraceEnding/running``; nil where that is not known.
  package var computation: Computation?
  /// What its threads waited in, a phrase for each, those that matter most first; empty where that was not asked for, or is
  /// not known.
  package var waits: [String]

  package init(
    objects: [TracedObject], events: [Event], ending: TraceEnding, crash: TracedCrash? = nil,
    computation: Computation? = nil, waits: [String] = []
  ) {
    self.objects = objects
    self.events = events
    self.ending = ending
    self.crash = crash
    self.computation = computation
    self.waits = waits
  }

  /// The weakest strength of its phases; nil if there is no phase.
  package var strength: Strength? {
    events.lazy.compactMap { event in if case .phase(let strength) = event.kind { strength } else { nil } }.min()
  }
}

/// How a trace ended: at the last quiescence, or before it.
package enum TraceEnding: String, Sendable, Hashable {
  case quiet
  /// The host's watchdog gave up; frames without an end are open.
  case stuck
  /// Like ``stuck``; the kernel also showed that every thread waits and that nothing is due.
  case deadlocked
  /// A thread still computed when the host's time was over: there is no telling what it would do.
  case running
  /// More events came than the run allows: the host stopped recording; frames may be open.
  case overrun
  /// The host crashed while it performed the scenario; the events are those that it streamed.
  case crashed
  /// The host was stopped while it performed the scenario; the events are those that it streamed.
  case cut

  /// Whether the host must not perform another scenario: the library may still be running in it.
  package var needsRestart: Bool { isStuck || self == .overrun }

  /// Whether the host gave up on a program that did not become quiet.
  package var isStuck: Bool {
    switch self {
    case .stuck, .deadlocked, .running: true
    case .quiet, .overrun, .crashed, .cut: false
    }
  }
}

/// How certain it is that nothing could run any more.
package enum Strength: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Nothing happened within a bound that was calibrated in this run.
  case bounded
  /// The kernel showed that no thread could run within the horizon.
  case quiescent
  /// The executor is drained, or the runtime reports that it is idle.
  case proved

  package static func < (left: Strength, right: Strength) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .bounded: 0
    case .quiescent: 1
    case .proved: 2
    }
  }
}

/// An identity that the host encountered.
package struct TracedObject: Sendable, Hashable {
  package var kind: ObjectKind
  /// The names that were bound to it, without round.
  package var names: [String]
  @Small package var round: Int
  /// First seen coming out of the library.
  package var isForeign: Bool
  /// An error that is the library's cancellation reason.
  package var isCancellation: Bool
  /// An error that is the library's time-out reason.
  package var isTimeout: Bool
  /// `then` returned it, and it has a callable `then`.
  package var isThenable: Bool
  private var details: Details

  /// What promises do not have; stored out of line, because most objects are promises.
  private indirect enum Details: Sendable, Hashable {
    case none
    case some(type: String?, message: String?, items: [TracedValue]?, outcome: SettledWord?)
  }

  package init(
    kind: ObjectKind, names: [String] = [], round: Int = 0, type: String? = nil, message: String? = nil,
    items: [TracedValue]? = nil, outcome: SettledWord? = nil, isForeign: Bool = false, isCancellation: Bool = false,
    isTimeout: Bool = false, isThenable: Bool = false
  ) {
    self.kind = kind
    self.names = names
    self.round = round
    self.isForeign = isForeign
    self.isCancellation = isCancellation
    self.isTimeout = isTimeout
    self.isThenable = isThenable
    let hasDetails = type != nil || message != nil || items != nil || outcome != nil
    details = hasDetails ? .some(type: type, message: message, items: items, outcome: outcome) : .none
  }

  /// The class of an error or object, such as `TypeError`.
  package var type: String? { if case .some(let type, _, _, _) = details { type } else { nil } }

  package var message: String? { if case .some(_, let message, _, _) = details { message } else { nil } }

  /// The elements of a list, the reasons in an error of several, or the value or reason of an ``outcome``.
  package var items: [TracedValue]? {
    get { if case .some(_, _, let items, _) = details { items } else { nil } }
    set { details = .some(type: type, message: message, items: newValue, outcome: outcome) }
  }

  /// How the member settled that an element of what `allSettled` gives tells of; nil for any other object.
  package var outcome: SettledWord? { if case .some(_, _, _, let outcome) = details { outcome } else { nil } }
}

/// The kind of an identity.
package enum ObjectKind: String, Sendable, Hashable {
  case mark
  case promise
  case thenable
  case error
  case function
  case list
  case object
  /// A call that was given a completion handler.
  case call
  /// A task that awaits.
  case task
}

/// A value as a host saw it; texts are stored out of line, so that other values take nine bytes.
package enum TracedValue: Sendable, Hashable {
  case null
  case undefined
  /// No value at all, as from a function that returns nothing in a language without `undefined`.
  case nothing
  case bool(Bool)
  case integer(Int)
  /// A finite number that is not an integer; never negative zero.
  case number(Double)
  case notANumber
  case negativeZero
  case infinity
  case negativeInfinity
  indirect case text(String)
  indirect case bigInteger(String)
  /// The function behind `then`, which an accessor returns.
  case thenFunction
  case reference(Int)

  /// What a host writes for a scalar of a program; where a language has no `undefined`, it may write
  /// `nothing` instead.
  package init(_ scalar: Scalar) {
    switch scalar {
    case .null: self = .null
    case .undefined: self = .undefined
    case .notANumber: self = .notANumber
    case .negativeZero: self = .negativeZero
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    }
  }
}

extension String {
  /// Whether it is what a host writes of a long text: its first 200 characters, whatever the
  /// language counts as one.
  package func isStart(of text: String) -> Bool { utf8.count >= 200 && text.hasPrefix(self) }
}
