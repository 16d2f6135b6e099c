import APlusHosting
import ArgumentParser

/// The option for what hosts may access.
struct SandboxOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Run hosts without network and with a read-only file system.",
      discussion: """
        On Linux, with bubblewrap. Of /tmp and /run, a host sees only its project and its \
        interpreter. Adapters are built outside.
        """)) var sandbox = false

  /// Puts the hosts of adapters into a sandbox if the option is given.
  ///
  /// - Throws: Why this machine cannot provide one.
  func applied(to adapters: [Adapter]) async throws(Failure) -> [Adapter] {
    guard sandbox else { return adapters }
    var sandboxed = adapters
    for (place, adapter) in adapters.enumerated() {
      do { sandboxed[place].sandbox = try await Sandbox.prepared(for: adapter, parts: AdapterArguments.parts) } catch {
        throw Failure(.harnessError, "--sandbox: \(error.message)")
      }
    }
    return sandboxed
  }
}
