package import APlusHosting
package import APlusModel
package import APlusRunner

extension Runner {
  /// Runs one adapter, once there is room for another program.
  package func run(_ adapter: Adapter) async -> AdapterResult {
    await Gate.programs.run { await run([adapter], timestamp: "2026-11-20T20:53:25").adapters[0] }
  }
}
