import ArgumentParser

/// The options about failures that are expected.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The failures that are expected (default: expected-failures.txt beside the manifest).",
      valueName: "file"
    )
  )
  var baseline: String?

  @Flag(help: "Expect no failure, whatever files there are.")
  var noBaseline = false

  @Flag(help: "Write the failures of this run as the expected ones; not where CI is set.")
  var updateBaseline = false

  func validate() throws {
    if noBaseline, baseline != nil || updateBaseline {
      throw ValidationError("--no-baseline excludes the other options about baselines")
    }
  }
}
