/// Where code stands, and what it can name there.
struct Place: Sendable {
  /// Whose code it is.
  enum Code: Sendable {
    case main
    case handler
    /// A thenable's `then`.
    case then
    case task
    case lane
  }

  /// A name of a promise.
  struct Promise: Sendable, Hashable {
    let name: String
    /// Whether the program can settle it.
    var hasSettler = false
    /// Whether the host settles it by itself.
    var isDue = false
  }

  var code = Code.main
  /// The promises that are bound whenever the code runs.
  var promises: [Promise] = []
  var thenables: [String] = []
  /// Whether `resolve` and `reject` stand for something.
  var hasPair = false
  var isLater = false
  var isRepeated = false
  /// How often the code runs for each time that the program does, about.
  var times = 1
  /// How many functions and later blocks it stands in.
  var nesting = 0

  var isMain: Bool { code == .main }
  var hasSettlers: Bool { promises.contains(where: \.hasSettler) }

  /// The place of a block that runs later, or of other code inside of it.
  func inside(_ code: Code? = nil, isLater: Bool = false) -> Place {
    var place = self
    place.code = code ?? self.code
    place.hasPair = code == nil ? hasPair : code == .then
    place.isLater = self.isLater || isLater
    place.nesting += 1
    return place
  }
}
