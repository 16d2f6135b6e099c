import APlusJSON

/// Where the process was when it crashed, as far as the stack of the crashing thread shows it.
package struct TracedCrash: Sendable, Hashable {
  /// Whose code ended the process: that of the innermost frame that does not belong to the language.
  package enum Place: String, Sendable, Hashable {
    case library
    case adapter
    /// The host or its kit, which run the program's own code.
    case host
    /// Only code of the language and its libraries was on the stack.
    case runtime
    /// The stack does not tell the library from its adapter.
    case unknown
  }

  /// The number of the thread's stack in the trace; nil where the thread recorded no event.
  package var stack: Int?
  package var place: Place
  /// The function in which it crashed, with its file where that is known.
  package var function: String?

  package init(stack: Int?, place: Place, function: String? = nil) {
    self.stack = stack
    self.place = place
    self.function = function
  }
}

extension TracedCrash {
  /// The longest name of a function, in scalars.
  private static let longest = 200

  /// Reads the member `crash` of a trace.
  init(json: JSONView) throws(TraceError) {
    let fields = try TraceFields(json, "crash", number: 0, objectCount: 0)
    place = try fields.word("in")
    stack = try fields.optionalInteger("s")
    function = try fields.optionalString("at")?.prefix(scalars: Self.longest)
  }

  var json: JSON {
    var members: JSONObject = ["in": .string(place.rawValue)]
    if let stack { members["s"] = .integer(stack) }
    if let function { members["at"] = .string(function) }
    return .object(members)
  }
}
