#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import APlusHosting

/// What makes a sandbox, and what proves that it is one.
@Suite("The trial of a sandbox") struct SandboxProbeTests {
  private typealias Folder = AdapterLocatorTests.Folder

  @Test func `bubblewrap belongs to root, in directories of root`() throws {
    let folder = Folder()
    try folder.write("#!/bin/sh", to: "bwrap")
    let path = folder.path + "/bwrap"
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    let replaced = #expect(throws: Sandbox.Failure.self) { try Sandbox.program(among: ["/nonexistent", path]) }
    #expect(replaced?.message.contains("could have been replaced") == true)
    let missing = #expect(throws: Sandbox.Failure.self) { try Sandbox.program(among: ["/nonexistent"]) }
    #expect(missing?.message.contains("install the package bubblewrap") == true)
    #expect(throws: Never.self) { try Sandbox.program(among: ["/bin/sh"]) }
  }

  @Test(arguments: [
    (
      #"while [ "$1" != -- ]; do shift; done; shift; exec "$@""#,
      "does not isolate hosts here: they share the namespace"
    ), ("echo complete", "does not isolate hosts here"), ("exit 0", "the system refuses it"),
    ("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", "allow user namespaces"),
  ]) func `a program that only looks like bubblewrap is found out`(script: String, words: String) async throws {
    let folder = Folder()
    try folder.write("#!/bin/sh\n\(script)\n", to: "bwrap")
    for (path, mode) in [(folder.path, 0o755), (folder.path + "/bwrap", 0o755)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    var adapter = Adapter(name: "a", argument: "a", command: ["/bin/sh"])
    adapter.directory = "/"
    let failure = await Gate.programs.run { () async -> Sandbox.Failure? in
      do throws(Sandbox.Failure) {
        try await SandboxProbe(adapter: adapter).check(Sandbox(program: folder.path + "/bwrap", visible: []))
        return nil
      } catch { return error }
    }
    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "no failure")")
  }

  /// What a shell in a sandbox reports where everything is isolated.
  private static let isolated =
    ["net", "pid", "ipc", "mnt", "user"].map { "\($0) \($0):[1]" } + [
      "CapPrm: 0000", "CapEff: 0000", "CapAmb: 0000", "NoNewPrivs: 1", "Seccomp: 2", "uid 65534",
    ]

  @Test(arguments: [
    ("net", "net \(own("net"))", "share the namespace \"net\""), ("user", nil, "share the namespace \"user\""),
    ("CapEff:", "CapEff: 0001", "capabilities"), ("NoNewPrivs:", "NoNewPrivs: 0", "gain privileges"),
    ("Seccomp:", "Seccomp: 0", "Unix sockets"), ("uid", "uid 0", "run as root"), ("uid", nil, "run as root"),
    ("", "writable /etc", "/etc is writable"), ("", "device /dev/null", "change /dev/null"),
  ]) func `each missing part is a fault`(name: String, line: String?, words: String) throws {
    #expect(SandboxProbe.fault(in: Self.isolated) == nil)
    let lines = Self.isolated.filter { name.isEmpty || !$0.hasPrefix("\(name) ") } + [line].compactMap(\.self)
    #expect(SandboxProbe.fault(in: lines)?.contains(words) == true)
  }

  private static func own(_ name: String) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(name)")) ?? ""
  }

  @Test(arguments: [
    ("/tmp/aplus-visible/a/b/c", "a/package.json", "/tmp/aplus-visible/a"),
    ("/tmp/aplus-visible/a/b/c", "a/b/.git", "/tmp/aplus-visible/a/b"),
    ("/tmp/aplus-visible/a/b/c", "a/Gemfile", "/tmp/aplus-visible/a/b/c"),
    ("/tmp/aplus-visible/a/b/c", "package.json", "/tmp/aplus-visible/a/b/c"),
    ("/tmp/aplus-visible", "package.json", "/tmp/aplus-visible"),
  ]) func `the nearest project is visible, and nothing else`(folder: String, mark: String, visible: String) throws {
    // Each case has a folder of its own directly in /tmp.
    let root = "/tmp/aplus-visible-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: root) }
    func own(_ path: String) -> String { path.replacing("/tmp/aplus-visible", with: root) }
    for path in [own(folder) + "/x", "\(root)/\(mark)"] {
      let parent = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: path))
    }
    var adapter = Adapter(name: "a", argument: own(folder), command: ["\(root)/host", "/run/docker.sock", "/tmp"])
    adapter.directory = own(folder)
    adapter.projectFiles = ["package.json"]
    adapter.environment = ["HOME"]
    #expect(VisiblePaths.of(adapter, parts: []).first == own(visible))
    #expect(VisiblePaths.of(adapter, parts: []).allSatisfy { $0.hasPrefix(own(visible)) })
  }
}
#endif
