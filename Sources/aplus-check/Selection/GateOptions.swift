import APlusModel
import APlusReports
import ArgumentParser

/// The option for what fails a run.
struct GateOptions: ParsableArguments {
  enum FailOn: String, ExpressibleByArgument, CaseIterable {
    /// Violations of what a specification demands, and stale entries of a baseline.
    case must
    /// Advice as well.
    case should
    /// No violation; errors still do.
    case never
  }

  @Option(help: ArgumentHelp("Exit with 1 on: must, should (also advice) or never.", valueName: "level")) var failOn:
    FailOn = .must

  func status(of result: RunResult) -> CommandStatus {
    let status = CommandStatus(of: result)
    switch failOn {
    case .must: return status
    case .never: return status == .violates ? .conforms : status
    case .should:
      let isAdvised = result.adapters.contains { AdapterSummary($0).tally.advised > 0 }
      return status == .conforms && isAdvised ? .violates : status
    }
  }
}
