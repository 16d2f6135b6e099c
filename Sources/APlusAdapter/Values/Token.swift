/// The one value type of the checks: what promises are fulfilled with.
///
/// A token carries an identity, or is a plain scalar or a list. A library never looks inside: it
/// passes tokens on unchanged.
public struct Token: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    /// An object, identified by its run and its number there.
    case object(run: UInt64, number: Int)
    case list(run: UInt64, number: Int, [Token])
    case foreignList([Token])
    case text(String)
    case null
    case undefined
    case nothing
    case notANumber
    case negativeZero
    case bool(Bool)
    case integer(Int)
    case number(Double)
  }

  package let content: Content

  package init(_ content: Content) { self.content = content }

  /// Creates a list, for libraries that gather values in one.
  public init(list tokens: [Token]) { content = .foreignList(tokens) }

  /// No value, for libraries that fulfill with nothing.
  public static let nothing = Token(.nothing)
}

extension Token: CustomStringConvertible {
  /// A short text that distinguishes tokens in a debugger.
  public var description: String {
    switch content {
    case .object(_, let number): "token \(number)"
    case .list(_, _, let tokens), .foreignList(let tokens): "\(tokens)"
    case .text(let text): text.debugDescription
    case .null: "null"
    case .undefined: "undefined"
    case .nothing: "nothing"
    case .notANumber: "NaN"
    case .negativeZero: "-0"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    }
  }
}
