/// The definition of one operation of the scenario language.
///
/// ``table`` determines how steps are read, written and checked, and the capabilities that they need. The JSON Schemas, the tables in the documentation and the verbs that kits know are
/// generated from it. It does not define what an operation does: the host performs it, and the
/// judge's facts interpret it.
package final class Operation: Sendable {
  /// The verb of its steps.
  package let verb: String
  /// The members of its steps, the verb first.
  package let fields: [Field]
  /// The capability that each of its steps needs.
  package let needs: Capability?
  /// What it does, in the words of the documentation.
  package let meaning: String
  /// The ``Phrase`` for one of its steps.
  let phrase: String
  /// Why no model of Promises/A+ on one thread can perform it; nil if one can.
  package let beyondModel: String?
  /// The keys that its steps may have in a case file.
  package let keys: [String]
  /// The keys that its steps may have on the wire.
  package let wireKeys: [String]
  /// The form of the frames of its steps; nil if they have none.
  package let frame: FrameForm?
  /// Whether its steps are about promises.
  let isAboutPromises: Bool

  init(
    _ verb: String, _ fields: [Field], needs: Capability? = nil, _ meaning: String, phrase: String,
    beyondModel: String? = nil, frame: FrameForm? = nil
  ) {
    self.verb = verb
    self.fields = fields
    self.needs = needs
    self.meaning = meaning
    self.phrase = phrase
    self.beyondModel = beyondModel
    self.frame = frame
    keys = fields.map(\.key)
    wireKeys = ["id", "verb"] + keys
    isAboutPromises = fields.contains {
      switch $0.type {
      case .name(.promise), .binding(.promise): true
      default: false
      }
    }
  }

  /// The operation of a verb; nil if there is no such verb.
  package static func of(_ verb: String) -> Operation? { byVerb[verb] }

  private static let byVerb = Dictionary(uniqueKeysWithValues: table.map { ($0.verb, $0) })

  /// All operations, in the order of the documentation.
  package static let table: [Operation] = [
    Operation(
      "let", [Field("let", .binding(nil), sample: #""n""#), Field("be", .value(.any))], "evaluate now, bind",
      phrase: "let {let} = {be}"),
    Operation(
      "fulfill", [Field("fulfill", .name(.promise)), Field("with", .value(.fulfillment))],
      "settle `p` through its own settler; VALUE is never a promise or thenable",
      phrase: "fulfill {fulfill} with {with}", frame: settlement("fulfill")),
    Operation(
      "reject", [Field("reject", .name(.promise)), Field("with", .value(.rejection))], "settle",
      phrase: "reject {reject} with {with}", frame: settlement("reject")),
    Operation(
      "resolve", [Field("resolve", .name(.promise)), Field("with", .value(.resolution))],
      "run the resolution procedure on `p`; VALUE may be a promise or thenable",
      phrase: "resolve {resolve} with {with}", frame: settlement("resolve")),
    Operation(
      "then",
      [
        Field("then", .name(.promise)), Field("ok", .handler, .optional), Field("bad", .handler, .optional),
        Field("as", .binding(.promise), .optional), Field("on", .context, .optional),
      ],
      """
      register. `ok`, `bad`: a function's name, `{"not": VALUE}` (a non-function), or absent. Absent trailing handlers \
      are omitted, an absent leading one is the language's "none". `on`: the context that the handlers are for; without \
      it, the library's default
      """, phrase: "then {then}{ ok |ok}{ error |bad}{ on |on}{ → |as}",
      frame: FrameForm(
        "then", .library,
        [
          .step, FrameField("on", .reference), FrameField("reg", .number(from: 1), "registration number, dense"),
          FrameField("ok", .handler, .optional), FrameField("bad", .handler, .optional),
        ], ends: "`gives`", picture: "then {on}{ ok |ok}{ bad |bad}", noun: "then{ on |on}")),
    Operation(
      "combine",
      [
        Field("combine", .word(combinators), needs: Capability("combinators", detail: "*")),
        Field("of", .names, .optional, needs: Capability("any-member")),
        Field(
          "list", .word(MemberList.Form.allCases.map(\.rawValue)), .optional, needs: Capability("lists", detail: "*")),
        Field("throws", .value(.rejection), .optional), Field("ms", .integer(0...3_600_000), .optional, sample: "100"),
        Field("times", .integer(0...1_000_000), .optional, sample: "3"),
        Field("call", .function(role: "task"), .optional), Field("as", .binding(.promise), .optional, sample: #""r""#),
      ],
      """
      the library's own combinator: `\(combinators.joined(separator: " "))`. `delay timeout recover finally executor` \
      have one member, that of `executor` a thenable with a function as its `then`; `recover retry finally sequence try` \
      need `call`. \
      In `of`, a name with `#` of an earlier repeat stands for all its indices. `list` is the form of the list. One that \
      is `emptied` is so as soon as the call has returned, in languages where it can be. `sparse` has a hole for each \
      member that is `undefined`. A `generator` may throw VALUE after its last member
      """,
      phrase: "{combine} [{of}]{ as |list}{ that throws |throws}{ by |call}{ |times| times}{ |ms| ms}" + "{ → |as}",
      frame: FrameForm(
        "combine", .library, [.step, FrameField("kind", .text), FrameField("of", .references, .optional)],
        ends: "`gives`", picture: "{kind} [{of}]", noun: "the combinator {kind}")),
    Operation(
      "call", [Field("call", .resolver), Field("with", .value(.any), .optional)],
      "call a resolver of a pair; `with` absent: really no argument", phrase: "call the {call}{ with |with}",
      frame: FrameForm(
        "call", .library,
        [
          .step, FrameField("pair", .number(from: 1), "number of the pair"),
          FrameField("which", .word(["resolve", "reject"])), FrameField("with", .reference, .optional),
        ], picture: "{which}Promise of call {pair}{ with |with}", noun: "{which}Promise of a thenable")),
    Operation("mark", [Field("mark", .mark)], "an event; opens gate `m`", phrase: "mark {mark}"),
    Operation(
      "later", [Field("later", .word(["turn", "idle"])), Field("do", .block)],
      """
      `turn`: perform the block soon, from a clean stack; it may come before or after whatever the library has queued. \
      `idle`: perform it when quiescence is established. Idle blocks queue first in first out; one block per phase, \
      then quiescence again
      """, phrase: "later, {later}:"),
    Operation(
      "repeat", [Field("repeat", .integer(1...100_000_000), sample: "1000"), Field("do", .block)],
      "performed by the host, never expanded; at most three deep, with those around a function's registration",
      phrase: "{repeat} times:"),
    Operation(
      "lanes", [Field("lanes", .blocks)], needs: Capability("threads"),
      "one thread each, one barrier, joins (capability `threads`)", phrase: "at the same time:",
      beyondModel: "Promises/A+ has no threads",
      frame: FrameForm(
        "lanes", .host, [.step, FrameField("count", .number(from: 0))], picture: "{count} lanes",
        noun: "a wait for other threads")),
    Operation(
      "wait", [Field("wait", .gate)], needs: Capability("threads"),
      "block this thread until gate `m` opens (capability `threads`)", phrase: "wait for {wait}",
      beyondModel: "Promises/A+ has no threads",
      frame: FrameForm(
        "wait", .host, [.step, FrameField("name", .text)], picture: "wait for {name}", noun: "a wait for `{name}`")),
    Operation(
      "drop", [Field("drop", .names, sample: #"["h", "p"]"#)],
      "drop the host's references to these names (functions too)", phrase: "release {drop}",
      frame: FrameForm(
        "drop", .library, [.step, FrameField("names", .texts, .optional)], picture: "drop {names}",
        noun: "the release of a reference")),
    Operation(
      "abandon", [Field("abandon", .name(.promise), sample: #""p""#)], needs: Capability("abandon"),
      """
      give up what settles `p`, and keep `p`: no later step settles it (capability `abandon`)
      """, phrase: "give up the settler of {abandon}", beyondModel: "Promises/A+ does not say who settles a promise",
      frame: FrameForm(
        "abandon", .library, [.step, FrameField("on", .reference)], picture: "abandon {on}",
        noun: "the release of a settler")),
    Operation(
      "probe", [Field("probe", .name(nil), sample: #""h""#)], needs: Capability("collect"),
      """
      collect garbage and log whether `h` is gone (capability `collect`; a host that can tell it only of handlers \
      claims `collect:handlers`)
      """, phrase: "check whether {probe} is freed"),
    Operation(
      "cancel",
      [
        Field("cancel", .name(.promise)),
        Field("with", .value(.any), .optional, needs: Capability("cancellation", detail: "reason")),
      ], needs: Capability("cancellation"), "cancel, for a reason where there is one (capability `cancellation`)",
      phrase: "cancel {cancel}{ with |with}", beyondModel: "Promises/A+ has no cancellation",
      frame: FrameForm(
        "cancel", .library, [.step, FrameField("on", .reference), FrameField("with", .reference, .optional)],
        ends: "`accepted` or nothing", picture: "cancel {on}{ with |with}", noun: "cancel{ of |on}")),
    Operation(
      "start",
      [
        Field("start", .word(startWords)), Field("done", .function(role: "done")),
        Field("with", .value(.fulfillment), .optional), Field("of", .names, .optional),
        Field("as", .binding(.call), .optional, sample: #""a""#), Field("on", .context, .optional),
      ],
      """
      start a call that takes the completion handler `done`: section 1.8 (capability `callbacks`), for channels section \
      1.10 (capability `channels`), for scopes section 1.11 (capability `scopes`). `fulfill` and `reject` finish an `open` \
      call, `cancel` cancels any. `with`: the value that an `echo` gives back or a `completed` item has, or the element. \
      `of`: the tasks of a `sequence`, the channel, or the scope. `on`: the context that the handler is for
      """, phrase: "start {start}{ with |with}{ of |of} then {done}{ on |on}{ → |as}",
      beyondModel: "Promises/A+ has no completion handlers",
      frame: FrameForm(
        "start", .library,
        [
          .step, FrameField("on", .reference, "the call"),
          FrameField("reg", .number(from: 1), "registration number, dense, in one count with `then`"),
          FrameField("kind", .text), FrameField("done", .text, "function's name"),
          FrameField("with", .reference, .optional), FrameField("of", .references, .optional),
        ], ends: "`gives`: the call", picture: "start {kind}{ with |with}{ of |of} then {done}", noun: "start of {kind}"
      )),
    Operation(
      "await",
      [
        Field("await", .name(.promise)), Field("ok", .function(role: "resumed"), .optional),
        Field("bad", .function(role: "resumed"), .optional), Field("as", .binding(.task), .optional, sample: #""t""#),
        Field("ms", .integer(1...3_600_000), .optional, needs: Capability("await", detail: "limit"), sample: "100"),
        Field("cancelled", .word(["before"]), .optional, needs: Capability("await", detail: "cancel")),
      ], needs: Capability("await"),
      """
      start a task that awaits `p`: section 1.9 (capability `await`). `ok` is the code after the await, `bad` that where \
      the await throws. `cancel` cancels the task. `ms` is a time limit. `cancelled`: the task is cancelled before it \
      awaits
      """, phrase: "await {await}{ ok |ok}{ error |bad}{ for at most |ms| ms}{ in a task cancelled |cancelled}{ → |as}",
      beyondModel: "Promises/A+ has no coroutines",
      frame: FrameForm(
        "await", .library,
        [
          .step, FrameField("on", .reference),
          FrameField("reg", .number(from: 1), "registration number, dense, in one count with `then`"),
          FrameField("task", .reference), FrameField("ok", .handler, .optional, "function's name"),
          FrameField("bad", .handler, .optional, "function's name"),
        ], ends: "`gives`: the task", picture: "await {on}{ ok |ok}{ bad |bad}", noun: "await{ of |on}")),
    Operation(
      "measure", [Field("measure", .name(.promise)), Field("times", .integer(16...1_000_000), sample: "4096")],
      needs: Capability("timing"),
      """
      register up to `times` functions that do nothing on `p`, and record only how long that took: section 1.6 \
      (capability `timing`)
      """, phrase: "time {times} registrations on {measure}", beyondModel: "Promises/A+ says nothing about time",
      frame: FrameForm(
        "measure", .library, [.step, FrameField("on", .reference)],
        ends: """
          `ns`: the reading of each level, in nanoseconds, at most 2147483647 (`specs/README.md`, section 1.6)
          """, picture: "time registrations on {on}", noun: "a registration that is timed")),
    Operation(
      "pause", [Field("pause", .integer(1...5000), sample: "2500")], needs: Capability("pause"),
      """
      wait that many milliseconds, in which the host performs nothing: threads run on, and timers become due \
      (capability `pause`)
      """, phrase: "pause for {pause} ms"),
  ]

  private static func settlement(_ verb: String) -> FrameForm {
    FrameForm(
      verb, .library, [.optionalStep, FrameField("on", .reference), FrameField("with", .reference)],
      ends: "`accepted` or nothing", picture: "{in} {on} with {with}", noun: "{in}{ of |on}")
  }

  /// The words that a `start` step may have.
  private static let startWords =
    CallKind.allCases.map(\.rawValue) + ChannelWord.allCases.map(\.rawValue) + ScopeWord.allCases.map(\.rawValue)

  /// The combinators that a library may have.
  package static let combinators = [
    "all", "race", "any", "allSettled", "delay", "timeout", "recover", "retry", "finally", "sequence", "zip", "try",
    "executor",
  ]
}
