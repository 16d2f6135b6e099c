import APlusHosting
import ArgumentParser

/// The options for what hosts are given and may access.
struct HostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Pass an environment variable to hosts; repeatable.",
      discussion: "They get PATH, HOME, TMPDIR, TZ, the locale, and what their manifests name.", valueName: "name"))
  var passEnv: [String] = []

  @OptionGroup var sandbox: SandboxOptions

  /// Applies the options to the hosts of adapters.
  ///
  /// - Throws: Why this machine cannot provide a sandbox.
  func applied(to adapters: [Adapter]) async throws(Failure) -> [Adapter] {
    if let wrong = passEnv.first(where: { $0.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) == nil }) {
      throw Failure(
        .usage, "--pass-env '\(wrong)': expected the name of a variable, without its value; repeat the option for more")
    }
    var adapters = adapters
    for place in adapters.indices { adapters[place].environment += passEnv }
    return try await sandbox.applied(to: adapters)
  }

  /// The options as arguments, for the command that repeats a case.
  var replayArguments: [String] { (sandbox.sandbox ? ["--sandbox"] : []) + passEnv.flatMap { ["--pass-env", $0] } }
}
