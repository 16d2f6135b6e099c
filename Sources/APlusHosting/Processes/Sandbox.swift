import Foundation

/// Keeps the hosts of an adapter off the network and from writing files, with bubblewrap, the program `bwrap`.
///
/// A host sees the whole file system, but read-only. The directories where other programs have their files and sockets
/// are its own, and empty except for what `VisiblePaths` finds. The host sees only its own processes, has no kernel
/// capabilities and is never root, and it can make no Unix sockets.
package struct Sandbox: Sendable, Hashable {
  /// Why there is no sandbox, and what to do, in one sentence.
  package struct Failure: Error { package var message: String }

  /// Where bubblewrap may be; a `PATH` may begin with a directory of the package under test.
  static let places = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/run/current-system/sw/bin/bwrap"]
  private static let options = [
    "--unshare-user", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent",
    "--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
  ]
  /// What acts on the whole machine; bubblewrap covers it only where it looks writable.
  private static let readOnly = [
    "/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs", "/proc/acpi",
  ]

  /// The path of bubblewrap.
  private let program: String
  /// What stays visible in the emptied directories.
  private let visible: [String]

  init(program: String, visible: [String]) {
    self.program = program
    self.visible = visible
  }

  /// The first program that exists; nobody but root may be able to replace it.
  static func program(among places: [String]) throws(Failure) -> String {
    guard let program = places.first(where: SearchPath.isProgram) else {
      throw Failure(
        message: "there is no program \(places.joined(separator: ", ")); on Linux, install the package bubblewrap")
    }
    guard FileLook.isOnlyChangedByRoot(program) else {
      throw Failure(message: "\(program) could have been replaced by another user than root; install it anew")
    }
    return program
  }

  /// Whether what the host writes at a path is its own, and gone with it.
  func isPrivate(_ path: String) -> Bool {
    let path = VisiblePaths.real(path)
    return VisiblePaths.isEmptied(path) && !visible.contains { "\(path)/".hasPrefix("\($0)/") }
  }

  /// The command that runs another one inside the sandbox, with the same streams.
  func wrapping(_ command: HostCommand) -> HostCommand {
    let directory = VisiblePaths.real(command.directory ?? FileManager.default.currentDirectoryPath)
    let emptied = VisiblePaths.emptied.filter(FileLook.isDirectory).flatMap { ["--tmpfs", $0] }
    let readOnly = Self.readOnly.flatMap { ["--ro-bind-try", $0, $0] }
    // Directories that are not visible exist, so that programs can start in them.
    let own = VisiblePaths.isEmptied(directory) ? ["--dir", directory] : []
    let shown = visible.flatMap { ["--ro-bind-try", $0, $0] }
    // The loader of bubblewrap must not obey variables that are meant for the host.
    let forLoader = command.environment.filter { $0.key.hasPrefix("LD_") }.sorted { $0.key < $1.key }
    let inside =
      forLoader.flatMap { ["--setenv", $0, $1] } + ["--chdir", directory, "--", command.executable] + command.arguments
    var wrapped = command
    wrapped.executable = program
    wrapped.arguments = Self.options + readOnly + emptied + own + shown + inside
    wrapped.directory = "/"
    wrapped.isConfined = true
    for (name, _) in forLoader { wrapped.environment[name] = nil }
    wrapped.environment["TMPDIR"] = "/tmp"
    return wrapped
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
