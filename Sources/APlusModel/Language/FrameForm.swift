/// How traces describe the frames of an operation, and how reports name them.
package final class FrameForm: Sendable {
  /// Whose code runs in the frame.
  package enum Side: Sendable {
    /// A call of the library.
    case library
    /// The host waits.
    case host
    /// User code that the library calls.
    case user
  }

  /// The member `in` of its frames.
  package let word: String
  package let side: Side
  /// The fields of a `begin` event besides the word.
  package let fields: [FrameField]
  /// The fields that an `end` event may have, in the words of the documentation.
  package let ends: String
  /// The ``Phrase`` for the frame in a diagram of a trace; ``noun`` is that for a sentence.
  let picture: String
  let noun: String

  init(_ word: String, _ side: Side, _ fields: [FrameField], ends: String = "", picture: String, noun: String) {
    self.word = word
    self.side = side
    self.fields = fields
    self.ends = ends
    self.picture = picture
    self.noun = noun
  }

  /// The form for a word; nil if there is no such word.
  package static func of(_ word: String) -> FrameForm? { byWord[word] }

  private static let byWord = Dictionary(uniqueKeysWithValues: table.map { ($0.word, $0) })

  /// All frames: of values, of steps, and of user code.
  package static let table = [make] + Operation.table.compactMap(\.frame) + userCode

  private static let make = FrameForm(
    "make", .library,
    [
      .optionalStep, FrameField("promise", .word(["pending", "fulfilled", "rejected", "resolved"])),
      FrameField("with", .reference, .optional),
      FrameField("door", .word(["deferred", "ready"]), .optional, "by default `deferred`"),
    ], ends: "`gives`", picture: "make a {promise} promise{ with |with}", noun: "the making of a {promise} promise")

  private static let userCode = [
    FrameForm(
      "handler", .user,
      [
        FrameField("reg", .number(from: 1), .optional, "absent for shared functions"),
        FrameField("slot", .word(["ok", "bad", "finally", "both", "neither"])),
      ] + FrameField.call, picture: "{fn} ({slot}){ with |args}{ on |context}", noun: "the handler `{fn}`"),
    FrameForm(
      "thenable", .user,
      [
        FrameField("on", .reference, "the thenable"),
        FrameField("pair", .number(from: 1), "a new number, dense over the trace"),
      ] + FrameField.call, picture: "call the then of {on}, call {pair}", noun: "the thenable's then `{fn}`"),
    FrameForm(
      "accessor", .user,
      [
        FrameField("on", .reference, .optional, "either this or `of`"),
        FrameField("of", .text, .optional, "`Boolean` for a patched prototype"),
        FrameField("read", .number(from: 1), "n-th read"),
        FrameField("fn", .text, .optional, "the function `reading` of the thenable"),
      ], picture: "read then of {|on}{|of|.prototype}, read {read}{, in |fn}", noun: "an accessor of then"),
    FrameForm("task", .user, FrameField.call, picture: "task {fn}", noun: "the task `{fn}`"),
    FrameForm(
      "oncancel", .user, FrameField.call, picture: "on cancel {fn}{ with |args}", noun: "the cancel callback `{fn}`"),
  ]
}

/// A member of a `begin` event.
package struct FrameField: Sendable {
  package let key: String
  package let type: FrameFieldType
  package let isRequired: Bool
  /// What the documentation of traces says about it besides its type.
  package let note: String

  init(_ key: String, _ type: FrameFieldType, _ presence: Field.Presence = .required, _ note: String = "") {
    self.key = key
    self.type = type
    isRequired = presence == .required
    self.note = note
  }

  init(_ key: String, _ type: FrameFieldType, _ note: String) { self.init(key, type, .required, note) }

  static let step = FrameField("step", .number(from: 0))
  static let optionalStep = FrameField("step", .number(from: 0), .optional)

  /// The fields of each call of user code.
  static let call = [
    FrameField("fn", .text, "function's name"), FrameField("call", .number(from: 1), "n-th call of this closure"),
    FrameField("argc", .number(from: 0)), FrameField("args", .references, .optional, "at most two"),
    FrameField(
      "this", .text, .optional, "`subject`, `undefined`, `global` or `other`, where the language has receivers"),
    FrameField(
      "context", .text, .optional,
      """
      where the program has contexts: the name of the one that runs the handler, `#1`, `#2` … for others in the order in \
      which they are met, absent for none
      """),
  ]
}

/// The type of a member of a `begin` event.
package enum FrameFieldType: Sendable {
  case number(from: Int)
  case text
  case texts
  case word([String])
  /// A value reference.
  case reference
  case references
  /// A function's name, or a value reference in its place.
  case handler
}
