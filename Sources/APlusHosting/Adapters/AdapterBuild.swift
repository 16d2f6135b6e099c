package import APlusModel
import Synchronization

/// Runs the build steps of an adapter, once before its first host.
package struct AdapterBuild {
  /// A step that takes longer counts as a hang.
  private static let timeout = Duration.seconds(1_800)
  /// How much output is kept for the error message of a failed step, in bytes.
  private static let outputLimit = 1 << 20

  private let adapter: Adapter
  private let environment: [String: String]
  private let isInterrupted: @Sendable () -> Bool
  private let log: @Sendable (String) -> Void

  package init(
    _ adapter: Adapter,
    _ environment: [String: String],
    isInterrupted: @escaping @Sendable () -> Bool,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.adapter = adapter
    self.environment = environment
    self.isInterrupted = isInterrupted
    self.log = log
  }

  /// Runs the steps until one fails.
  ///
  /// - Returns: Why the adapter cannot be started; nil when all steps succeeded.
  package func run() async -> HarnessError? {
    let lock = await BuildLock.hold(adapter, .building, isInterrupted: isInterrupted, log: log)
    defer { withExtendedLifetime(lock) {} }
    for command in adapter.build {
      guard let executable = command.first else { continue }
      let line = command.joined(separator: " ")
      log("\(adapter.name): \(line)")
      var output = ""
      let (exit, standardError) = await HostProcess.run(
        HostCommand(
          executable: executable,
          arguments: Array(command.dropFirst()),
          directory: adapter.directory,
          environment: environment
        ),
        timeout: Self.timeout,
        isInterrupted: isInterrupted
      ) { text in
        log("\(adapter.name): \(text)")
        if output.utf8.count < Self.outputLimit { output += text + "\n" }
      }
      guard exit != .exited(0) else { continue }
      if case .noRoom(let reason) = exit {
        return HarnessError(type: .harness, message: "the build could not be started: \(reason)")
      }
      for text in standardError.split(whereSeparator: \.isNewline) {
        log("\(adapter.name): \(text)")
      }
      // Some compilers write their errors to standard output.
      let summary = (standardError.errorSummary ?? output.errorSummary).map { ": \($0)" } ?? ""
      return adapter.launchFailure("the build step \"\(line)\" \(exit.description)\(summary)")
    }
    return nil
  }
}
