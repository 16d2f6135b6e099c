package import APlusModel

/// A word that reports print, with what it means, why it matters and the typical bug.
///
///     GlossaryEntry.named("zalgo")?.meaning  // "A handler ran inside a call of then, …"
package struct GlossaryEntry: Sendable {
  /// The word as reports print it.
  package let word: String
  package let meaning: String
  package let importance: String
  package let typicalBug: String
  /// The beginnings of the numbers of the requirements that it is about.
  private let numbers: [String]
  /// The law that it is about.
  package let law: Law?

  private init(
    _ word: String,
    _ meaning: String,
    why importance: String = "",
    bug: String = "",
    about numbers: [String] = [],
    law: Law? = nil
  ) {
    self.word = word
    self.meaning = meaning
    self.importance = importance
    typicalBug = bug
    self.numbers = numbers
    self.law = law
  }

  /// The entry of a word, with or without its prefix: `zalgo`, `aplus.zalgo`, `clean-stack`, `not reached`.
  package static func named(_ word: String) -> GlossaryEntry? {
    let plain = String(word.lowercased().map { $0 == " " ? "-" : $0 })
    return all.first { $0.word == plain || $0.word == "aplus.\(plain)" }
  }

  /// The entry about what goes wrong where a requirement is violated: of several, that with the longest number.
  package static func about(requirement: String) -> GlossaryEntry? {
    (types + topics).max { $0.match(requirement) < $1.match(requirement) }
      .flatMap { $0.match(requirement) > 0 ? $0 : nil }
  }

  /// Whether a case asks what the word is about.
  package func covers(_ scenario: Scenario) -> Bool {
    law.map(scenario.decides.contains) ?? false || match(scenario.requirement) > 0
  }

  /// The length of the beginning that matches: `2.2` and `Z` match `2.2.4` and `Z7`, `S` does not match `SC-F8`.
  private func match(_ requirement: String) -> Int {
    numbers.filter { number in
      guard requirement.hasPrefix(number), let last = number.last else { return false }
      guard let next = requirement.dropFirst(number.count).first else { return true }
      return last.isNumber ? next == "." : next.isNumber || next == "-"
    }.map(\.count).max() ?? 0
  }

  /// All words.
  package static let all: [GlossaryEntry] =
    types + errors + laws + topics + chapters
    + [
      GlossaryEntry(
        "aplus.aftermath",
        "The case passes alone, and fails after another one in the same host.",
        why: "State of the library outlives a failure, so one bad call spoils later ones.",
        bug: "An exception leaves a flag or queue of the library as it was."
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
      GlossaryEntry(
        "aplus.not-run",
        "The run ended before the case: --fail-fast, an interrupt, no start."
      ),
      GlossaryEntry(
        "aplus.advice",
        "Only what goes beyond the specification is violated; --strict fails it."
      ),
      GlossaryEntry("aplus.expected-failure", "The case fails as its baseline says."),
      GlossaryEntry(
        "aplus.expected-in-some-runs",
        "The baseline says that the case fails in some runs."
      ),
      GlossaryEntry("aplus.untestable", "No machine can check the requirement."),
    ]
    + [Strength.proved, .quiescent, .bounded].map { strength in
      GlossaryEntry(
        strength.rawValue,
        "How idleness is known: \(strength.meaning).",
        why: "A handler counts as never called once nothing can run any more."
      )
    }
    + Capability.vocabulary.sorted().filter { word in
      !(topics + chapters).contains { $0.word == word }
    }
    .map { word in
      GlossaryEntry(
        word,
        "A capability: a case that needs it is not asked of an adapter that lacks it, which counts as n/a.",
        why:
          "--require \(word) fails a run without it; the guide to adapters says how an adapter claims it."
      )
    }

  private static let types: [GlossaryEntry] = [
    GlossaryEntry(
      "aplus.zalgo",
      "A handler ran inside a call of then, of a settlement or of a cancel.",
      why:
        "The code after the call has not run yet, and locks and invariants of the caller are open. Whether it happens"
        + " depends on timing, so it shows in production first.",
      bug:
        "then on a settled promise calls the handler at once; settle walks its list of handlers.",
      about: ["2.2.4", "3.1", "Z"],
      law: .cleanStack
    ),
    GlossaryEntry(
      "aplus.order",
      "Handlers ran in another order than they were registered in.",
      why: "Code that registers cleanup after work relies on it.",
      bug:
        "Late handlers go to the queue directly and overtake those that wait; a stack is used as a queue.",
      about: ["2.2.6", "O", "T-order", "RX-S5"],
      law: .order
    ),
    GlossaryEntry(
      "aplus.count",
      "A function ran more often or less often than it must.",
      why:
        "A handler that is lost leaves its caller waiting for ever; one that runs twice charges twice.",
      bug:
        "The list of handlers is replaced while it is walked; a settlement after the first is let through.",
      about: ["2.2.2.3", "2.2.3.3", "N", "C1", "S1", "S2", "T1", "T4"],
      law: .once
    ),
    GlossaryEntry(
      "aplus.value",
      "A handler got another value or reason than it must.",
      why: "The caller goes on with what nobody gave it, and the fault shows far away.",
      bug: "A wrapper around errors, a lost identity, a falsy value taken for none.",
      about: [
        "2.1.2.2", "2.1.3.2", "2.2.2", "2.2.3", "2.2.7.1", "2.2.7.2", "2.3.4", "C3", "E", "K",
      ],
      law: .agreement
    ),
    GlossaryEntry(
      "aplus.state",
      "A promise ended in another state than it must, or a call threw.",
      why: "Two observers of one operation disagree on whether it succeeded.",
      bug: "A late settlement flips the state; an exception of a handler is swallowed.",
      about: ["2.1", "2.2.1", "2.2.7", "2.3.2", "C", "RX-S2", "T2", "T3", "T5", "T6"],
      law: .settleOnce
    ),
    GlossaryEntry(
      "aplus.cycle",
      "A promise that follows itself was not rejected with a TypeError.",
      why: "It stays pending for ever, or recurses until the process ends.",
      bug: "Only the direct cycle is looked for, or none.",
      about: ["2.3.1", "E7"]
    ),
    GlossaryEntry(
      "aplus.assimilation",
      "A thenable was not taken over as section 2.3.3 says.",
      why:
        "Promises of other libraries are thenables: they are called twice, or what they say is lost.",
      bug: "then is read twice, called without its receiver, or both of its resolvers work.",
      about: ["2.3.3", "N7", "E9", "E10", "3.5"]
    ),
    GlossaryEntry(
      "aplus.stuck",
      "A handler must still run, and nothing can run any more; or threads wait for each other.",
      why: "The program hangs.",
      bug:
        "A lock is held while user code is called; a wake-up is lost between a look and a sleep.",
      about: ["F3", "F9", "N9", "T7", "T8"],
      law: .liveness
    ),
    GlossaryEntry(
      "aplus.cancellation",
      "A cancel reached what it must not, or left what it must reach.",
      why: "Work that others wait for is lost, or work that nobody wants goes on.",
      bug: "It goes up to a parent that others wait for.",
      about: ["RX-C", "CR", "SC-F", "CP", "F19"],
      law: .cancellation
    ),
    GlossaryEntry(
      "aplus.context",
      "A handler ran on another queue or executor than it was registered for.",
      why: "Code that only the main thread may run ran elsewhere.",
      bug: "The thread that settles runs the handlers.",
      about: ["CX"],
      law: .context
    ),
    GlossaryEntry(
      "aplus.growth",
      "Registering a handler takes longer, the more of them wait.",
      why: "Ten thousand waiting handlers cost a hundred million steps.",
      bug: "The list of handlers is copied or searched at each registration.",
      about: ["S6"]
    ),
    GlossaryEntry(
      "aplus.crash",
      "The process ended inside a call of the library.",
      why: "One long chain ends the whole program.",
      bug: "Recursion over a long chain exhausts the stack.",
      about: ["3.6", "S3", "S4", "S5"]
    ),
    GlossaryEntry(
      "aplus.flaky",
      "The performances of a case ended differently.",
      why: "A race: a test that passes today says nothing of tomorrow.",
      bug: "A check and the act that relies on it are not one step."
    ),
  ]

  private static let errors: [GlossaryEntry] = [
    GlossaryEntry(
      "aplus.adapter-crash",
      "The host ended outside of a call of the library; no verdict."
    ),
    GlossaryEntry("aplus.adapter-launch", "The host did not start: nothing was asked."),
    GlossaryEntry(
      "aplus.adapter-wiring",
      "The adapter calls the wrong function of its library; nothing was asked."
    ),
    GlossaryEntry(
      "aplus.adapter-protocol",
      "The host answered what the protocol does not allow; no verdict."
    ),
    GlossaryEntry("aplus.timeout", "No answer within --timeout; no verdict."),
    GlossaryEntry(
      "aplus.spec-invalid",
      "The case cannot be performed as it is written; no verdict."
    ),
    GlossaryEntry("aplus.harness", "The harness is at fault, not the library."),
  ]

  private static let laws: [GlossaryEntry] = Law.allCases.map { law in
    let type = types.first { $0.law == law }
    return GlossaryEntry(
      law.rawValue,
      "A law of the judge: \(LawText.sentence(for: law))",
      why: type?.importance ?? "",
      bug: type?.typicalBug ?? "",
      law: law
    )
  }

  /// What has no type of failure of its own.
  private static let topics: [GlossaryEntry] = [
    GlossaryEntry(
      "memory",
      "A handler or promise that nothing can need any more was kept, or one that is needed was freed.",
      why:
        "Each operation leaks what its handlers hold, or a promise that others wait for is gone.",
      bug: "The list of handlers lives as long as the promise; parent and child hold each other.",
      about: ["M", "RX-S11"]
    ),
    GlossaryEntry(
      "receiver",
      "A handler was called as a method: its this is neither undefined nor the global object.",
      why: "A handler that uses this changes an object that it must not know.",
      bug: "The handler is called as a property of the record that keeps it.",
      about: ["2.2.5", "3.2"]
    ),
  ]

  private static let chapters: [GlossaryEntry] = [
    GlossaryEntry("aplus", "A chapter: every sentence of Promises/A+ 1.1."),
    GlossaryEntry("threads", "A chapter: the same from many threads at once, and deadlocks."),
    GlossaryEntry("contexts", "A chapter: the queue or executor that handlers run on."),
    GlossaryEntry("scale", "A chapter: 100,000 links or handlers; depth, cost and memory."),
  ]
}
