extension Sandbox {
  /// Finds bubblewrap, and tries the sandbox of an adapter's hosts.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - parts: The directories of the tool that its hosts need.
  /// - Returns: The sandbox of the adapter's hosts.
  /// - Throws: That bubblewrap is missing, that its sandbox does not isolate, or that the user whom hosts run as cannot
  ///   read the adapter.
  package static func prepared(for adapter: Adapter, parts: [String]) async throws(Failure) -> Sandbox {
    let program = try program(among: places)
    let sandbox = Sandbox(program: program, visible: VisiblePaths.of(adapter, parts: parts))
    try await SandboxProbe(adapter: adapter).check(sandbox)
    return sandbox
  }
}
