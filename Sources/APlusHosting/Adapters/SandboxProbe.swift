import APlusModel
import Foundation

/// Tries the sandbox of an adapter before its first host starts.
///
/// A shell in the sandbox reports what the kernel says of it; nothing of it is taken on trust.
struct SandboxProbe {
  /// How long the trial may take.
  private static let timeout = Duration.seconds(30)
  /// What another sandbox must not share with the command.
  private static let namespaces = ["net", "pid", "ipc", "mnt", "user"]
  private static let guarded = [
    "/", "/etc", "/usr", "/sys", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger",
  ]
  /// Arguments are paths that the host must not be able to write, besides the usual ones.
  private static let script = """
    for name in \(namespaces.joined(separator: " ")); do echo "$name $(readlink /proc/self/ns/$name)"; done
    while read -r name value; do
      case $name in CapPrm:|CapEff:|CapAmb:|NoNewPrivs:|Seccomp:) echo "$name $value";; esac
    done < /proc/self/status
    echo "uid $(id -u)"
    for path in \(guarded.joined(separator: " ")) "$@"; do
      if [ -w "$path" ]; then printf 'writable %s\\n' "$path"; fi
    done
    for path in null zero full random urandom; do
      if chmod "$(stat -c %a /dev/$path)" /dev/$path 2>/dev/null; then echo "device /dev/$path"; fi
    done
    echo complete
    """
  /// Arguments are the paths that a host reads.
  private static let reading = """
    for path; do
      if ! [ -r "$path" ] || { [ -d "$path" ] && ! [ -x "$path" ]; }; then printf 'unreadable %s\\n' "$path"; fi
    done
    echo complete
    """

  let adapter: Adapter

  /// Runs the trial.
  ///
  /// - Throws: What is wrong with the sandbox.
  func check(_ sandbox: Sandbox) async throws(Sandbox.Failure) {
    try await checkReading()
    let (lines, exit, error) = await run(Self.script, own(outside: sandbox), in: sandbox)
    guard exit == .exited(0), lines.last == "complete" else {
      let reason = error.errorSummary ?? "bwrap \(exit.description)"
      throw Sandbox.Failure(
        message: "the system refuses it (\(reason)); allow user namespaces (in a container, by its"
          + " security options)")
    }
    if let fault = Self.fault(in: lines) {
      throw Sandbox.Failure(message: "bubblewrap does not isolate hosts here: \(fault)")
    }
  }

  /// Checks whether the user whom hosts run as can read the adapter, outside of the sandbox, which needs that, too.
  private func checkReading() async throws(Sandbox.Failure) {
    guard geteuid() == 0 else { return }
    let (lines, exit, error) = await run(Self.reading, paths, in: nil)
    guard exit == .exited(0), lines.last == "complete" else {
      let reason = error.errorSummary ?? exit.description
      throw Sandbox.Failure(
        message: "as you are root, hosts run as the user nobody, which the system refuses (\(reason))")
    }
    if let path = Self.value(of: "unreadable", in: lines) {
      throw Sandbox.Failure(
        message: "as you are root, hosts run as the user nobody, who cannot read \(path); run aplus-check as another"
          + " user, or make it readable for all (for a build, set XDG_CACHE_HOME to a readable directory)")
    }
  }

  /// The directories of the user and of the host, unless the sandbox has private ones in their places.
  private func own(outside sandbox: Sandbox) -> [String] {
    let directory = adapter.directory ?? FileManager.default.currentDirectoryPath
    return [ProcessVariables.all["HOME"], directory].compactMap(\.self).filter { !sandbox.isPrivate($0) }
  }

  /// Runs a script as a host is run.
  private func run(_ script: String, _ arguments: [String], in sandbox: Sandbox?) async -> (
    lines: [String], exit: HostExit, error: String
  ) {
    var trial = HostCommand(
      executable: "/bin/sh", arguments: ["-c", script, "sh"] + arguments,
      directory: sandbox == nil ? "/" : adapter.directory, environment: ["PATH": "/usr/bin:/bin"])
    trial.sandbox = sandbox
    trial.isConfined = true
    var lines: [String] = []
    let (exit, error, _) = await HostProcess.run(trial, timeout: Self.timeout) { lines.append($0) }
    return (lines, exit, error)
  }

  /// What is not isolated, in a few words; nil where everything is.
  static func fault(in lines: [String]) -> String? {
    for name in namespaces {
      let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(name)")
      let inside = value(of: name, in: lines) ?? ""
      guard inside.hasPrefix("\(name):"), inside != own else { return "they share the namespace \"\(name)\"" }
    }
    for name in ["CapPrm:", "CapEff:", "CapAmb:"] where value(of: name, in: lines)?.allSatisfy({ $0 == "0" }) != true {
      return "they have kernel capabilities"
    }
    guard value(of: "NoNewPrivs:", in: lines) == "1" else { return "they can gain privileges" }
    guard value(of: "Seccomp:", in: lines) == "2" else { return "they can make Unix sockets" }
    guard let user = value(of: "uid", in: lines), user != "0" else { return "they run as root" }
    if let path = value(of: "writable", in: lines) { return "\(path) is writable" }
    if let path = value(of: "device", in: lines) { return "they can change \(path)" }
    return nil
  }

  private static func value(of name: String, in lines: [String]) -> String? {
    lines.first { $0.hasPrefix("\(name) ") }.map { line in
      line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
  }

  /// What a host reads first: its directory, its program, and the files among its arguments.
  private var paths: [String] {
    let directory = adapter.directory ?? FileManager.default.currentDirectoryPath
    var found = adapter.directory.map { [$0] } ?? []
    if FileManager.default.fileExists(atPath: adapter.argument) { found.append(adapter.argument) }
    let searchPath = SearchPath(adapter.environment()["PATH"] ?? "")
    for (place, word) in adapter.command.enumerated() {
      let isName = place == 0 && !word.contains("/")
      guard let path = isName ? searchPath.program(word) : word else { continue }
      let file = path.hasPrefix("/") ? path : "\(directory)/\(path)"
      if let present = Self.present(file), place == 0 || path.hasPrefix("/") || present == file {
        found.append(present)
      }
    }
    if let output = adapter.output.flatMap(Self.present) { found.append(output) }
    return found.map(VisiblePaths.absolute).filter { !VisiblePaths.emptied.contains($0) }
  }

  /// A path, or the nearest directory above it that exists.
  private static func present(_ path: String) -> String? {
    var place = URL(fileURLWithPath: path).standardized
    while !FileManager.default.fileExists(atPath: place.path) {
      guard place.path != "/" else { return nil }
      place = place.deletingLastPathComponent()
    }
    return place.path
  }
}
