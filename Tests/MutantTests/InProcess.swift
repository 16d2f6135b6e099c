import APlusAdapter
import APlusHost
import APlusJudge
import APlusModel
import Dispatch
import Synchronization
import aplus_mutants

/// Performs scenarios on a mutant in this process and judges them.
struct InProcess {
  let capabilities: [Capability]
  private let engine: Engine
  private let patience: Int

  /// Starts a mutant.
  ///
  /// - Parameters:
  ///   - mutant: The mutant.
  ///   - cancellation: The details of `cancellation` that it is taken to claim; nil for its own.
  ///   - patience: Milliseconds after which a scenario counts as stuck, however busy the machine is.
  init(_ mutant: Mutant, cancellation: [String]? = nil, patience: Int = 20_000) {
    self.init(mutant.makeAdapter(), cancellation: cancellation, patience: patience)
  }

  /// Starts an adapter; the rest as for a mutant.
  init(_ adapter: any PromiseAdapter, cancellation: [String]? = nil, patience: Int = 20_000) {
    var library = Library(adapter)
    if let cancellation {
      library = library.offering(
        only: library.capabilities.filter { $0.name != "cancellation" }
          + cancellation.map { Capability("cancellation", detail: $0) })
    }
    capabilities = library.capabilities
    engine = Engine(library)
    self.patience = patience
  }

  /// Whether the mutant can be asked; a capability without detail is met by one with any.
  func canPerform(_ scenario: Scenario) -> Bool { scenario.capabilities.allSatisfy { capabilities.provide($0) } }

  /// The verdict on one scenario; nil where it cannot be performed in Swift.
  func verdict(on scenario: Scenario) -> Verdict? {
    var limited = scenario
    limited.limits = capabilities.limits
    return trace(of: scenario.program).map { Judge.judge(limited, $0) }
  }

  /// The verdict on a scenario that gets stuck, and keeps a thread forever.
  func verdictWhenStuck(on scenario: Scenario) -> Verdict? {
    trace(of: scenario.program) { work in DispatchQueue(label: "stuck").async(execute: work) }.map {
      Judge.judge(scenario, $0)
    }
  }

  /// The trace of a program; nil where it cannot be performed in Swift.
  func trace(of program: Program, start: (@escaping @Sendable () -> Void) -> Void = { work in work() }) -> Trace? {
    let outcome = Outcome()
    let isOver = DispatchSemaphore(value: 0)
    let observer = Engine.Observer(onEnd: { ending in
      outcome.value.withLock { $0 = ending }
      isOver.signal()
    })
    start { [engine, patience] in engine.perform(program, patience: patience, observer) }
    isOver.wait()
    guard case .recorded(let recording)? = outcome.value.withLock({ $0 }) else { return nil }
    return recording.trace
  }

  /// What the engine said; it outlives a performance that got stuck.
  private final class Outcome: Sendable { let value = Mutex<Engine.Outcome?>(nil) }
}
