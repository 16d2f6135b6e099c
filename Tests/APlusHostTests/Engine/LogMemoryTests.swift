import Testing

@testable import APlusHost

@Suite("The memory of logs") struct LogMemoryTests {
  /// A size that no log has, so that nothing else takes the pieces of these tests.
  private static let size = (1 << 15) + 64

  @Test func `serves the next log, and one log at a time`() {
    let first = LogMemory.take(Self.size)
    let second = LogMemory.take(Self.size)
    #expect(unsafe first.start != second.start)
    first.giveBack()
    let third = LogMemory.take(Self.size)
    #expect(unsafe third.start == first.start)
    let fourth = LogMemory.take(Self.size)
    for other in [second, third] { #expect(unsafe fourth.start != other.start) }
    for piece in [second, third, fourth] { piece.giveBack() }
  }

  @Test func `keeps elements apart, and lets each of them die once`() {
    for _ in 0..<3 {
      var log: AppendLog<Counted>? = AppendLog()
      let other = AppendLog<Counted>()
      let counter = Counter()
      for number in 0..<2000 {
        log?.append(Counted(number, counter))
        other.append(Counted(-number, counter))
      }
      let numbers = (0..<2000).map { place in log?.read(place) { $0.number } }
      #expect(numbers == Array(0..<2000))
      log = nil
      #expect(counter.dead == 2000)
      #expect((0..<2000).allSatisfy { place in other.read(place) { $0.number } == -place })
    }
  }

  private final class Counter {
    var dead = 0
  }

  private struct Counted: ~Copyable {
    let number: Int
    private let counter: Counter
    /// Makes it so large that some chunks are kept.
    private let rest = (0, 0, 0, 0, 0, 0)

    init(_ number: Int, _ counter: Counter) {
      self.number = number
      self.counter = counter
    }

    deinit { counter.dead += 1 }
  }
}
