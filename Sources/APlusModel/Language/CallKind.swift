/// What becomes of a call that takes a completion handler, and so what the handler is owed.
///
/// An adapter says how to start a call of each kind that the library has. A row of a table in both
/// pages comes from each case.
package enum CallKind: String, Sendable, Hashable, CaseIterable {
  case open
  case echo
  case value
  case error
  case cached
  case empty
  case invalid
  case closed
  case cancelled
  case sequence

  /// What such a call is, in the words of the documentation.
  package var meaning: String {
    switch self {
    case .open: "stays open until a step finishes it, with `fulfill` or `reject`"
    case .echo: "succeeds by itself, with the value that it is given"
    case .value: "succeeds by itself, with a value of the library's"
    case .error: "fails by itself, when its work is done"
    case .cached: "succeeds with what the library has already"
    case .empty: "succeeds without any work: nothing is to be done"
    case .invalid: "fails by an argument that the library can refuse at once"
    case .closed: "fails because the library has been shut down"
    case .cancelled: "was cancelled before it started"
    case .sequence: "performs the tasks in `of` one after another; a thenable of the program stands for each task"
    }
  }

  /// Whether it succeeds by itself, or fails by itself; nil where something else decides.
  package var succeeds: Bool? {
    switch self {
    case .echo, .value, .cached, .empty: true
    case .error, .invalid, .closed: false
    case .open, .cancelled, .sequence: nil
    }
  }
}

/// The words of what an adapter for completion handlers declares, each a detail of a capability.
package enum CallProfile {
  /// When handlers are called: after the call has returned, or inside it.
  package static let later = Capability("timing", detail: "later")
  package static let atOnce = Capability("timing", detail: "at-once")
  /// What a cancel does to the handler.
  package static let reportsOnce = Capability("cancel", detail: "reports-once")
  package static let silent = Capability("cancel", detail: "silent-after-return")
  package static let mayStillRun = Capability("cancel", detail: "may-still-run")
  /// What becomes of what a handler throws.
  package static let toPlatform = Capability("throws", detail: "to-platform")
  package static let swallowed = Capability("throws", detail: "swallowed")
  /// Handlers run in the order in which their calls were finished.
  package static let completionOrder = Capability("order", detail: "completion")
  /// The handler is two functions, one for success and one for failure.
  package static let pair = Capability("form", detail: "pair")

  /// The details of each capability.
  static let details: [String: Set<String>] = [
    "calls": Set(CallKind.allCases.map(\.rawValue)), "timing": ["later", "at-once"],
    "cancel": ["reports-once", "silent-after-return", "may-still-run", "none"], "throws": ["to-platform", "swallowed"],
    "order": ["completion", "none"], "form": ["value", "result", "error-first", "either", "pair", "delegate"],
  ]
}
