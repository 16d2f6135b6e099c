import APlusHosting
import APlusModel
import APlusRunner
import Foundation
import Testing

@Suite("Finding adapters") struct AdapterLocatorTests {
  /// A directory that is gone after the test.
  final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString)"

    func write(_ text: String, to file: String, isProgram: Bool = false) throws {
      let url = URL(fileURLWithPath: path + "/" + file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      if isProgram { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path) }
    }

    var locator: AdapterLocator {
      AdapterLocator(directories: [path + "/near", path + "/far"], searchPath: "/nowhere:\(path)/bin")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private static let manifest = #"{"format":"aplus-adapter/1","name":"x","command":["./x"]}"#

  @Test func `the nearest directory wins over the others`() throws {
    let folder = Folder()
    try folder.write(Self.manifest, to: "far/lib/adapter.json")
    #expect(try folder.locator.locate("lib").directory == folder.path + "/far/lib")
    try folder.write(Self.manifest, to: "near/lib/adapter.json")
    #expect(try folder.locator.locate("lib").directory == folder.path + "/near/lib")
    try folder.write(Self.manifest, to: "far/reference/adapter.json")
    #expect(try folder.locator.locate("reference").command == ["./x"])
    #expect(folder.locator.names == ["lib", "reference"])
  }

  @Test func `a variant is named after a colon, and given to the command`() throws {
    let folder = Folder()
    let manifest = #"{"format":"aplus-adapter/1","name":"m","command":["./m"],"variants":["b","a"]}"#
    try folder.write(manifest, to: "far/m/adapter.json")
    let adapter = try folder.locator.locate("m:a")
    #expect(adapter.command == ["./m", "a"])
    #expect(adapter.name == "m:a")
    #expect(folder.locator.names == ["m:a", "m:b"])
    let unknown = #expect(throws: AdapterError.self) { try folder.locator.locate("m:bb") }
    #expect(unknown?.message.hasPrefix(#"there is no adapter "m:bb"; did you mean "m:b"?"#) == true)
    let bare = #expect(throws: AdapterError.self) { try folder.locator.locate("m") }
    #expect(bare?.message.hasPrefix(#"the adapter "m" has variants, such as "m:b""#) == true)
  }

  @Test func `an argument with a slash is a path`() throws {
    let folder = Folder()
    try folder.write(Self.manifest, to: "here/adapter.json")
    try folder.write("#!/usr/bin/perl", to: "program.v2.pl", isProgram: true)
    try folder.write("", to: "promise.cjs")
    try folder.write("", to: "far/kits/javascript/host.mjs")
    let directory = try folder.locator.locate(folder.path + "/here/")
    #expect(directory.name == "x")
    #expect(directory.argument == folder.path + "/here/")
    let program = try folder.locator.locate(folder.path + "/program.v2.pl")
    #expect(program.name == "program")
    #expect(program.command == [folder.path + "/program.v2.pl"])
    let script = try folder.locator.locate(folder.path + "/promise.cjs")
    #expect(script.name == "promise")
    #expect(script.command == ["node", folder.path + "/far/kits/javascript/host.mjs", "promise.cjs"])
    #expect(script.directory == folder.path)
  }

  @Test func `a program on the search path is an adapter`() throws {
    let folder = Folder()
    try folder.write("", to: "bin/aplus-adapter-tool", isProgram: true)
    let adapter = try folder.locator.locate("tool")
    #expect(adapter.command == [folder.path + "/bin/aplus-adapter-tool"])
    #expect(adapter.name == "tool")
  }

  @Test func `an unknown name is a mistake in the command`() throws {
    let folder = Folder()
    try folder.write(Self.manifest, to: "far/reference/adapter.json")
    let error = #expect(throws: AdapterError.self) { try folder.locator.locate("referense") }
    #expect(error?.kind == .unknown)
    #expect(
      error?.message == "there is no adapter \"referense\"; did you mean \"reference\"?"
        + " ('aplus-check adapters' lists them; a path contains a '/')")
    #expect(throws: AdapterError.self) { try folder.locator.locate("") }
    let gone = #expect(throws: AdapterError.self) { try folder.locator.locate("./gone") }
    #expect(gone?.kind == .unknown)
  }

  @Test(arguments: [".:x", "./:x"]) func `a directory has no variants`(argument: String) {
    let error = #expect(throws: AdapterError.self) { try Folder().locator.locate(argument) }
    #expect(error?.kind == .unknown)
    #expect(error?.message.contains("not a directory, has variants: NAME:VARIANT") == true)
  }

  @Test func `the directory itself and the one above are paths`() throws {
    for path in [".", ".."] {
      let error = #expect(throws: AdapterError.self) { try Folder().locator.locate(path) }
      #expect(error?.kind == .invalid)
      #expect(error?.message.hasPrefix(path) == true)
    }
  }

  @Test func `a file that cannot be started is a broken adapter`() throws {
    let folder = Folder()
    try folder.write("", to: "notes.txt")
    try folder.write("", to: "empty/readme")
    for path in ["notes.txt", "empty"] {
      let error = #expect(throws: AdapterError.self) { try folder.locator.locate(folder.path + "/" + path) }
      #expect(error?.kind == .invalid)
    }
  }

  @Test func `a manifest says all that it can say`() throws {
    let folder = Folder()
    try folder.write(
      """
      {"format": "aplus-adapter/1", "name": "lib", "language": "swift", "library": "Lib",
       "command": ["./host", "--fast"], "build": [["make"], ["make", "check"]],
       "packages": {"apt": ["libfoo-dev"], "pip": ["foo", "bar"]}, "environment": ["LIB_HOME"],
       "capabilities": ["threads", "combinators:all,race"]}
      """, to: "near/lib/adapter.json")
    let adapter = try folder.locator.locate("lib")
    #expect(adapter.command == ["./host", "--fast"])
    #expect(adapter.build == [["make"], ["make", "check"]])
    #expect(adapter.environment == ["LIB_HOME"])
    #expect(
      adapter.packages == [
        PackageList(manager: "apt", names: ["libfoo-dev"]), PackageList(manager: "pip", names: ["foo", "bar"]),
      ])
    #expect(adapter.claims?.map(\.description) == ["threads", "combinators:all", "combinators:race"])
  }

  @Test func `all faults of a manifest are found, each with its place`() throws {
    let folder = Folder()
    try folder.write(
      """
      {"format": "aplus-adapter/2",
       "name": "lib",
       "comand": ["./host"],
       "build": [[], 5],
       "packages": {"deb": []},
       "environment": "PATH",
       "capabilities": ["treads"]}
      """, to: "near/lib/adapter.json")
    let error = #expect(throws: AdapterError.self) { try folder.locator.locate("lib") }
    #expect(error?.kind == .invalid)
    let file = folder.path + "/near/lib/adapter.json"
    #expect(
      error?.message.replacing(file, with: "F") == """
        F:1:1: found no "command", expected a manifest to have one
        F:1:12: at /format: found "aplus-adapter/2", expected "aplus-adapter/1"
        F:3:2: at /comand: found "comand", expected a manifest to have only "format", "name", \
        "language", "library", "command", "variants", "build", "packages", "environment", \
        "builtIn", "capabilities"; did you mean "command"?
        F:4:12: at /build/0: found no program, expected one and its arguments
        F:4:16: at /build/1: found 5, expected an array of strings
        F:5:15: at /packages/deb: found "deb", expected packages to have only "apt", "pip"
        F:6:17: at /environment: found "PATH", expected an array of strings
        F:7:19: at /capabilities/0: found "treads", expected a capability; did you mean "threads"?
        """)
  }

  @Test func `a manifest that claims two cancellation profiles says where`() throws {
    let folder = Folder()
    try folder.write(
      """
      {"format": "aplus-adapter/1", "name": "lib", "command": ["lib"],
       "capabilities": ["cancellation:chain", "cancellation:upstream"]}
      """, to: "near/lib/adapter.json")
    let error = #expect(throws: AdapterError.self) { try folder.locator.locate("lib") }
    let found = "at /capabilities: found \"cancellation:chain\" and \"cancellation:upstream\""
    #expect(error?.message.contains(found) == true)
  }

  @Test func `a manifest that is not JSON says where`() throws {
    let folder = Folder()
    try folder.write("{\n  nope\n}", to: "near/lib/adapter.json")
    let error = #expect(throws: AdapterError.self) { try folder.locator.locate("lib") }
    #expect(error?.message.contains("adapter.json:2:3: ") == true)
  }
}
