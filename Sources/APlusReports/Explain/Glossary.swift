package import APlusModel
import OrderedCollections

/// A word that reports print, with its meaning, its importance and the typical bug.
///
///     GlossaryEntry.named("zalgo")?.meaning  // "A handler ran inside a call of then, …"
package struct GlossaryEntry: Sendable {
  /// The word as reports print it.
  package let word: String
  package let meaning: String
  /// Why the word matters; empty where that is obvious.
  package let importance: String
  /// The bug that typically causes it; empty where there is none.
  package let typicalBug: String
  /// The prefixes of the numbers of the requirements that the word is about.
  private let numbers: [String]
  /// The law that the word is about; nil where it is about none.
  package let law: Law?

  private init(
    _ word: String, _ meaning: String, why importance: String = "", bug: String = "", about numbers: [String] = [],
    law: Law? = nil
  ) {
    self.word = word
    self.meaning = meaning
    self.importance = importance
    typicalBug = bug
    self.numbers = (Topic.all.first { $0.word == word }?.numbers ?? []) + numbers
    self.law = law
  }

  /// The entry of a word, with or without the prefix `aplus.`: `zalgo`, `clean-stack`,
  /// `n/a`.
  package static func named(_ word: String) -> GlossaryEntry? {
    let plain = String(word.lowercased().map { $0 == " " ? "-" : $0 })
    return all.first { $0.word == plain || $0.word == "aplus.\(plain)" }
  }

  /// The entry about violations of a requirement: of several, the one with the longest matching
  /// prefix.
  package static func about(requirement: String) -> GlossaryEntry? {
    (types + topics).max { $0.match(requirement) < $1.match(requirement) }.flatMap {
      $0.match(requirement) > 0 ? $0 : nil
    }
  }

  /// Whether a case tests the law or a requirement that the word is about.
  package func covers(_ scenario: Scenario) -> Bool {
    law.map(scenario.decides.contains) ?? false || match(scenario.requirement) > 0
  }

  private func match(_ requirement: String) -> Int { Topic.match(numbers, requirement) }

  /// The entries of all words.
  package static let all: [GlossaryEntry] =
    types + errors + laws + topics + chapters + profiles + terms + outcomes
    + [Strength.proved, .quiescent, .bounded].map { strength in
      GlossaryEntry(
        strength.rawValue, "How the host detects idleness: \(strength.meaning).",
        why: "A handler counts as never called once nothing can run any more.")
    } + limits
    + Capability.vocabulary.sorted().filter { word in !(topics + chapters + limits).contains { $0.word == word } }.map {
      word in
      GlossaryEntry(
        word, "A capability: for an adapter that lacks it, the cases that need it count as n/a.",
        why: "--require \(word) fails a run without it; the guide to adapters shows how to claim it.")
    }

  /// What a library does not do, by design: each claim, and each name that several claims share.
  private static let limits: [GlossaryEntry] =
    Limit.allCases.map { limit in
      GlossaryEntry(
        limit.rawValue, "A limit that an adapter may claim: \(limit.meaning). \(limit.effect)",
        why: "Such a library is right by its own rules; nothing else is asked less strictly.")
    }
    + OrderedSet(Limit.allCases.map(\.capability).filter { $0.detail != nil }.map(\.name)).map { name in
      let claims = Limit.allCases.filter { $0.capability.name == name }
      let lines = claims.map { "\($0.rawValue), \($0.meaning)" }.joined(separator: "; ")
      return GlossaryEntry(name, "Limits that an adapter may claim: \(lines).")
    }

  /// The words for how a case ended, and for what reports find besides.
  private static let outcomes: [GlossaryEntry] =
    [
      GlossaryEntry(
        "aplus.aftermath", "The case passes alone, and fails after another one in the same host.",
        why: "State of the library outlives a failure, so one bad call breaks later ones.",
        bug: "An exception skips the reset of a flag or queue of the library.")
    ] + plainOutcomes + [
      GlossaryEntry(
        "not-repeated", "The case failed once, and passed when it was performed again, alone; a failure still.",
        why: "Races and memory faults show in some runs only; --repeat shows them again.")
    ]

  private static let plainOutcomes = [
    ("aplus.required", "The adapter lacks a capability that --require names."),
    ("aplus.unexpected-pass", "The case passes, although the baseline expects it to fail."),
    ("aplus.stale-expectation", "An entry of the baseline explains no failure."),
    ("aplus.not-applicable", "The adapter lacks a capability that the case needs; no failure."),
    ("n/a", "Not applicable: the adapter lacks a capability that the case needs; no failure."),
    ("aplus.not-reached", "Another requirement is violated, so the program did not reach what the case tests."),
    ("aplus.not-run", "The run ended before the case: --fail-fast, an interrupt, or a host that did not start."),
    ("aplus.advice", "The case violates only advice beyond the specification; it fails with --strict."),
    ("aplus.expected-failure", "The case fails as the baseline expects."),
    ("aplus.expected-in-some-runs", "The baseline expects the case to fail in some runs."),
    ("aplus.untestable", "No machine can check the requirement."),
  ].map { GlossaryEntry($0, $1) }

  private static let profiles = (CancelProfile.table.map { ($0.word, $0.meaning) } + detailsOfCancels).map {
    word, meaning in
    GlossaryEntry(
      word, "\(meaning) A word about cancellation: adapters claim cancellation:\(word).",
      why: "Libraries differ in what a cancel reaches; only the cases that fit the claim are run.")
  }

  private static let detailsOfCancels = [
    ("linked", "A cancel of a promise that follows another one reaches that one."),
    ("one-way", "A cancel of a promise that follows another one leaves that one alone."),
    ("handler-reason", "An error handler determines the reason of a cancelled child."),
    (
      "rejects",
      "A cancel rejects the promise that it is called on, so that its error handlers run; "
        + "\(CancelProfile.table.filter(\.rejects).map(\.word).joined(separator: ", ")) imply it."
    ),
  ]

  /// The words of the pages for what a run consists of.
  private static let terms: [GlossaryEntry] = [
    GlossaryEntry(
      "adapter", "The code that connects a promise library with a host; --adapter names it.",
      why: "A fault of the adapter is reported as an error, never as a violation of the library."),
    GlossaryEntry(
      "host", "The process that loads an adapter, performs programs and records traces.",
      why: "A library that crashes or hangs ends its host, and the run goes on with another one."),
    GlossaryEntry(
      "kit", "What adapters of one language share: the host, and the types to implement.",
      why: "An adapter only says how its library makes, resolves and rejects promises."),
    GlossaryEntry(
      "capability", "What an adapter claims that its library can do; 'explain' knows each by name.",
      why: "Cases that need a capability that is not claimed are n/a."),
    GlossaryEntry(
      "profile", "What a cancel reaches in the library: an adapter claims cancellation:PROFILE.",
      why: "Libraries differ in what a cancel reaches; only the cases that fit the claim are run."),
    GlossaryEntry(
      "baseline", "The failures that are expected: a file of case ids, failure types and reasons.",
      why: "A run fails on what is new, and on what is expected and no longer fails."),
    GlossaryEntry(
      "chapter", "A group of requirements with their cases; --chapter selects one.",
      why: "Chapters that take long, such as soak, are opt-in."),
    GlossaryEntry(
      "requirement", "A sentence that a library must fulfil; each case is about one.",
      why: "A failure names the requirement, so that it can be looked up and discussed."),
    GlossaryEntry(
      "case", "A small program with what its trace must show; --filter selects cases.",
      why: "'explain' with the id of a case shows its program."),
    GlossaryEntry(
      "trace", "The events of one performance of a program, as the host recorded them.",
      why: "The judge sees nothing else, so a saved trace can be judged again: 'judge', 'replay'."),
    GlossaryEntry(
      "thenable", "An object or function with a callable then; a promise that is resolved with it calls that.",
      why: "Promises of different libraries work together only by it."),
  ]

  private static let types: [GlossaryEntry] = [
    GlossaryEntry(
      "aplus.zalgo", "A handler ran inside a call of then, of a settlement or of a cancel.",
      why: "The code after the call has not run yet: the caller may hold locks, or its invariants may"
        + " be broken. Whether it happens depends on timing, so it often shows in production first.",
      bug: "then on a settled promise calls the handler at once; a settlement calls all handlers.", about: ["3.1"],
      law: .cleanStack),
    GlossaryEntry(
      "aplus.order", "Handlers ran in a different order from their registration.",
      why: "Code that registers cleanup after work relies on it.",
      bug: "Late handlers go straight to the queue, past waiting ones; a stack is used as a queue.", law: .order),
    GlossaryEntry(
      "aplus.count", "A function ran more often or less often than it must.",
      why: "A lost handler leaves its caller waiting forever; one that runs twice may charge twice.",
      bug: "The list of handlers changes while it is iterated; a second settlement is not ignored.",
      about: ["2.2.2.3", "2.2.3.3", "N", "C1", "S1", "S2", "T1", "T4"], law: .once),
    GlossaryEntry(
      "aplus.value", "A handler got a wrong value or reason.",
      why: "The caller continues with a wrong value, and the fault shows far from its cause.",
      bug: "Errors are wrapped; a value is copied; a falsy value is treated as no value.",
      about: ["2.1.2.2", "2.1.3.2", "2.2.2", "2.2.3", "2.2.7.1", "2.2.7.2", "2.3.4", "C3", "E", "K"], law: .agreement),
    GlossaryEntry(
      "aplus.state", "A promise ended in the wrong state, or a call threw.",
      why: "Two observers of one operation disagree on whether it succeeded.",
      bug: "A late settlement changes the state; an exception of a handler is swallowed.",
      about: ["2.1", "2.2.1", "2.2.7", "2.3.2", "BP", "C", "RX-S2", "T2", "T3", "T5", "T6", "T9"], law: .settleOnce),
    GlossaryEntry(
      "aplus.cycle", "A promise that follows itself was not rejected with a TypeError.",
      why: "It stays pending forever, or recurses until the process dies.",
      bug: "The library checks only for the direct cycle, or for none.", about: ["2.3.1", "E7"]),
    GlossaryEntry(
      "aplus.assimilation", "A thenable was not adopted as section 2.3.3 requires.",
      why: "Promises of other libraries are thenables: one is called twice, or its outcome is lost.",
      bug: "then is read twice, called without its receiver, or both of its resolvers take effect.",
      about: ["2.3.3", "N7", "E9", "E10", "3.5"]),
    GlossaryEntry(
      "aplus.stuck", "A handler must still run, but nothing can run any more; or threads wait for each other.",
      why: "The program hangs.",
      bug: "User code is called with a lock held; a wake-up is lost between a check and a wait.",
      about: ["F3", "F9", "N9", "T7", "T8"], law: .liveness),
    GlossaryEntry(
      "aplus.cancellation", "A cancel reached a promise that it must not reach, or missed one that it must reach.",
      why: "Work that others wait for is lost, or work that is no longer needed continues.",
      bug: "The cancel goes up to a parent that others wait for.", law: .cancellation),
    GlossaryEntry(
      "aplus.context", "A handler ran on a different queue or executor from the one it was registered for.",
      why: "Code for the main thread ran on another thread.", bug: "The thread that settles runs the handlers.",
      law: .context),
    GlossaryEntry(
      "aplus.growth", "Registering a handler takes longer the more handlers wait.",
      why: "Ten thousand waiting handlers cost a hundred million steps.",
      bug: "Each registration copies or searches the list of handlers.", about: ["S6"]),
    GlossaryEntry(
      "aplus.crash", "The process ended inside a call of the library.", why: "One long chain kills the whole program.",
      bug: "Recursion over a long chain exhausts the stack.", about: ["3.6", "S3", "S4", "S5", "S7"]),
    GlossaryEntry(
      "aplus.flaky", "The performances of a case ended differently.",
      why: "It is a race: a test that passes today may fail tomorrow.",
      bug: "A check and the action that relies on it are not atomic."),
  ]

  private static let errors = [
    ("aplus.adapter-crash", "The host ended outside a call of the library; no verdict."),
    ("aplus.adapter-launch", "The host did not start; no case was run."),
    ("aplus.adapter-wiring", "The adapter calls the wrong function of its library; no case was judged."),
    ("aplus.adapter-protocol", "The host violated the protocol; no verdict."),
    ("aplus.timeout", "No answer within --timeout; no verdict."),
    ("aplus.computing", "A thread still computed after ten times --timeout; no verdict."),
    ("aplus.spec-invalid", "The case cannot be performed as written; no verdict."),
    ("aplus.harness", "The harness is at fault, not the library."),
  ].map { GlossaryEntry($0, $1) }

  private static let laws: [GlossaryEntry] = Law.allCases.map { law in
    let type = (types + topics).first { $0.law == law }
    return GlossaryEntry(
      law.rawValue, "A law of the judge: \(LawText.sentence(for: law))", why: type?.importance ?? "",
      bug: type?.typicalBug ?? "", law: law)
  }

  /// The topics that have no type of failure.
  private static let topics: [GlossaryEntry] = [
    GlossaryEntry(
      "unhandled", "A rejection that no handler takes was not reported, or one that a handler takes was.",
      why: "A report is often the only trace of a failure; one about a failure that was handled ends the process.",
      bug: "A handler does not mark its promise as handled, or one that only passes the rejection on does so for good.",
      about: ["UH"], law: .unhandled),
    GlossaryEntry(
      "callbacks", "A completion handler was not called once, at its time and place, with one value or one error.",
      why: "The caller waits for ever, goes on twice, or is called while it is still inside its own call.",
      bug: "An early return forgets the handler, and a cached result is handed over inside the call.", about: ["CB"]),
    GlossaryEntry(
      "await", "A task that awaits a promise was not resumed once, in time, with the outcome of that promise.",
      why: "The task waits for ever, goes on with something else, or takes others with it when it is cancelled.",
      bug: "A cancelled task cancels the promise that it awaits, and with it all others that wait for that.",
      about: ["AW"]),
    GlossaryEntry(
      "channels", "A channel lost an element, gave it twice or out of order, or left a sender or receiver waiting.",
      why: "An element that is lost is work that nobody does, and a task that waits for ever holds all that it has.",
      bug: "A receiver that is cancelled stays in line and takes the next element, or a close wakes only one of many.",
      about: ["CH"]),
    GlossaryEntry(
      "scopes", "A cancel of a scope missed an item, reached one twice or something else, or a scope ended too early.",
      why: "Work that nobody waits for any more runs on, or work that others wait for is stopped.",
      bug:
        "An item that is added while the scope is cancelled is never cancelled, or an inner scope swallows the cancel.",
      about: ["SP"]),
    GlossaryEntry(
      "memory", "A handler or promise that nothing needs any more was kept, or one in use was freed.",
      why: "Each operation leaks what its handlers hold, or a promise that others wait for is gone.",
      bug: "The list of handlers lives as long as the promise; parent and child hold each other."),
    GlossaryEntry(
      "receiver", "A handler was called as a method: its `this` is neither undefined nor the global object.",
      why: "A handler that uses `this` can change an internal object of the library.",
      bug: "The handler is called as a property of the object that stores it.", about: ["2.2.5", "3.2"]),
  ]

  private static let chapters = [
    ("aplus", "A chapter: every requirement of Promises/A+ 1.1."),
    ("threads", "A chapter: the same from many threads at once, and deadlocks."),
    ("contexts", "A chapter: the queue or executor that handlers run on."),
    ("scale", "A chapter: 100,000 links or handlers; depth, cost and memory."),
  ].map { GlossaryEntry($0, $1) }
}
