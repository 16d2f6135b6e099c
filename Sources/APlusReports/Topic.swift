/// A property of a library, with its requirements.
///
/// ``all`` is the one table of topics: the columns of the board, its findings, the figures that README
/// quotes, and the words of the glossary read it, so that they count the same requirements.
struct Topic: Sendable {
  /// The column of the board; nil where the topic has none.
  let column: String?
  /// The property, for the legend of the board.
  let about: String
  /// The finding about the libraries; nil where there is none.
  let finding: Finding?
  /// The languages whose programs have no such feature, in any library.
  let absent: Set<String>
  /// What the topic is a property of.
  let subject: Subject
  /// The word that the glossary explains; nil where the topic has none of its own.
  let word: String?
  private let chapter: String?
  /// The capability that makes a case be about the topic, whatever its requirement; nil where none does.
  let feature: String?
  /// The beginnings of the requirements' numbers.
  let numbers: [String]
  /// Whether the chapter keeps the requirements that other topics name.
  private let isShared: Bool

  /// What the libraries are compared by in a sentence.
  struct Finding: Sendable {
    let title: String
    /// The behavior of the libraries without such a failure, as a verb phrase.
    let claim: String
    /// What a failure must mean to break the claim: a handler that is lost does not run too early.
    let kinds: Set<FailureKind>

    init(_ title: String, _ claim: String, brokenBy kinds: Set<FailureKind>) {
      self.title = title
      self.claim = claim
      self.kinds = kinds
    }
  }

  /// What a library offers, each with a table of its own on the board; the capability of that name says so.
  enum Subject: String, CaseIterable {
    case promises
    case callbacks
    case channels
    case scopes

    /// The heading of the table.
    var heading: String {
      switch self {
      case .promises: "Promises"
      case .callbacks: "Completion handlers"
      case .channels: "Channels"
      case .scopes: "Scopes"
      }
    }

    /// What one library of the table is called, and several.
    var names: (one: String, many: String) {
      switch self {
      case .promises: ("promise library", "promise libraries")
      case .callbacks: ("library with completion handlers", "libraries with completion handlers")
      case .channels: ("library with channels", "libraries with channels")
      case .scopes: ("library with scopes", "libraries with scopes")
      }
    }
  }

  private init(
    _ subject: Subject = .promises, column: String? = nil, _ about: String = "", finding: Finding? = nil,
    word: String? = nil, chapter: String? = nil, numbers: [String] = [], isShared: Bool = false, feature: String? = nil,
    absent: Set<String> = []
  ) {
    self.subject = subject
    self.column = column
    self.about = about
    self.finding = finding
    self.word = word
    self.chapter = chapter
    self.numbers = numbers
    self.isShared = isShared
    self.feature = feature
    self.absent = absent
  }

  /// The languages in which one thread runs all handlers.
  private static let singleThreaded: Set<String> = ["javascript", "ocaml", "perl", "php"]

  private static let zalgo = Topic(
    column: "Zalgo", "no handler runs inside a call",
    finding: Finding("Asynchronous always", "never run a handler inside the call that leads to it", brokenBy: [.sync]),
    word: "aplus.zalgo", numbers: ["2.2.4", "Z"])
  private static let order = Topic(
    column: "order", "handlers run in the order of registration",
    finding: Finding("Keep order", "never run a handler before one that was registered earlier", brokenBy: [.order]),
    word: "aplus.order", numbers: ["2.2.6", "O", "T-order", "RX-S5"])
  private static let contexts = Topic(
    column: "contexts", "handlers run where they were registered for", word: "aplus.context", chapter: "contexts",
    numbers: ["CX"], feature: "contexts")
  private static let cancel = Topic(
    column: "cancel", "a cancel reaches what it should", word: "aplus.cancellation", chapter: "cancellation",
    numbers: ["RX-C", "CR", "SC-F", "CP", "F19"], feature: "cancellation")
  private static let memory = Topic(
    column: "memory", "frees what is no longer used", word: "memory", numbers: ["M", "RX-S11"])

  /// The topics in the order of the columns.
  ///
  /// Requirements of Promises/A+ that a topic names count for the specification as well; any other
  /// requirement counts for one column, and its cases also for the topic whose feature they need.
  static let all: [Topic] = [
    Topic(column: "A+", "Promises/A+ 1.1, sentence by sentence", chapter: "aplus", isShared: true), zalgo,
    Topic(column: "once", "one settlement, each handler once", chapter: "once"),
    Topic(
      finding: Finding(
        "The first settlement counts", "keep the first settlement, whatever comes after it",
        brokenBy: [.wrong, .count, .repeated]),
      numbers: ["2.1.2.1", "2.1.2.2", "2.1.3.1", "2.1.3.2", "2.3.3.3.3", "2.3.3.3.4.1", "C1", "C2", "C3", "C4", "T2"]),
    order,
    Topic(
      column: "threads", "the same from many threads", chapter: "threads", feature: "threads", absent: singleThreaded),
    contexts, cancel,
    Topic(
      column: "await", "a task that awaits a promise is resumed as its handlers are called", chapter: "await",
      numbers: ["AW"], absent: ["java", "ocaml", "php", "ruby"]),
    Topic(
      column: "depth", "thousands of links and handlers",
      finding: Finding(
        "Survive depth", "survive thousands of handlers and a hundred thousand links",
        brokenBy: [.crash, .overflow, .hang, .lost, .count, .repeated, .wrong]), chapter: "scale"), memory,
    Topic(
      .callbacks, column: "calls", "one call, on every path",
      numbers: ["CB-1", "CB-2", "CB-5", "CB-6", "CB-7", "CB-8", "CB-18"]),
    Topic(.callbacks, column: "timing", "always later, or always at once", numbers: ["CB-3", "CB-4"]),
    Topic(.callbacks, column: "stops", "a cancel does what is declared", numbers: ["CB-11", "CB-12", "CB-13"]),
    Topic(.callbacks, column: "queue", "on the queue and in the order that are declared", numbers: ["CB-10", "CB-16"]),
    Topic(
      .callbacks, column: "locks", "no lock is held; each call from many threads has its own result",
      numbers: ["CB-9", "CB-15"]),
    Topic(.callbacks, column: "sequence", "a sequence of tasks, however long", numbers: ["CB-17"]),
    Topic(.callbacks, column: "release", "frees what a handler holds", numbers: ["CB-14"]),
    Topic(.channels, column: "elements", "each element once, in order", numbers: ["CH-1", "CH-2"]),
    Topic(.channels, column: "room", "a send waits while there is no room", numbers: ["CH-3", "CH-4", "CH-5"]),
    Topic(.channels, column: "answers", "calls that do not wait answer truly", numbers: ["CH-6", "CH-7"]),
    Topic(
      .channels, column: "end", "a close, a cancel, an error or a drop ends every wait",
      numbers: ["CH-8", "CH-9", "CH-10", "CH-11", "CH-14", "CH-15", "CH-16"]),
    Topic(
      .channels, column: "waits", "the cancel of one wait touches no other, and loses no element",
      numbers: ["CH-12", "CH-13"]),
    Topic(.scopes, column: "cancels", "a cancel reaches each item once", numbers: ["SP-1", "SP-2", "SP-8"]),
    Topic(.scopes, column: "items", "a scope lets go of what is complete", numbers: ["SP-3", "SP-4", "SP-7"]),
    Topic(.scopes, column: "nested", "a cancel goes down, and is not swallowed", numbers: ["SP-5", "SP-10"]),
    Topic(
      .scopes, column: "structured", "the end waits for all items, and a failure does what is declared",
      numbers: ["SP-6", "SP-9"]),
  ]

  /// The columns of the board.
  static let columns = all.filter { $0.column != nil }

  /// The columns of the table about a subject.
  static func columns(of subject: Subject) -> [Topic] { columns.filter { $0.subject == subject } }

  /// Whether a violation costs only memory or time, so that every handler still runs.
  static func isMild(_ number: String) -> Bool { memory.names(number) || number == "S6" }

  /// Whether the topic names a requirement by its number.
  func names(_ number: String) -> Bool { Self.match(numbers, number) > 0 }

  /// Whether a requirement of a chapter counts for the topic.
  func includes(_ chapter: String, _ number: String) -> Bool {
    if names(number) { return true }
    guard chapter == self.chapter else { return false }
    return isShared || !Self.columns.contains { $0.names(number) }
  }

  /// The length of the longest beginning that matches: `2.2` and `Z` match `2.2.4` and `Z7`, `S` does
  /// not match `SC-F8`.
  static func match(_ numbers: [String], _ requirement: String) -> Int {
    numbers.filter { number in
      guard requirement.hasPrefix(number), let last = number.last else { return false }
      guard let next = requirement.dropFirst(number.count).first else { return true }
      return last.isNumber ? next == "." : next.isNumber || next == "-"
    }.map(\.count).max() ?? 0
  }
}
