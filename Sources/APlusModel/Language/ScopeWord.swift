/// The words of `start` steps that are about scopes: the call that makes one, and the calls on one.
///
/// A row of a table in the page of the language comes from each case.
package enum ScopeWord: String, Sendable, Hashable, CaseIterable {
  case scope
  case add
  case linger
  case completed
  case launch
  case notify
  case holds

  /// What such a call does, in the words of the documentation.
  package var meaning: String {
    switch self {
    case .scope: "makes a scope, inside the one in `of` if there is one; the handler gets the end of a structured scope"
    case .add: "adds an item, which runs until a step finishes it or a cancel reaches it; the handler gets each of that"
    case .linger:
      "adds an item that goes on after a cancel; the handler gets the cancel, and later what a step finishes it with"
    case .completed: "adds an item that has already completed, with `with`; the handler gets that value before"
    case .launch: "starts work in the scope: the handler is the work, and gets neither a value nor an error"
    case .notify:
      "adds a completion callback: the handler is called when the scope is cancelled, or at once if it has been"
    case .holds: "asks whether the scope holds an item; the handler gets a value if it does, and neither if it does not"
    }
  }

  /// Whether the call adds an item.
  package var isItem: Bool {
    switch self {
    case .add, .linger, .completed: true
    case .scope, .launch, .notify, .holds: false
    }
  }
}

/// The words of what an adapter for scopes declares, each a detail of a capability.
package enum ScopeProfile {
  /// The subject.
  package static let scopes = Capability("scopes")
  /// Members are held weakly, and a completed one leaves.
  package static let weak = Capability("scopes", detail: "weak")
  /// The end of a scope waits for its items.
  package static let structured = Capability("scopes", detail: "structured")
  /// A scope can be inside another.
  package static let nested = Capability("scopes", detail: "nested")
  /// The release of a scope cancels it.
  package static let release = Capability("scopes", detail: "release")
  /// An item can go on after a cancel, and can have completed before it is added.
  package static let linger = Capability("scopes", detail: "linger")
  package static let completed = Capability("scopes", detail: "completed")
  /// Completion callbacks run before the items are cancelled, or after that.
  package static let notifiesBefore = Capability("notify", detail: "before-items")
  package static let notifiesAfter = Capability("notify", detail: "after-items")
  /// An item that fails cancels its siblings, or leaves them alone.
  package static let cancelsSiblings = Capability("failure", detail: "cancels-siblings")
  package static let sparesSiblings = Capability("failure", detail: "spares-siblings")

  /// The capability of a word that not every library has; nil for the others.
  package static func word(_ word: ScopeWord) -> Capability? {
    switch word {
    case .scope, .add: nil
    case .linger: linger
    case .completed: completed
    case .launch, .notify, .holds: Capability("scopes", detail: word.rawValue)
    }
  }

  /// The details of each capability.
  static let details = Dictionary(
    grouping: ScopeWord.allCases.compactMap(word) + [
      weak, structured, nested, release, notifiesBefore, notifiesAfter, cancelsSiblings, sparesSiblings,
    ], by: \.name
  ).mapValues { capabilities in Set(capabilities.compactMap(\.detail)) }
}

extension CallStart {
  /// The word of a call that is about scopes; nil for other calls.
  package var scopeWord: ScopeWord? { ScopeWord(rawValue: kind) }
}

extension Program {
  /// Whether the program makes scopes.
  package var usesScopes: Bool {
    var isFound = false
    forEachStep { if case .start(let start) = $0.action, start.scopeWord != nil { isFound = true } }
    return isFound
  }

  /// The word of the call about scopes that a name is bound to; nil for other names.
  package func scopeWord(of name: String) -> ScopeWord? {
    let binding = Kinds(of: self).binding(of: name)
    var found: ScopeWord?
    forEachStep { step in
      guard case .start(let start) = step.action, let word = start.scopeWord else { return }
      if start.result.map(NameGrammar.base) == binding { found = word }
    }
    return found
  }
}
