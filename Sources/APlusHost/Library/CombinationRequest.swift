import APlusAdapter
import APlusModel

/// A call of a combinator, independent of the library's promise type.
struct CombinationRequest: Sendable {
  var kind: String
  var members: [Handle]
  var milliseconds: Int
  var times: Int
  /// The code that the combinator calls; nil for a combinator that takes none.
  var code: UserCode?
  /// What the code returns.
  var codeKind: EndingKind

  /// The call with the adapter's promise type.
  func typed<Subject>() -> Combination<Subject> {
    Combination(
      combinator: Combinator(kind), members: members.map { $0.value() }, milliseconds: milliseconds, times: times,
      task: task(),
      handlers: kind == Combinator.recover.name
        ? UserHandlers(kind: codeKind, onFulfilled: nil, onRejected: code).typed() : .values(nil, nil),
      cleanup: kind == Combinator.finally.name ? code.map { code in { @Sendable in _ = try code.value(.none) } } : nil)
  }

  private func task<Subject>() -> CombinationTask<Subject>? {
    guard let code, [.retry, .sequence, .try].contains(Combinator(kind)) else { return nil }
    return codeKind == .value ? .value { try code.value(.none) } : .promise { try code.promise(.none).value() }
  }
}
