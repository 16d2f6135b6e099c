/// The decisions by which the generator wrote a program, or one step of it, in order.
///
/// A program is a function of its decisions: ``ProgramGenerator`` writes it again from them, also
/// after some were removed or lowered. So whatever the generator can write can be shrunk, without
/// rules for it.
///
/// The decisions of each block are a branch, and those of each of its steps a branch of that. What
/// changes in one step leaves the others as they were.
package struct Decisions: Sendable, Hashable {
  package enum Item: Sendable, Hashable {
    /// Which of several options was taken; 0 is the simplest.
    case value(Int)
    /// The steps of a block.
    case block([Decisions])
  }

  package var items: [Item] = []

  /// How much was decided: the number of all decisions, and the sum of their values.
  var size: (count: Int, sum: Int) {
    items.reduce((0, 0)) { size, item in
      switch item {
      case .value(let value): (size.0 + 1, size.1 + value)
      case .block(let steps): steps.reduce((size.0 + 1, size.1)) { ($0.0 + $1.size.count + 1, $0.1 + $1.size.sum) }
      }
    }
  }
}

/// Makes the decisions of a program: by chance, or as they were made before.
///
/// It records each of them. Decisions that are missing from those made before are 0, and those that
/// no longer fit are ignored.
struct DecisionMaker: Sendable {
  private enum Source: Sendable {
    case chance(RandomNumbers)
    /// For each open branch, what is left of its items, or of its steps.
    case record([ArraySlice<Decisions.Item>], blocks: [ArraySlice<Decisions>])
  }

  private var source: Source
  /// The decisions of each open step, the program's own first.
  private var steps = [Decisions()]
  /// The steps that are done, of each open block.
  private var blocks: [[Decisions]] = []

  init(by chance: RandomNumbers) { source = .chance(chance) }

  init(repeating decisions: Decisions) { source = .record([decisions.items[...]], blocks: []) }

  /// All decisions, once the program is written.
  var decisions: Decisions { steps[0] }

  // MARK: Values

  /// Makes a decision among so many options.
  ///
  /// - Parameters:
  ///   - bound: The number of options, at least 1.
  ///   - draw: Decides by chance.
  /// - Returns: The number of the option, from 0.
  private mutating func decide(_ bound: Int, by draw: (inout RandomNumbers) -> Int) -> Int {
    let value: Int
    switch source {
    case .chance(var random):
      value = draw(&random)
      source = .chance(random)
    case .record(var open, let blocks):
      if case .value(let recorded)? = open[open.count - 1].first {
        open[open.count - 1].removeFirst()
        value = min(recorded, bound - 1)
        source = .record(open, blocks: blocks)
      } else {
        value = 0
      }
    }
    steps[steps.count - 1].items.append(.value(value))
    return value
  }

  /// A number from 0 to one less than the bound, which is at least 1.
  mutating func below(_ bound: Int) -> Int { decide(bound) { $0.below(bound) } }

  mutating func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// Whether something happens, with a probability in percent.
  ///
  /// - Parameters:
  ///   - percent: The probability.
  ///   - isSimplest: Whether the program is simpler if it does.
  /// - Returns: Whether it happens.
  mutating func happens(_ percent: Int, isSimplest: Bool = false) -> Bool {
    (decide(2) { $0.happens(percent) != isSimplest ? 1 : 0 } == 1) != isSimplest
  }

  /// One of the elements; nil where there are none.
  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// The place of one of several weights, chosen by weight; at least one is positive.
  mutating func place(of weights: [Int]) -> Int {
    let place = decide(weights.count) { random in
      var rest = random.below(weights.reduce(0, +))
      return weights.firstIndex { weight in
        rest -= weight
        return rest < 0
      } ?? 0
    }
    return weights[place] > 0 ? place : weights.firstIndex { $0 > 0 } ?? 0
  }

  /// One of the last elements of a list, more often one of the last three; nil where there are none.
  ///
  /// It is counted from the end, so that it stays the same if elements before it go.
  mutating func recent<Element>(of elements: [Element]) -> Element? {
    guard !elements.isEmpty else { return nil }
    let fromEnd = decide(elements.count) { random in
      let count = random.happens(50) ? min(3, elements.count) : elements.count
      return count - 1 - random.below(count)
    }
    return elements[elements.count - 1 - fromEnd]
  }

  /// A number that never differs from the usual one in programs that are written by chance.
  mutating func usual(_ number: Int) -> Int { decide(number + 1) { _ in number } }

  // MARK: Blocks

  /// Begins the steps of a block.
  mutating func beginBlock() {
    blocks.append([])
    guard case .record(var open, var left) = source else { return }
    // Values before it belong to what is not written any more.
    while case .value? = open[open.count - 1].first { open[open.count - 1].removeFirst() }
    if case .block(let steps)? = open[open.count - 1].popFirst() { left.append(steps[...]) } else { left.append([]) }
    source = .record(open, blocks: left)
  }

  /// Begins another step of the block, if there is one.
  ///
  /// - Parameter isPossible: Whether there may be one.
  /// - Returns: Whether there is one.
  mutating func beginStep(if isPossible: Bool) -> Bool {
    guard isPossible else { return false }
    if case .record(var open, var left) = source {
      guard let step = left[left.count - 1].popFirst() else { return false }
      open.append(step.items[...])
      source = .record(open, blocks: left)
    }
    steps.append(Decisions())
    return true
  }

  mutating func endStep() {
    blocks[blocks.count - 1].append(steps.removeLast())
    guard case .record(var open, let left) = source else { return }
    open.removeLast()
    source = .record(open, blocks: left)
  }

  mutating func endBlock() {
    steps[steps.count - 1].items.append(.block(blocks.removeLast()))
    guard case .record(let open, var left) = source else { return }
    left.removeLast()
    source = .record(open, blocks: left)
  }
}
