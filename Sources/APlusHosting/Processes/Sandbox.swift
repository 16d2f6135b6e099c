import APlusModel
import Foundation

/// Keeps hosts off the network and from writing files, with bubblewrap, the program `bwrap`.
///
/// A host sees the whole file system, but read-only. It has its own `/tmp` and `/run`, where other
/// programs have their files and sockets; they are empty except for what its command names there.
/// The host sees only its own processes, and has no kernel capabilities, even as root.
package struct Sandbox: Sendable, Hashable {
  /// Why there is no sandbox, and what to do, in one sentence.
  package struct Failure: Error { package var message: String }

  /// How long the trial of an empty sandbox may take.
  private static let timeout = Duration.seconds(30)
  private static let options = [
    "--unshare-user", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--cap-drop", "ALL",
    "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
  ]
  /// The directories that are empty inside.
  private static let emptied = ["/run", "/tmp"]

  /// The path of bubblewrap.
  private let program: String

  /// Finds bubblewrap, and tries it with an empty sandbox.
  ///
  /// - Throws: That bubblewrap is missing, or that the system does not let it make a sandbox.
  package static func prepared() async throws(Failure) -> Sandbox {
    let environment = ProcessVariables.all.filter { $0.key == "PATH" }
    guard let program = SearchPath(environment["PATH"] ?? "").program("bwrap") else {
      throw Failure(message: "there is no program \"bwrap\" on the PATH; on Linux, install the package bubblewrap")
    }
    let sandbox = Sandbox(program: program)
    var trial = HostCommand(executable: program, arguments: ["--version"], directory: "/", environment: environment)
    trial.sandbox = sandbox
    let (exit, error, _) = await HostProcess.run(trial, timeout: timeout) { _ in }
    guard exit == .exited(0) else {
      let reason = error.errorSummary ?? "bwrap \(exit.description)"
      throw Failure(
        message: "the system refuses it (\(reason)); allow user namespaces (in a container, by its"
          + " security options)")
    }
    return sandbox
  }

  /// The command that runs another one inside the sandbox, with the same streams.
  func wrapping(_ command: HostCommand) -> HostCommand {
    // bwrap starts elsewhere, and takes no relative path.
    let directory = URL(fileURLWithPath: command.directory ?? FileManager.default.currentDirectoryPath).path
    let kept = kept(of: command, in: directory).flatMap { ["--ro-bind", $0, $0] }
    var wrapped = command
    wrapped.executable = program
    let emptied = Self.emptied.filter(FileManager.default.fileExists)
    let inside = ["--chdir", directory, "--", command.executable] + command.arguments
    wrapped.arguments = Self.options + emptied.flatMap { ["--tmpfs", $0] } + kept + inside
    wrapped.environment["TMPDIR"] = "/tmp"
    return wrapped
  }

  /// What a command names in the directories that are empty inside, by the first folder or file
  /// there: a program that looks for its parts beside itself must find them.
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
  /// The end of a host in a sandbox; bubblewrap reports a signal as a shell does, by 128 and its
  /// number.
  var ofSandboxed: HostExit {
    guard case .exited(let code) = self, (129...192).contains(code) else { return self }
    return .signalled(code - 128)
  }
}
