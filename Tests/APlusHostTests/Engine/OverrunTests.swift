import APlusModel
import Synchronization
import Testing

@testable import APlusHost

/// A library may call handlers without end, also inside its calls and on threads of its own.
@Suite("runs that record too much") struct OverrunTests {
  private func recording<Toy: ToyAdapter>(
    on toy: Toy, events: Int, onEvent: (@Sendable (Event, [Int: TracedObject]) -> Void)? = nil
  ) throws -> Trace {
    switch perform(Programs.basic, on: toy, events: events, onEvent: onEvent) {
    case .recorded(let recording): return recording.trace
    case .refused(let refusal): throw refusal
    case .incomplete: throw IncompleteTrace()
    }
  }

  @Test(arguments: RepeatingToy.Stack.allCases) func `end with the events that are allowed`(stack: RepeatingToy.Stack)
    throws
  {
    let trace = try recording(on: RepeatingToy(stack), events: 1000)
    #expect(trace.ending == .overrun)
    #expect(trace.events.map(\.sequence) == Array(1...1000))
    let calls = trace.events.filter(\.kind.isHandler)
    #expect(calls.count >= 330)
    #expect(!trace.events.contains { if case .phase = $0.kind { true } else { false } })
  }

  @Test func `have no hole where two threads record`() throws {
    for _ in 0..<4 {
      let trace = try recording(on: RepeatingToy(.others), events: 777)
      #expect(trace.ending == .overrun)
      #expect(trace.events.map(\.sequence) == Array(1...777))
    }
  }

  @Test(arguments: RepeatingToy.Stack.allCases) func `stream what the trace holds, and no more`(
    stack: RepeatingToy.Stack
  ) throws {
    let streamed = Mutex<[Event]>([])
    let described = Mutex<[Int: TracedObject]>([:])
    let trace = try recording(on: RepeatingToy(stack), events: 100) { event, objects in
      streamed.withLock { $0.append(event) }
      described.withLock { $0.merge(objects) { $1 } }
    }
    #expect(trace.ending == .overrun)
    #expect(trace.events.count == 100)
    #expect(streamed.withLock(\.self) == trace.events)
    #expect(described.withLock(\.self) == Dictionary(uniqueKeysWithValues: zip(0..., trace.objects)))
  }

  @Test func `are those with one event more than the limit`() throws {
    let needed = try recording(on: ManualToy(), events: .max).events.count
    #expect(try recording(on: ManualToy(), events: needed).ending == .quiet)
    let trace = try recording(on: ManualToy(), events: needed - 1)
    #expect(trace.ending == .overrun)
    #expect(trace.events.count == needed - 1)
  }
}
