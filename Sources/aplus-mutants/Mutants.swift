/// All mutants of the program.
package enum Mutants {
  /// The mutants, by family.
  package static let all: [Mutant] =
    SettlingFaults.all + HandlerFaults.all + CleanStackFaults.all + OrderFaults.all + ChainingFaults.all
    + AdoptionFaults.all + ThenableFaults.all + CancellationFaults.all + AcceptanceFaults.all + ThreadFaults.all
    + ScaleFaults.all + RaceFaults.all + ContextFaults.all + ContextThreadFaults.all + CancellationRuleFaults.all
    + CombinedCancelFaults.all + CombinatorFaults.all + CrashFaults.all + ReleaseFaults.all

  /// Finds a mutant, or the promise without a fault, by name.
  package static func named(_ name: String) -> Mutant? {
    name == Mutant.correct.name ? .correct : all.first { $0.name == name }
  }
}
