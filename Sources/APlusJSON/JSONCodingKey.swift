/// A step of a coding path that no type has a key for.
enum JSONCodingKey: CodingKey {
  case index(Int)
  case key(String)

  var stringValue: String {
    switch self {
    case .index(let index): String(index)
    case .key(let key): key
    }
  }

  var intValue: Int? {
    guard case .index(let index) = self else { return nil }
    return index
  }

  init(stringValue: String) {
    self = .key(stringValue)
  }

  init(intValue: Int) {
    self = .index(intValue)
  }
}
