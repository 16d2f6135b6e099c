import APlusModel

/// The contexts of a program, and the one that each `then` step names.
struct ContextTable {
  private let kinds: [String: Program.ContextKind]
  private let contexts: [Int: String]

  init(_ program: Program) {
    kinds = program.contexts
    contexts = program.contextsOfSteps
  }

  /// Whether the program has no contexts: then its trace records none either.
  var isEmpty: Bool { kinds.isEmpty }

  /// The name of the context that the `then` of a step names.
  func context(ofStep step: Int) -> String? { contexts[step] }

  /// The kind of the context with this name; nil where there is none.
  func kind(of context: String?) -> Program.ContextKind? { context.flatMap { kinds[$0] } }
}

extension Facts {
  /// The kind of context that a registration was given; nil for the library's default.
  func contextKind(ofRegistration number: Int?) -> Program.ContextKind? {
    guard !contexts.isEmpty, let number else { return nil }
    return contexts.kind(of: context(ofRegistration: number))
  }

  /// The name of the context that a registration was given; nil for the library's default.
  func context(ofRegistration number: Int) -> String? {
    guard let registration = registrations[number], let step = frames[registration.frame].frame.step else { return nil }
    return contexts.context(ofStep: step)
  }
}
