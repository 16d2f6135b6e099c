/// The argument of a field in a `begin` event.
package enum FrameArgument: Sendable, Hashable {
  case number(Int)
  case text(String)
  case texts([String])
  case reference(TracedValue)
  case references([TracedValue])
  case handler(Slot)

  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
  var handler: Slot? { if case .handler(let slot) = self { slot } else { nil } }

  /// The values in the field; empty if it holds none.
  var references: [TracedValue] {
    switch self {
    case .reference(let value), .handler(.notFunction(let value)): [value]
    case .references(let values): values
    case .number, .text, .texts, .handler: []
    }
  }
}
