import Testing

@testable import APlusHost

@Suite("Merged events") struct MergedEventsTests {
  @Test func `events of all threads come in order of their numbers, those of the close alone`() {
    let logs = (0..<3).map { ThreadLog(stack: $0 + 4) }
    func record(_ numbers: [Int32], _ log: Int) {
      for number in numbers {
        var event = RawEvent(.mark)
        event.sequence = number
        logs[log].events.append(event)
      }
    }
    // More than one chunk of a log, runs of one thread, and a gap.
    record((1...100).filter { $0 % 3 == 0 } + Array(101...400), 0)
    record((1...100).filter { $0 % 3 == 1 } + [402, 500], 1)
    record((1...100).filter { $0 % 3 == 2 } + [401], 2)
    let merged = MergedEvents(logs)
    record([600], 2)
    var numbers: [Int32] = []
    var stacks: Set<Int> = []
    merged.visit { event, stack in
      numbers.append(event.sequence)
      stacks.insert(stack)
    }
    #expect(numbers == Array(1...402) + [500])
    #expect(stacks == [4, 5, 6])
  }

  @Test func `merging no events gives none`() {
    MergedEvents([]).visit { event, _ in Issue.record("\(event)") }
    MergedEvents([ThreadLog(stack: 0)]).visit { event, _ in Issue.record("\(event)") }
  }
}
