package import APlusModel

/// Runs the build steps of an adapter, once before its first host.
package enum AdapterBuild {
  /// How much output is kept for the error message of a failed step, in bytes.
  private static let outputLimit = 1 << 20

  /// Brings a copy up to date, and runs the steps until one fails.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - environment: The environment of the steps.
  ///   - timeout: A step that takes longer counts as a hang.
  ///   - isInterrupted: Once it returns true, the build ends.
  ///   - log: Receives the steps and their output.
  /// - Returns: Why the adapter cannot be started; nil when all steps succeeded.
  package static func run(
    _ adapter: Adapter, _ environment: [String: String], timeout: Duration = .seconds(1_800),
    isInterrupted: @escaping @Sendable () -> Bool, log: @Sendable (String) -> Void
  ) async -> HarnessError? {
    guard !adapter.build.isEmpty else { return nil }
    let lock = await BuildLock.hold(adapter, .building, isInterrupted: isInterrupted, log: log)
    defer { withExtendedLifetime(lock) {} }
    // After an interrupt, another run may still hold the lock.
    guard !isInterrupted() else { return interruption }
    do throws(AdapterError) { try BuildPlace.update(adapter) } catch {
      return HarnessError(type: .launch, message: error.message)
    }
    for command in adapter.build {
      guard let executable = command.first else { continue }
      let line = command.joined(separator: " ")
      log("\(adapter.name): \(line)")
      var output = ""
      let (exit, standardError, isOverdue) = await HostProcess.run(
        HostCommand(
          executable: executable, arguments: Array(command.dropFirst()), directory: adapter.directory,
          environment: environment), timeout: timeout, isInterrupted: isInterrupted
      ) { text in
        log("\(adapter.name): \(text)")
        if output.utf8.count < outputLimit { output += text + "\n" }
      }
      guard exit != .exited(0) else { continue }
      guard !isInterrupted() else { return interruption }
      if case .noRoom(let reason) = exit {
        return HarnessError(type: .harness, message: "the build could not be started: \(reason)")
      }
      for text in standardError.split(whereSeparator: \.isNewline) { log("\(adapter.name): \(text)") }
      // Some compilers write their errors to standard output.
      let texts = [standardError, output]
      let cause = texts.first(where: \.namesError) ?? texts.first { $0.errorSummary != nil }
      let summary = cause?.errorSummary.map { ": \($0)" } ?? ""
      let end = isOverdue ? "was ended after its limit of \(timeout.shown)" : exit.description
      return adapter.launchFailure("the build step \"\(line)\" \(end)\(summary)")
    }
    return nil
  }

  private static let interruption = HarnessError(
    type: .launch, message: "the build was interrupted; run the command again")
}
