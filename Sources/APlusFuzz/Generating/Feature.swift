import APlusModel

/// The features of programs: the choices that the generator has, by name.
///
/// The generator aims at each pair of them, and the summary counts the pairs.
enum Feature {
  static let general: [String] =
    VerbRule.verbs.map { "verb \($0)" } + states.map { "made \($0)" } + values.map { "value \($0)" }
    + endings.map { "ends \($0)" } + handlers.map { "handler \($0)" } + places.map { "in \($0)" }
    + moments.map { "later \($0)" } + functions.map { "function \($0)" } + repeats.map { "repeat \($0)" }
    + accessors.map { "get \($0)" }

  /// The features of programs in a language that has kinds of its own.
  static let kinds = ["value kind", "function kind", "get kind"]

  /// The features of programs in a language with accessors.
  static let readings = ["get acts"]

  /// The features of programs for a library whose settlers can be given up.
  static let settlers = VerbRule.rare.sorted().map { "verb \($0)" }

  /// The features of programs for a library with combinators.
  static let combining = ["combine thenable", "combine list", "combine many"]

  /// The features of programs about a channel; its steps are few, so none of them is to crowd out the others.
  static let channels =
    ChannelWord.allCases.filter(\.isKind).map { "channel \($0.rawValue)" } + [
      "channel handler", "waiting receivers", "waiting senders",
    ]

  static let states = ["pending", "fulfilled", "rejected", "resolved", "when idle"]
  static let values = [
    "mark", "scalar", "text", "list", "error", "promise", "fresh promise", "itself", "thenable", "fresh thenable",
  ]
  static let endings = ["nothing", "return", "throw", "its promise"]
  static let handlers = ["ok", "bad", "both", "none", "not a function"]
  static let places = ["handler", "then", "task", "later", "lane", "repeat"]
  static let moments = ["turn", "idle"]
  static let functions = ["again", "shared", "changing", "on a context"]
  static let repeats = ["small", "medium", "large", "chain"]
  static let accessors = ["then", "throw", "changing", "shape"]
}
