import APlusHosting

/// The lines of a workflow that depend on the language of the library.
enum WorkflowDraft {
  /// Fills in the lines `{container}`, `{setup}` and `{variables}` of a template.
  static func filled(_ template: String, for language: AdapterLanguage) -> String {
    let runner = language.runner
    return template.replacing("    {container}\n", with: runner.container.map { "    container: \($0)\n" } ?? "")
      .replacing("      {setup}\n", with: setup(runner)).replacing(
        "          {variables}\n",
        with: language.environment.contains(package)
          ? "          echo \"\(package)=$RUNNER_TEMP/aplus-check/share/aplus-check\" >> \"$GITHUB_ENV\"\n" : "")
  }

  /// The variable that tells an adapter in Swift where the sources are that it is compiled against.
  private static let package = "APLUS_CHECK_PACKAGE"

  /// The steps that install what the adapter and the library need.
  private static func setup(_ runner: AdapterLanguage.Runner) -> String {
    var steps = ""
    if !runner.packages.isEmpty {
      let root = runner.container == nil ? "sudo " : ""
      let names = runner.packages.joined(separator: " ")
      steps +=
        "      - run: \(root)apt-get update -q && \(root)apt-get install -q -y --no-install-recommends \(names)\n"
    }
    if let file = runner.lockFile {
      steps += "      - if: hashFiles('\(file)') != ''\n        run: \(runner.install)\n"
    }
    return steps
  }
}
