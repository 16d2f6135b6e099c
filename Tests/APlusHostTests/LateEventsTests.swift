import APlusJSON
import Synchronization
import Testing

@testable import APlusHost

@Suite("Late events") struct LateEventsTests {
  @Test func `an event waits until its run is answered, and later ones do not`() {
    let told = Mutex<[JSON]>([])
    let late = LateEvents { event in told.withLock { $0.append(event) } }
    late.add(1)
    late.add(2)
    #expect(told.withLock { $0 } == [])
    late.answered()
    #expect(told.withLock { $0 } == [1, 2])
    late.add(3)
    #expect(told.withLock { $0 } == [1, 2, 3])
  }
}
