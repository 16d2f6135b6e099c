import APlusHosting
import ArgumentParser

/// The option about what hosts may reach.
struct SandboxOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Run hosts without network and with a read-only file system.",
      discussion: """
        On Linux, by bubblewrap. A host has a /tmp and a /run of its own. Adapters are built outside.
        """
    )
  )
  var sandbox = false

  /// Puts the hosts of adapters into a sandbox, where that is asked for.
  ///
  /// - Throws: Why there can be none here.
  func applied(to adapters: [Adapter]) async throws(Failure) -> [Adapter] {
    guard sandbox else { return adapters }
    let prepared: Sandbox
    do {
      prepared = try await Sandbox.prepared()
    } catch {
      throw Failure(.harnessError, "--sandbox: \(error.message)")
    }
    return adapters.map { adapter in
      var adapter = adapter
      adapter.sandbox = prepared
      return adapter
    }
  }
}
