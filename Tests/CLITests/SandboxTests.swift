#if os(Linux)
import Foundation
import Glibc
import TestSupport
import Testing

@testable import aplus_check

/// Whether bubblewrap can make a sandbox on this machine.
private func canSandbox() async throws -> Bool {
  let options = "--unshare-user --unshare-net --unshare-pid --ro-bind / / --"
  return try await ProgramRun("/bin/sh", ["-c", "bwrap \(options) true"]).status == 0
}

@Suite("The sandbox of hosts", .testFolder) struct SandboxTests {
  /// A host that reports what it could do: open a connection, write beside itself and elsewhere.
  private static func probing(_ port: UInt16) -> String {
    """
    connection=no; file=no; temporary=no
    perl -MIO::Socket::INET -e 'IO::Socket::INET->new("127.0.0.1:\(port)") or exit 1' && connection=yes
    (echo x > left) 2>/dev/null && file=yes
    (echo x > "${TMPDIR:-/tmp}/aplus-left-\(port)") 2>/dev/null && temporary=yes
    echo "connection $connection, file $file, temporary $temporary, $(ls -d /proc/[0-9]* | wc -l) processes" >&2
    exit 1
    """
  }

  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox))
  func `a host has neither network nor files to write but its own`() async throws {
    let listener = try Listener()
    let left = URL(filePath: "/tmp/aplus-left-\(listener.port)")
    defer { try? FileManager.default.removeItem(at: left) }
    for (options, reached) in [([], "yes"), (["--sandbox"], "no")] {
      let run = try await CommandRun(["--adapter", "./fake", "--filter", "2.1.2.1-a", "--jobs", "1"] + options) {
        try FakeAdapter.install("fake", in: $0, script: Self.probing(listener.port))
      }
      #expect(run.status == CommandStatus.adapterError.rawValue)
      let words = "connection \(reached), file \(reached), temporary yes"
      #expect(run.output.contains(words), "\(run.output)\(run.error)")
      #expect((run.file("left") != nil) == (reached == "yes"))
      #expect(FileManager.default.fileExists(atPath: left.path) == (reached == "yes"))
      try? FileManager.default.removeItem(at: left)
    }
  }

  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox))
  func `a host in the sandbox is judged and ends as it does outside`() async throws {
    let filter = ["--filter", "2.2.2.1-*", "--filter", "2.3.3.3.*", "--seed", "1"]
    let conforming = try await CommandRun(["--adapter", "reference", "--sandbox"] + filter)
    #expect(conforming.status == 0, "\(conforming.output)\(conforming.error)")
    let crashing = try await CommandRun(["--adapter", "./fake", "--sandbox", "--filter", "2.1.2.1-a"]) {
      let script = FakeAdapter.crashing.replacing("exit 7", with: "kill -SEGV $$")
      try FakeAdapter.install("fake", in: $0, script: script)
    }
    #expect(crashing.output.contains("was ended by signal 11 (SIGSEGV)"), "\(crashing.output)")
  }

  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox)) func `a host can open its streams anew`() async throws
  {
    let run = try await CommandRun(["--adapter", "./fake", "--sandbox", "--filter", "2.1.2.1-a"]) {
      let script = "true < /dev/fd/0 && true >> /dev/fd/1 && true >> /dev/fd/2 && echo opened anew >&2; exit 1"
      try FakeAdapter.install("fake", in: $0, script: script)
    }
    #expect(run.output.contains(": opened anew"), "\(run.output)\(run.error)")
  }

  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox)) func `an adapter's directory may be a relative path`()
    async throws
  {
    let run = try await CommandRun(["--adapter", "./mine", "--sandbox", "--filter", "2.1.2.1-a"]) {
      let directory = $0.appending(path: "mine")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try FakeAdapter.install("host", in: directory, script: FakeAdapter.crashing)
      let manifest = #"{"format":"aplus-adapter/1","name":"mine","command":["./host"]}"#
      try Data(manifest.utf8).write(to: directory.appending(path: "adapter.json"))
    }
    #expect(run.output.contains("exited with code 7"), "\(run.output)\(run.error)")
  }

  /// The sandbox has a private directory in the place of each.
  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox))
  func `the working and the home directory may be temporary`() async throws {
    let folder = try TestFolder.make()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/home/bin", withIntermediateDirectories: true)
    try FakeAdapter.install("aplus-adapter-far", in: folder.appending(path: "home/bin"), script: FakeAdapter.crashing)
    let run = try await CommandRun(
      ["--adapter", "far", "--sandbox", "--filter", "2.1.2.1-a"],
      environment: ["PATH": "\(folder.path)/home/bin:/usr/bin:/bin", "HOME": "\(folder.path)/home"])
    #expect(run.output.contains("exited with code 7"), "\(run.output)\(run.error)")
  }

  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox))
  func `a command that is killed takes the hosts in the sandbox along`() async throws {
    let mark = UUID().uuidString
    let spinning = "perl -MPOSIX -e 'fork; POSIX::setsid(); 1 while 1'"
    var hosts = 0
    let run = try await CommandRun(
      ["--adapter", "./fake", "--sandbox", "--pass-env", "MARK", "--timeout", "600", "--jobs", "1"],
      environment: ["MARK": mark]
    ) {
      try FakeAdapter.install("fake", in: $0, script: spinning)
    } meanwhile: { command in
      let end = ContinuousClock.now + RunningCommand.patience
      while hosts < 2, .now < end {
        hosts = MarkedProcesses.all("MARK=\(mark)").count { $0.name == "perl" }
        try await Task.sleep(for: .milliseconds(2))
      }
      kill(command.process, SIGKILL)
    }
    #expect(hosts == 2)
    #expect(run.status == 128 + SIGKILL)
    #expect(try await MarkedProcesses.areGone("MARK=\(mark)", within: RunningCommand.patience))
  }

  /// A host that reports what it reaches outside of its project; an open file is left as it is.
  private static let attacking = """
    { for file in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sysrq-trigger; do
      (exec 3>>"$file") && echo "opened $file"
    done
    chmod "$(stat -c %a /dev/null)" /dev/null && echo "changed /dev/null"
    mknod "${TMPDIR:-/tmp}/aplus-disk" b 8 0 && rm "${TMPDIR:-/tmp}/aplus-disk" && echo "made a device"
    [ "$(id -u)" = 0 ] && echo "is root"
    cat "$1"; cat "$SECRET"
    perl -MSocket -e 'socket($s, PF_UNIX, SOCK_STREAM, 0) && connect($s, sockaddr_un("s")) or exit 1' && echo connected
    perl -MSocket -e 'socketpair($a, $b, PF_UNIX, SOCK_DGRAM, 0) or exit 1' && echo "made datagrams"
    perl -e 'socket($s, 40, 1, 0) or exit 1' && echo "made a machine socket"
    cat beside && echo; } 2>/dev/null | tr '\\n' ',' | sed 's/^/reached: /' >&2
    exit 1
    """

  /// Writes an adapter whose manifest names a file elsewhere in its arguments and variables; a socket is beside it.
  private static func installAttacker(in directory: URL, secret: URL) throws {
    let folder = directory.appending(path: "mine")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FakeAdapter.install("host", in: folder, script: attacking)
    let manifest = """
      {"format": "aplus-adapter/1", "name": "mine", "language": "javascript", "command": ["./host", "\(secret.path)"],
       "environment": ["SECRET"]}
      """
    try Data(manifest.utf8).write(to: folder.appending(path: "adapter.json"))
    try Data("beside".utf8).write(to: folder.appending(path: "beside"))
  }

  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox))
  func `a host reaches nothing that its manifest names elsewhere, no socket and no device`() async throws {
    let secret = try TestFolder.make().appending(path: "secret")
    try Data("secret".utf8).write(to: secret)
    for (options, isInside) in [([], false), (["--sandbox"], true)] {
      var listener: UnixListener?
      let run = try await CommandRun(
        ["--adapter", "./mine", "--filter", "2.1.2.1-a", "--jobs", "1"] + options, environment: ["SECRET": secret.path]
      ) {
        try Self.installAttacker(in: $0, secret: secret)
        listener = try UnixListener("s", in: $0.appending(path: "mine"))
      }
      withExtendedLifetime(listener) {}
      if isInside {
        #expect(run.output.contains("reached: beside,"), "\(run.output)\(run.error)")
      } else {
        #expect(run.output.contains("secretsecretconnected,made datagrams,"), "\(run.output)\(run.error)")
      }
    }
  }

  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox)) func `a program on the PATH is no sandbox`()
    async throws
  {
    let folder = try TestFolder.make()
    try FakeAdapter.install("bwrap", in: folder, script: ": > \(folder.path)/ran; exit 1")
    let run = try await CommandRun(
      ["--adapter", "reference", "--sandbox", "--filter", "2.1.2.1-a"],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    #expect(run.status == 0, "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/ran"))
  }

  /// The host names a file in which `addr2line` of the `PATH` looks up a function.
  @Test(.enabled("bubblewrap makes no sandbox here", canSandbox))
  func `what reads the symbols of a crash runs in the sandbox, too`() async throws {
    let folder = try TestFolder.make()
    try FakeAdapter.install("addr2line", in: folder, script: ": > \(folder.path)/ran")
    for (options, isReached) in [([], true), (["--sandbox"], false)] {
      let run = try await CommandRun(
        ["--adapter", "./fake", "--filter", "2.1.2.1-a", "--jobs", "1"] + options,
        environment: ["PATH": "\(folder.path):/usr/bin:/bin"]
      ) { try FakeAdapter.install("fake", in: $0, script: FakeAdapter.aborting) }
      #expect(run.output.contains("signal 6 (SIGABRT)"), "\(run.output)\(run.error)")
      #expect(FileManager.default.fileExists(atPath: "\(folder.path)/ran") == isReached)
      try? FileManager.default.removeItem(atPath: "\(folder.path)/ran")
    }
  }

  @Test(.enabled("only root runs hosts as another user", { geteuid() == 0 }))
  func `what the user nobody cannot read is refused before a host starts`() async throws {
    let run = try await CommandRun(["--adapter", "./fake", "--sandbox", "--filter", "2.1.2.1-a"]) {
      try FakeAdapter.install("fake", in: $0, script: ": > ran; \(FakeAdapter.unable)")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: $0.path)
    }
    #expect(run.status == CommandStatus.harnessError.rawValue)
    #expect(run.error.contains("as the user nobody, who cannot read"), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(run.file("ran") == nil)
  }
}

/// A port of the loopback that takes connections, as the kernel does for who listens.
private final class Listener {
  let port: UInt16
  private let socket: Int32

  init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(socket, address, size) == 0 && listen(socket, 8) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    self.socket = socket
    port = UInt16(bigEndian: address.sin_port)
    try #require(isReady)
  }

  deinit { close(socket) }
}
/// A Unix socket that takes connections, as the kernel does for who listens.
private final class UnixListener {
  private let socket: Int32

  init(_ name: String, in folder: URL) throws {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    self.socket = socket
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(folder.appending(path: name).path.utf8)
    try #require(path.count < MemoryLayout.size(ofValue: address.sun_path))
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isReady = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(socket, address, size) == 0 && listen(socket, 8) == 0
      }
    }
    try #require(isReady)
  }

  deinit { close(socket) }
}
#endif
