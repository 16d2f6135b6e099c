/// Where code stands, and what it can name there.
struct Place: Sendable {
  enum Code: Sendable {
    case main
    case handler
    /// A thenable's `then`.
    case then
    case task
    case lane
  }

  /// A promise that has a name.
  struct Promise: Sendable, Hashable {
    let name: String
    /// Whether the program can settle it.
    var hasSettler = false
    /// Whether the host settles it once idle.
    var isDue = false
  }

  var code = Code.main
  /// The promises that are bound whenever the code runs.
  var promises: [Promise] = []
  var thenables: [String] = []
  /// The thenables whose `then` is certain to be a function.
  var executors: [String] = []
  /// Whether the code was given `resolve` and `reject`.
  var hasPair = false
  var isLater = false
  var isRepeated = false
  /// About how often the code runs in each round of the program.
  var times = 1
  /// How many functions and later blocks enclose the code.
  var nesting = 0

  var isMain: Bool { code == .main }
  var hasSettlers: Bool { promises.contains(where: \.hasSettler) }

  /// The place of the code of a function.
  func insideFunction(_ code: Code) -> Place {
    var place = inside(code)
    // Only the repeat's own code can use the names of its indices.
    if isRepeated {
      place.isRepeated = false
      place.promises.removeAll { $0.name.contains("#") }
    }
    return place
  }

  /// The place of a nested block or function.
  func inside(_ code: Code? = nil, isLater: Bool = false) -> Place {
    var place = self
    place.code = code ?? self.code
    place.hasPair = code == nil ? hasPair : code == .then
    place.isLater = self.isLater || isLater
    place.nesting += 1
    return place
  }
}
