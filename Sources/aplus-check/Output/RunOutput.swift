import APlusModel
import APlusReports

/// Writes a finished run: to the console, and to the reports.
struct RunOutput {
  private let plan: ReportPlan
  private let display: DisplayOptions
  private let context: ReportContext
  /// The lines about each adapter that were written while the run went on.
  var shown: [String: [String]] = [:]

  init(_ plan: ReportPlan, _ display: DisplayOptions, _ context: ReportContext) {
    self.plan = plan
    self.display = display
    self.context = context
  }

  /// Writes everything, and returns the exit status.
  func write(_ result: RunResult, _ gate: GateOptions) throws(Failure) -> CommandStatus {
    var report = ConsoleReport(result, in: context, style: display.style(on: plan.stream))
    report.shown = shown
    Console.write(report.text(), to: plan.stream)
    try plan.write(result, in: context, isQuiet: display.quiet)
    return gate.status(of: result)
  }
}
