import APlusModel

/// A traced value in two words, without reference counts.
struct RawValue: BitwiseCopyable {
  enum Kind: UInt8 {
    case none
    case null
    case undefined
    case nothing
    case boolean
    case integer
    case number
    case notANumber
    case negativeZero
    case reference
    /// An index in the run's table of texts.
    case text
  }

  var kind: Kind
  var payload: Int64

  init(_ kind: Kind, _ payload: Int64 = 0) {
    self.kind = kind
    self.payload = payload
  }

  static let none = RawValue(.none)
  static let nothing = RawValue(.nothing)

  /// The value of an object with this number.
  static func reference(_ number: Int) -> RawValue { RawValue(.reference, Int64(number)) }
}
