/// One member of a step: its key, and the type of its argument.
package struct Field: Sendable {
  package let key: String
  package let type: FieldType
  package let isRequired: Bool
  /// The capability that a step with the member needs; the detail `*` stands for the member's word.
  ///
  /// A list of names needs it only if one of them is not a promise.
  package let needs: Capability?
  /// A sample of the JSON for the documentation.
  package let sample: String

  init(
    _ key: String, _ type: FieldType, _ presence: Presence = .required, needs: Capability? = nil, sample: String? = nil
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

/// The type of a field.
package enum FieldType: Sendable {
  /// A name that the step binds to something of the kind; nil for the kind of the step's value.
  case binding(Kind?)
  /// A bound name of the kind; nil for any kind.
  case name(Kind?)
  case names
  /// The name of a gate, which the step opens.
  case mark
  /// The name of a gate, for which the step waits.
  case gate
  /// The name of a context.
  case context
  /// A function; an inline one is named after the role.
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

/// The purpose of a value, which decides what it may be.
package enum ValueUse: Sendable {
  case any
  /// A promise is fulfilled with it, so it is neither a promise nor a thenable.
  case fulfillment
  case rejection
  /// A promise is resolved with it: it may be a promise or thenable.
  case resolution
}

/// The argument of a field in a step.
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

  /// A handler; nil if it is absent.
  init?(_ handler: Handler) {
    guard handler != .absent else { return nil }
    self = .handler(handler)
  }

  package var name: String? { if case .name(let name) = self { name } else { nil } }
  package var names: [String]? { if case .names(let names) = self { names } else { nil } }
  package var number: Int? { if case .number(let number) = self { number } else { nil } }
  package var handler: Handler? { if case .handler(let handler) = self { handler } else { nil } }

  /// The value, also one in a handler's place; nil for anything else.
  package var value: Value? {
    switch self {
    case .value(let value): value
    case .handler(let handler): handler.value
    case .name, .names, .resolver, .number, .block, .blocks: nil
    }
  }
}
