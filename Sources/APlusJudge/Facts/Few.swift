/// A list that rarely has more than one element, and allocates no memory until it does.
///
/// A large trace has such a list for each of its promises.
struct Few<Element>: RandomAccessCollection, ExpressibleByArrayLiteral {
  private enum Content {
    case none
    case one(Element)
    case many([Element])
  }

  private var content = Content.none

  init(arrayLiteral elements: Element...) { for element in elements { append(element) } }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch content {
    case .none: 0
    case .one: 1
    case .many(let elements): elements.count
    }
  }

  subscript(position: Int) -> Element {
    switch content {
    case .one(let element) where position == 0: return element
    case .many(let elements): return elements[position]
    case .none, .one: preconditionFailure("no element \(position)")
    }
  }

  mutating func append(_ element: Element) {
    switch content {
    case .none: content = .one(element)
    case .one(let first): content = .many([first, element])
    case .many(var elements):
      // With one reference left, appending does not copy the array.
      content = .none
      elements.append(element)
      content = .many(elements)
    }
  }
}
