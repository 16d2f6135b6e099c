import APlusModel

/// What a failure means to whoever uses the library, the worst first.
///
///     FailureKind.lost.word  // "lost"
enum FailureKind: Int, CaseIterable, Comparable {
  case crash
  case overflow
  case hang
  case lost
  /// Only the type is known: a handler runs too seldom or too often.
  case count
  case repeated
  case wrong
  case cancel
  case context
  case order
  case sync
  case memory
  case slow

  static func < (one: FailureKind, other: FailureKind) -> Bool { one.rawValue < other.rawValue }

  /// The kind in one word, for a cell and for programs.
  var word: String {
    switch self {
    case .crash: "crash"
    case .overflow: "overflow"
    case .hang: "hang"
    case .lost: "lost"
    case .count: "count"
    case .repeated: "repeated"
    case .wrong: "wrong"
    case .cancel: "cancel"
    case .context: "context"
    case .order: "order"
    case .sync: "sync"
    case .memory: "memory"
    case .slow: "slow"
    }
  }

  /// The meaning of the word, for the legend.
  var meaning: String {
    switch self {
    case .crash: "the process ends"
    case .overflow: "a call or a handler exhausts the stack"
    case .hang: "a call or a thread does not come back"
    case .lost: "a handler that must run never runs"
    case .count: "a handler runs too seldom or too often"
    case .repeated: "a handler runs too often, or one that must not run"
    case .wrong: "a handler gets a wrong outcome or value, or a call does something else than it should"
    case .cancel: "a cancel reaches too much or too little"
    case .context: "a handler runs in the wrong place"
    case .order: "handlers run in the wrong order"
    case .sync: "a handler runs inside the call that leads to it"
    case .memory: "something is kept that should be freed"
    case .slow: "slows down with many handlers"
    }
  }

  /// The kinds of a failure.
  ///
  /// - Parameters:
  ///   - types: The types that the failure may have, as reports spell them.
  ///   - violations: The violations of a case that always fails in the same way; empty for any other.
  ///   - requirement: The requirement that the failure is about.
  ///   - reason: The reason in the library's list of known failures; nil where that has none.
  /// - Returns: A kind for each type; none for what is the fault of the adapter or the tool.
  static func all(
    of types: [String], _ violations: [Violation], about requirement: String, because reason: String? = nil
  ) -> Set<FailureKind> {
    Set(
      types.compactMap { type in
        let kind =
          types.count == 1 ? Self.kind(of: type, violations.filter { $0.type.rawValue == type }) : kind(of: type)
        guard kind == .wrong else { return kind }
        if Topic.isMild(requirement) { return .memory }
        return (violations.map(\.message) + [reason ?? ""]).contains(where: namesOverflow) ? .overflow : .wrong
      })
  }

  /// Whether a text says, in the words of a language or in plain ones, that the stack is exhausted.
  private static func namesOverflow(_ text: String) -> Bool {
    text.contains(#/Maximum call stack|RecursionError|StackOverflowError|SystemStackError|Stack_overflow/#)
      || text.contains(#/(exceeds|exhausts) the (stack|recursion limit)|stack overflow/#)
  }

  /// The kind of a type; for a count, violations tell whether a handler is missing or runs where it must not.
  private static func kind(of type: String, _ violations: [Violation] = []) -> FailureKind? {
    switch FailureType(rawValue: type) {
    case .crash: .crash
    case .stuck: .hang
    case .count:
      switch (violations.contains { $0.event == nil }, violations.contains { $0.event != nil }) {
      case (true, false): .lost
      case (false, true): .repeated
      // One handler in place of another.
      case (true, true): .wrong
      case (false, false): .count
      }
    case .value, .state, .cycle, .assimilation: .wrong
    case .cancellation: .cancel
    case .context: .context
    case .order: .order
    case .zalgo: .sync
    case .growth: .slow
    case .flaky: nil
    case nil:
      switch HarnessError.ErrorType(rawValue: type) {
      case .crash: .crash
      case .timeout, .computing: .hang
      default: nil
      }
    }
  }
}

extension Collection<FailureKind> {
  /// The kinds in words, the worst first: `lost, order`.
  var words: String { Set(self).sorted().map(\.word).joined(separator: ", ") }
}
