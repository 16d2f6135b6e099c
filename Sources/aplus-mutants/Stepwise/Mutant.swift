package import APlusAdapter

/// A promise with one named fault.
package struct Mutant: Sendable {
  /// The stepwise promise without any fault: it must not show the violations that mutants show.
  package static let correct = Mutant(
    "correct", "None: the promise that most mutants are made from.", StepwisePromise.self)

  /// The name, which follows `mutant:` on the command line.
  package let name: String
  /// What is wrong, in one sentence.
  package let fault: String
  /// Makes the adapter of the faulty promise, one per process.
  package let makeAdapter: @Sendable () -> any PromiseAdapter

  /// A mutant that wraps the reference's adapter.
  init(_ name: String, _ fault: String, _ makeAdapter: @escaping @Sendable () -> any PromiseAdapter) {
    self.name = name
    self.fault = fault
    self.makeAdapter = makeAdapter
  }

  /// A mutant that is a kind of stepwise promise.
  init(_ name: String, _ fault: String, _ kind: StepwisePromise.Type, queue: JobQueue.Type = JobQueue.self) {
    self.init(name, fault) { StepwiseAdapter(kind, queue) }
  }
}
