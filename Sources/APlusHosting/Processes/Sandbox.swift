import APlusModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps hosts off the network and from writing files, by bubblewrap, the program `bwrap`.
///
/// A host sees the whole file system, which is read-only. `/tmp` and `/run`, where other programs have their files and
/// sockets, are empty and its own, but for what its command names there. It sees no process but its own, and has no
/// capability of the kernel, also where it runs as root.
package struct Sandbox: Sendable, Hashable {
  /// Why there is no sandbox, and what to do, in one sentence.
  package struct Failure: Error {
    package var message: String
  }

  /// How long an empty sandbox may take.
  private static let timeout = Duration.seconds(30)
  private static let options = [
    "--unshare-user", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent",
    "--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
  ]
  /// The directories that are empty inside.
  private static let emptied = ["/run", "/tmp"]

  /// The path of bubblewrap.
  private let program: String

  /// Finds bubblewrap, and makes an empty sandbox.
  ///
  /// - Parameter variables: The variables of the runner, of which `PATH` counts.
  /// - Returns: The sandbox.
  /// - Throws: That bubblewrap is missing, or that the system lets it make none.
  package static func prepared(
    _ variables: [String: String] = ProcessVariables.all
  ) async throws(Failure) -> Sandbox {
    let environment = variables.filter { $0.key == "PATH" }
    let search = HostCommand(executable: "bwrap", arguments: [], environment: environment)
    guard let program = try? HostProcess.located(search).executable else {
      throw Failure(
        message:
          "there is no program \"bwrap\" on the PATH; install the package bubblewrap, on Linux"
      )
    }
    let sandbox = Sandbox(program: program)
    var trial = HostCommand(
      executable: program,
      arguments: ["--version"],
      directory: "/",
      environment: environment
    )
    trial.sandbox = sandbox
    let (exit, error) = await HostProcess.run(trial, timeout: timeout) { _ in }
    guard exit == .exited(0) else {
      let reason = error.errorSummary ?? "bwrap \(exit.description)"
      throw Failure(
        message: "the system refuses it (\(reason)); allow user namespaces, in a container"
          + " by its security options"
      )
    }
    return sandbox
  }

  /// The command that runs another one inside, and with its streams.
  func wrapping(_ command: HostCommand) -> HostCommand {
    let directory = command.directory ?? FileManager.default.currentDirectoryPath
    let kept = kept(of: command, in: directory).flatMap { ["--ro-bind", $0, $0] }
    var wrapped = command
    wrapped.executable = program
    let emptied = Self.emptied.filter(FileManager.default.fileExists)
    let inside = ["--chdir", directory, "--", command.executable] + command.arguments
    wrapped.arguments = Self.options + emptied.flatMap { ["--tmpfs", $0] } + kept + inside
    wrapped.environment["TMPDIR"] = "/tmp"
    return wrapped
  }

  /// What a command names below the directories that are empty inside, by the first folder or file there: a program
  /// that finds its parts beside itself must find them.
  private func kept(of command: HostCommand, in directory: String) -> [String] {
    let variables = command.environment.filter { $0.key != "TMPDIR" }.values
    let words = [command.executable] + command.arguments + variables
    let paths = words.flatMap { $0.split(separator: ":") }.map { path in
      path.hasPrefix("/") ? String(path) : "\(directory)/\(path)"
    }
    var found: Set<String> = []
    for path in [directory] + paths where FileManager.default.fileExists(atPath: path) {
      let url = URL(fileURLWithPath: path)
      for place in [url.standardized.path, url.resolvingSymlinksInPath().path] {
        for root in Self.emptied where place.hasPrefix("\(root)/") {
          let name = place.dropFirst(root.utf8.count + 1).prefix { $0 != "/" }
          if !name.isEmpty { found.insert("\(root)/\(name)") }
        }
      }
    }
    return found.sorted()
  }
}

extension HostExit {
  /// The end of a host, of which bubblewrap tells as a shell does.
  var ofSandboxed: HostExit {
    guard case .exited(let code) = self, (129...192).contains(code) else { return self }
    return .signalled(code - 128)
  }
}
