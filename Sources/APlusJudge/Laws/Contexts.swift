import APlusModel
import APlusRules

/// Law 11: a handler runs on the context that it was given.
///
/// - A handler that was registered for a serial context runs there (CX-1), and never while another
///   handler of that context runs (RX-S5). One that was registered for a dead context runs nowhere.
/// - Handlers that were registered without a context run on the library's default: for one promise
///   it is the same, whichever thread or handler registered them (CX-2).
/// - What was registered for an inline context may run anywhere.
/// - A handler that was registered within an ambient context runs in that (CX-6).
struct Contexts {
  let facts: Facts

  func violations() -> [Violation] {
    guard !facts.contexts.isEmpty else { return [] }
    return misplaced() + movedDefaults() + overlaps()
  }

  private func misplaced() -> [Violation] {
    facts.frames.compactMap { record in
      guard case .handler(let call, _, _) = record.frame, let number = record.frame.registration,
        let given = facts.context(ofRegistration: number), given != call.context,
        let kind = facts.contexts.kind(of: given), kind != .inline
      else { return nil }
      let name = record.named(call.function)
      let place = place(call.context)
      return Violation(
        law: .context,
        requirement: rules[
          .context, facts.call(of: record) == nil ? .handler : .start, kind == .ambient ? .ambient : .given],
        type: .context,
        message: kind == .dead
          ? "`\(name)` ran on \(place), though it was registered for \(given), which had shut down"
          : "`\(name)` ran on \(place), though it was registered for \(given)",
        expected: kind == .dead ? "`\(name)` does not run" : "`\(name)` runs on \(given)",
        observed: "`\(name)` ran on \(place)", event: record.begin)
    }
  }

  private func movedDefaults() -> [Violation] {
    facts.registrationsOn.numbers.compactMap { promise in
      let runs = (facts.registrationsOn[promise] ?? []).compactMap { number -> FrameRecord? in
        guard let registration = facts.registrations[number], facts.context(ofRegistration: number) == nil,
          let run = registration.runs.first
        else { return nil }
        return facts.frames[run]
      }
      guard let first = runs.first, let other = runs.first(where: { $0.context != first.context }) else { return nil }
      let name = facts.trace.text(.reference(promise))
      return Violation(
        law: .context, requirement: rules[.context, .handler, .default], type: .context,
        message: "handlers of \(name) without a context ran on \(place(first.context)) and on"
          + " \(place(other.context))", expected: "\(place(first.context)), whoever registered them",
        observed: place(other.context), event: other.begin)
    }
  }

  /// Frames are in order of their begins, so that only the latest end of each context matters.
  private func overlaps() -> [Violation] {
    struct Place: Hashable {
      let context: String
      let round: Int
    }
    var open: [Place: FrameRecord] = [:]
    var violations: [Violation] = []
    for record in facts.frames {
      guard case .handler(let call, _, _) = record.frame, let context = call.context,
        facts.contexts.kind(of: context) == .serial,
        facts.contextKind(ofRegistration: record.frame.registration) == .serial
      else { continue }
      let place = Place(context: context, round: record.round)
      if let other = open[place], other.stack != record.stack, other.end ?? .max > record.begin {
        violations.append(overlap(record, call, other, on: context))
      }
      if open[place].map({ $0.end ?? .max }) ?? 0 < record.end ?? .max { open[place] = record }
    }
    return violations
  }

  private func overlap(_ record: FrameRecord, _ call: UserCall, _ other: FrameRecord, on context: String) -> Violation {
    let name = record.named(call.function)
    return Violation(
      law: .context, requirement: rules[.context, facts.call(of: record) == nil ? .handler : .start, .serial],
      type: .context, message: "`\(name)` ran on \(context) while \(other.frame.noun) was running there",
      expected: "one handler of \(context) after another", observed: "two at the same time", event: record.begin)
  }

  private func place(_ context: String?) -> String {
    switch context {
    case nil: "no context"
    case let name? where name.hasPrefix("#"): "the library's context \(name)"
    case let name?: name
    }
  }
}

extension FrameRecord {
  /// The context that a handler ran on.
  fileprivate var context: String? { if case .handler(let call, _, _) = frame { call.context } else { nil } }
}
