import Testing

@testable import APlusCases
@testable import APlusJudge

@Suite("Tables of the judge") struct SmallTableTests {
  @Test func `a set of numbers knows small, large and negative ones`() {
    var set = NumberSet(limit: 100)
    let numbers = [0, 1, 63, 64, 99, 100, 1 << 40, -1]
    for number in numbers {
      #expect(!set.contains(number))
      let isNew = set.insert(number)
      #expect(isNew)
      #expect(set.contains(number))
    }
    for number in numbers {
      let isNew = set.insert(number)
      #expect(!isNew)
    }
  }

  @Test func `stacks are numbered in order of their first events`() {
    var index = StackIndex()
    let seen = [9, 9, 1 << 30, 9, 0, 1 << 30, 0].map { index.index(of: $0) }
    #expect(seen == [0, 0, 1, 0, 2, 1, 2])
  }

  @Test func `a table by names keeps each of them apart, be they few or many`() {
    var table = NameTable<[Int]>()
    for number in 0..<60 { table["name \(number % 20)", default: []].append(number) }
    #expect(table.names == (0..<20).map { "name \($0)" })
    for number in 0..<20 { #expect(table["name \(number)"] == [number, number + 20, number + 40]) }
    #expect(table["name 20"] == nil)
    #expect(table["name 20", default: [7]] == [7])
  }
}
