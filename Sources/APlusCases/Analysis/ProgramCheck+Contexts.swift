import APlusJSON
import APlusModel

extension ProgramCheck {
  /// Reports a context that the program's table does not have.
  func checkContext(_ name: String, at place: Place) {
    let contexts = decoded.program.contexts
    guard contexts[name] == nil else { return }
    diagnostics.report(
      unknown: name,
      expected: "the name of a context",
      among: contexts.keys,
      at: place
    )
  }

  /// Reports contexts that no registration names.
  func reportUnusedContexts() {
    var used: Set<String> = []
    decoded.program.forEachStep { step in
      if case .then(let registration) = step.action, let context = registration.context {
        used.insert(context)
      }
    }
    for member in decoded.node["contexts"]?.object ?? [] where !used.contains(member.key) {
      diagnostics.report(
        "found the context \"\(member.key)\", which no \"then\" step names",
        at: member.value.place,
        isKey: true
      )
    }
  }
}
