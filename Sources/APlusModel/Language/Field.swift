/// One member of a step: its key, and what may stand there.
package struct Field: Sendable {
  package let key: String
  package let type: FieldType
  package let isRequired: Bool
  /// What a step with the member needs; of a list of names, what it needs where one of them is no promise.
  package let needs: Capability?
  /// How the pages show it, as JSON.
  package let sample: String

  init(
    _ key: String,
    _ type: FieldType,
    _ presence: Presence = .required,
    needs: Capability? = nil,
    sample: String? = nil
  ) {
    self.key = key
    self.type = type
    isRequired = presence == .required
    self.needs = needs
    self.sample = sample ?? type.sample
  }

  enum Presence {
    case required
    case optional
  }
}

/// What stands in a field.
package enum FieldType: Sendable {
  /// A name that the step binds to something of the kind; nil: to what its value is.
  case binding(Kind?)
  /// The name of something that is bound, of the kind; nil: of any.
  case name(Kind?)
  case names
  /// A gate: the name that `mark` gives it, and that `wait` waits for.
  case mark
  case gate
  /// The name of a context.
  case context
  /// A function; one that stands inline is named after the role.
  case function(role: String)
  case handler
  case value(ValueUse)
  /// A resolver of a thenable's pair.
  case resolver
  case word([String])
  case integer(ClosedRange<Int>)
  case block
  case blocks

  fileprivate var sample: String {
    switch self {
    case .binding: #""q""#
    case .name: #""p""#
    case .names: #"["p", "q"]"#
    case .mark, .gate: #""m""#
    case .context: #""c1""#
    case .function, .handler: "F"
    case .value: "VALUE"
    case .resolver: #""x.resolve""#
    case .word(let words): "\"\(words[0])\""
    case .integer(let range): "\(range.lowerBound)"
    case .block: "[STEP…]"
    case .blocks: "[[STEP…], …]"
    }
  }
}

/// What a value is for, which decides what it may be.
package enum ValueUse: Sendable {
  case any
  /// A promise is fulfilled with it: it is no promise and no thenable.
  case fulfillment
  case rejection
  /// A promise is resolved with it: it may be a promise or thenable.
  case resolution
}

/// What a step has in a field.
package enum FieldValue: Sendable, Hashable {
  /// A name, or a word.
  case name(String)
  case names([String])
  case resolver(ResolverName)
  case number(Int)
  case value(Value)
  case handler(Handler)
  case block([Step])
  case blocks([[Step]])

  /// A handler; nil where there is none.
  init?(_ handler: Handler) {
    guard handler != .absent else { return nil }
    self = .handler(handler)
  }

  package var name: String? { if case .name(let name) = self { name } else { nil } }
  package var names: [String]? { if case .names(let names) = self { names } else { nil } }
  package var number: Int? { if case .number(let number) = self { number } else { nil } }
  package var handler: Handler? { if case .handler(let handler) = self { handler } else { nil } }
  package var block: [Step]? { if case .block(let steps) = self { steps } else { nil } }

  /// The value; a handler's, where no function stands there.
  package var value: Value? {
    switch self {
    case .value(let value): value
    case .handler(let handler): handler.value
    case .name, .names, .resolver, .number, .block, .blocks: nil
    }
  }

  /// The steps inside.
  package var blocks: [[Step]] {
    switch self {
    case .block(let steps): [steps]
    case .blocks(let blocks): blocks
    case .name, .names, .resolver, .number, .value, .handler: []
    }
  }
}
