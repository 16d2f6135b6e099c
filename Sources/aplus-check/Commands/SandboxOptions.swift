import APlusHosting
import ArgumentParser

/// The option for what hosts may access.
struct SandboxOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Run hosts without network and with a read-only file system.",
      discussion: """
        On Linux, with bubblewrap. A host has its own /tmp and /run. Adapters are built outside.
        """)) var sandbox = false

  /// Puts the hosts of adapters into a sandbox if the option is given.
  ///
  /// - Throws: Why this machine cannot provide one.
  func applied(to adapters: [Adapter]) async throws(Failure) -> [Adapter] {
    guard sandbox else { return adapters }
    let prepared: Sandbox
    do { prepared = try await Sandbox.prepared() } catch { throw Failure(.harnessError, "--sandbox: \(error.message)") }
    return adapters.map { adapter in
      var adapter = adapter
      adapter.sandbox = prepared
      return adapter
    }
  }
}
