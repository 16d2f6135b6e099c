import APlusModel

/// The words that reports print, each with what it means, why it matters and the usual fault.
package struct GlossaryEntry: Sendable {
  /// The word as reports print it.
  package let word: String
  package let meaning: String
  package let importance: String
  package let usualFault: String

  private init(_ word: String, _ meaning: String, why importance: String = "", fault: String = "") {
    self.word = word
    self.meaning = meaning
    self.importance = importance
    usualFault = fault
  }

  /// The entry of a word, with or without its prefix: `zalgo`, `aplus.zalgo`, `clean-stack`.
  package static func named(_ word: String) -> GlossaryEntry? {
    let lower = word.lowercased()
    return all.first { $0.word == lower || $0.word == "aplus." + lower }
  }

  /// All words.
  package static let all: [GlossaryEntry] =
    types + errors + laws
    + [
      GlossaryEntry(
        "aplus.aftermath",
        "The case passes alone, and fails after another one in the same host.",
        why: "State of the library outlives a failure, so one bad call spoils later ones.",
        fault: "An exception leaves a flag or queue of the library as it was."
      ),
      GlossaryEntry("aplus.required", "The adapter lacks a capability that --require names."),
      GlossaryEntry("aplus.unexpected-pass", "The baseline expects a failure, and there is none."),
      GlossaryEntry("aplus.stale-expectation", "An entry of the baseline explains no failure."),
      GlossaryEntry("aplus.not-applicable", "The adapter lacks what the case needs; no failure."),
      GlossaryEntry("n/a", "Not applicable: the adapter lacks what the case needs; no failure."),
      GlossaryEntry(
        "aplus.not-reached",
        "Another requirement is violated, so the program did not come to what the case asks."
      ),
      GlossaryEntry("aplus.not-run", "The run ended before the case: --fail-fast, an interrupt, no start."),
      GlossaryEntry("aplus.advice", "Only what goes beyond the specification is violated; --strict fails it."),
      GlossaryEntry("aplus.expected-failure", "The case fails as its baseline says."),
      GlossaryEntry("aplus.expected-in-some-runs", "The baseline says that the case fails in some runs."),
      GlossaryEntry("aplus.untestable", "No machine can check the requirement."),
    ] + [Strength.proved, .quiescent, .bounded].map { strength in
      GlossaryEntry(
        strength.rawValue,
        "How idleness is known: \(strength.meaning).",
        why: "A handler counts as never called once nothing can run any more."
      )
    }

  private static let types: [GlossaryEntry] = [
    GlossaryEntry(
      "aplus.zalgo",
      "A handler ran inside a call of then, of a settlement or of a cancel.",
      why: "The code after the call has not run yet, and locks and invariants of the caller are open. Whether it happens"
        + " depends on timing, so it shows in production first.",
      fault: "then on a settled promise calls the handler at once; settle walks its list of handlers."
    ),
    GlossaryEntry(
      "aplus.order",
      "Handlers ran in another order than they were registered in.",
      why: "Code that registers cleanup after work relies on it.",
      fault: "Late handlers go to the queue directly and overtake those that wait; a stack is used as a queue."
    ),
    GlossaryEntry(
      "aplus.count",
      "A function ran more often or less often than it must.",
      why: "A handler that is lost leaves its caller waiting for ever; one that runs twice charges twice.",
      fault: "The list of handlers is replaced while it is walked; a settlement after the first is let through."
    ),
    GlossaryEntry(
      "aplus.value",
      "A handler got another value or reason than it must.",
      fault: "A wrapper around errors, a lost identity, a falsy value taken for none."
    ),
    GlossaryEntry(
      "aplus.state",
      "A promise ended in another state than it must, or a call threw.",
      fault: "A late settlement flips the state; an exception of a handler is swallowed."
    ),
    GlossaryEntry(
      "aplus.cycle",
      "A promise that follows itself was not rejected with a TypeError.",
      why: "It stays pending for ever, or recurses until the process ends.",
      fault: "Only the direct cycle is looked for, or none."
    ),
    GlossaryEntry(
      "aplus.assimilation",
      "A thenable was not taken over as section 2.3.3 says.",
      fault: "then is read twice, called without its receiver, or both of its resolvers work."
    ),
    GlossaryEntry(
      "aplus.stuck",
      "A handler must still run, and nothing can run any more; or threads wait for each other.",
      why: "The program hangs.",
      fault: "A lock is held while user code is called; a wake-up is lost between a look and a sleep."
    ),
    GlossaryEntry(
      "aplus.cancellation",
      "A cancel reached what it must not, or left what it must reach.",
      fault: "It goes up to a parent that others wait for."
    ),
    GlossaryEntry(
      "aplus.context",
      "A handler ran on another queue or executor than it was registered for.",
      why: "Code that only the main thread may run ran elsewhere.",
      fault: "The thread that settles runs the handlers."
    ),
    GlossaryEntry(
      "aplus.growth",
      "Registering a handler takes longer, the more of them wait.",
      why: "Ten thousand waiting handlers cost a hundred million steps.",
      fault: "The list of handlers is copied or searched at each registration."
    ),
    GlossaryEntry(
      "aplus.crash",
      "The process ended inside a call of the library.",
      fault: "Recursion over a long chain exhausts the stack."
    ),
    GlossaryEntry(
      "aplus.flaky",
      "The performances of a case ended differently.",
      why: "A race: a test that passes today says nothing of tomorrow.",
      fault: "A check and the act that relies on it are not one step."
    ),
  ]

  private static let errors: [GlossaryEntry] = [
    GlossaryEntry("aplus.adapter-crash", "The host ended outside of a call of the library; no verdict."),
    GlossaryEntry("aplus.adapter-launch", "The host did not start: nothing was asked."),
    GlossaryEntry("aplus.adapter-wiring", "The adapter calls the wrong function of its library; nothing was asked."),
    GlossaryEntry("aplus.adapter-protocol", "The host answered what the protocol does not allow; no verdict."),
    GlossaryEntry("aplus.timeout", "No answer within --timeout; no verdict."),
    GlossaryEntry("aplus.spec-invalid", "The case cannot be performed as it is written; no verdict."),
    GlossaryEntry("aplus.harness", "The harness is at fault, not the library."),
  ]

  private static let laws: [GlossaryEntry] = Law.allCases.map { law in
    GlossaryEntry(law.rawValue.lowercased(), "A law of the judge: \(LawText.sentence(for: law))")
  }
}
