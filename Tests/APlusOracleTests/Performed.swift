import APlusAdapter
import APlusHost
import APlusModel
import APlusOracle
import Dispatch
import Synchronization
import TestSupport
import Testing
import aplus_mutants

/// A program, as a mutant performed it in this process.
struct Performed {
  let program: Program
  var trace: Trace

  /// Performs a program that is written as in a case file, on a mutant or the reference.
  init(_ text: String, on mutant: String = "correct") throws {
    program = try Program(caseFile: text)
    let ended = Ended()
    let adapter: any PromiseAdapter =
      mutant == "reference" ? ReferenceAdapter() : try #require(Mutants.named(mutant)).makeAdapter()
    let engine = Engine(Library(adapter))
    let observer = Engine.Observer(onEnd: { outcome in
      ended.outcome.withLock { $0 = outcome }
      ended.isOver.signal()
    })
    engine.perform(program, patience: 20_000, observer)
    ended.isOver.wait()
    guard case .recorded(let recording)? = ended.outcome.withLock(\.self) else { throw NotPerformed() }
    trace = recording.trace
  }

  /// What the oracle says, in short: the requirement, then the message.
  var disagreements: [String] { Oracle.disagreements(program, trace).map { "\($0.requirement): \($0.message)" } }

  /// The same with its turns in another order: of each, its function, `block`, `script` or `phase`.
  func reordered(_ names: [String]) throws -> Performed {
    var moved = self
    let turns = turns
    #expect(turns.count == names.count)
    moved.trace.events = try names.flatMap { name in
      try #require(turns.first { $0.name == name }, "no turn \(name) in \(turns.map(\.name))").events
    }
    moved.renumber()
    return moved
  }

  /// Numbers the events in the order in which they stand.
  mutating func renumber() { for index in trace.events.indices { trace.events[index].sequence = index + 1 } }

  /// Says of the calls that settle, in the order in which they end, how they end.
  mutating func setResults(_ results: [FrameResult]) {
    var results = results[...]
    var settling: Set<Int> = []
    for index in trace.events.indices {
      switch trace.events[index].kind {
      case .begin(let frame, .settle): settling.insert(frame)
      case .end(let frame, _) where settling.contains(frame):
        trace.events[index].kind = .end(frame: frame, results.removeFirst())
      default: break
      }
    }
    #expect(results.isEmpty)
  }

  /// Says of the first handler that it got another value.
  mutating func setArgumentOfFirstHandler(_ value: TracedValue) throws {
    for index in trace.events.indices {
      guard case .begin(let frame, .handler(let call, let number, let slot)) = trace.events[index].kind else {
        continue
      }
      let other = UserCall(
        function: call.function, call: call.call, argumentCount: 1, arguments: [value], receiver: call.receiver,
        context: call.context)
      trace.events[index].kind = .begin(frame: frame, .handler(other, number: number, slot))
      return
    }
    Issue.record("no handler ran")
  }

  /// The top-level pieces of the trace, which run inside no other call.
  var turns: [(name: String, events: [Event])] {
    var turns: [(name: String, events: [Event])] = [("script", [])]
    var depth = 0
    for event in trace.events {
      switch event.kind {
      case .begin(_, let frame):
        if depth == 0, let call = frame.call { turns.append((call.function, [])) }
        depth += 1
      case .end: depth -= 1
      case .block: turns.append(("block", []))
      case .phase: turns.append(("phase", []))
      default: break
      }
      turns[turns.count - 1].events.append(event)
    }
    return turns
  }

  struct NotPerformed: Error {}

  private final class Ended: Sendable {
    let outcome = Mutex<Engine.Outcome?>(nil)
    let isOver = DispatchSemaphore(value: 0)
  }
}
