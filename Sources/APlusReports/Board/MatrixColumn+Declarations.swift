import APlusModel

extension MatrixColumn {
  /// What the adapter declares of a library with promises, in plain words: decides which cases it gets.
  ///
  ///     [("cancel", "A cancel rejects the promise like any rejection, and reaches nothing else."), …]
  var declarations: [(word: String, meaning: String)] {
    guard subject == .promises else { return [] }
    let form = library.firstMatch(of: /\(([^()]+)\)$/).map { ("form", "Handlers are registered with \($0.output.1).") }
    let evidence = quiescence.map { ("idle", "A handler counts as never called once \($0.meaning).") }
    return [form].compactMap(\.self) + [("cancel", cancel), ("contexts", contexts), ("threads", threads)]
      + [evidence].compactMap(\.self)
  }

  private func claims(_ name: String) -> [Capability] { capabilities.filter { $0.name == name } }

  private var cancel: String {
    guard !claims("cancellation").isEmpty else { return "None is connected." }
    guard let profile = CancelProfile(claimedIn: capabilities) else { return "One that fits none of the profiles." }
    return "\(profile.meaning) (profile \(profile.word))"
  }

  private var contexts: String {
    let kinds = claims("contexts").compactMap { $0.detail.flatMap(Program.ContextKind.init) }
    guard !kinds.isEmpty else { return "None is connected." }
    return "Handlers can be registered for \(kinds.map(\.meaning).joined(separator: ", or for "))."
  }

  private var threads: String {
    claims("threads").isEmpty ? "One thread makes all calls." : "Several threads may call at the same time."
  }
}

extension Program.ContextKind {
  /// What a handler is registered for.
  fileprivate var meaning: String {
    switch self {
    case .serial: "an executor that runs one handler after the other"
    case .inline: "an executor that runs each handler at once"
    case .dead: "an executor that has shut down"
    case .ambient: "what the language hands on with asynchronous work"
    }
  }
}
