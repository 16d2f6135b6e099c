import Synchronization
import Testing

@testable import APlusRunner

@Suite("Room for large traces") struct TraceRoomTests {
  /// The numbers of those that have entered, in that order.
  private final class Entries: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock(\.self) }

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  @Test func `One at a time is in the room, and those that wait enter in turn`() async {
    let room = TraceRoom()
    let entries = Entries()
    await room.enter()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...3 {
        group.addTask {
          await room.enter()
          entries.add(number)
        }
        while room.waitingCount < number { await Task.yield() }
      }
      #expect(entries.all == [])
      for count in 1...3 {
        room.leave()
        while entries.all.count < count { await Task.yield() }
        #expect(entries.all == Array(1...count))
      }
    }
    room.leave()
    // It is free again.
    await room.enter()
  }
}
