/// All promises with a fault that the program has inside.
package enum Mutants {
  /// The stepwise promise without any fault: what is found on a mutant must not be found on it.
  package static let correct = Mutant(
    "correct",
    "None: the promise that most mutants are made from.",
    StepwisePromise.self
  )

  /// The mutants, by families.
  package static let all: [Mutant] =
    SettlingFaults.all + HandlerFaults.all + CleanStackFaults.all + OrderFaults.all
    + ChainingFaults.all + AdoptionFaults.all + ThenableFaults.all + CancellationFaults.all
    + AcceptanceFaults.all + ThreadFaults.all + ScaleFaults.all + RaceFaults.all
    + ContextFaults.all + ContextThreadFaults.all + CancellationRuleFaults.all
    + CombinedCancelFaults.all + CombinatorFaults.all + CrashFaults.all

  /// Finds a mutant, or the promise without a fault, by name.
  package static func named(_ name: String) -> Mutant? {
    name == correct.name ? correct : all.first { $0.name == name }
  }
}
