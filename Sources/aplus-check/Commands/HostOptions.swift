import APlusHosting
import ArgumentParser

/// The options about what hosts get and may reach.
struct HostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Give hosts a variable of the environment; repeatable.",
      discussion: "They get PATH, HOME, TMPDIR, TZ, the locale, and what their manifests name.",
      valueName: "name"
    )
  )
  var passEnv: [String] = []

  @OptionGroup var sandbox: SandboxOptions

  /// Gives the hosts of adapters what is asked for.
  ///
  /// - Throws: Why there can be no sandbox here.
  func applied(to adapters: [Adapter]) async throws(Failure) -> [Adapter] {
    var adapters = adapters
    for place in adapters.indices { adapters[place].environment += passEnv }
    return try await sandbox.applied(to: adapters)
  }

  /// The options, for the command that repeats something.
  var replayArguments: [String] {
    (sandbox.sandbox ? ["--sandbox"] : []) + passEnv.flatMap { ["--pass-env", $0] }
  }
}
