import Foundation
import TestSupport
import Testing

@testable import APlusHosting

/// Adapters without a manifest: a file, a directory with one, a Swift package.
@Suite("Adapter files") struct FileAdapterTests {
  private typealias Folder = AdapterLocatorTests.Folder

  private func folder(_ files: [String: String]) throws -> Folder {
    let folder = Folder()
    try folder.write("", to: "far/kits/vocabulary.json")
    for (file, text) in files { try folder.write(text, to: file) }
    return folder
  }

  @Test(arguments: [
    ("a.mjs", "node", "javascript/host.mjs"), ("a.py", "python3", "python/host.py"), ("a.rb", "ruby", "ruby/host.rb"),
    ("a.php", "php", "php/host.php"), ("a.pl", "perl", "perl/host.pl"), ("a.JS", "node", "javascript/host.mjs"),
  ]) func `the file extension selects the kit`(file: String, program: String, host: String) throws {
    let folder = try folder(["x/\(file)": ""])
    let adapter = try folder.locator.locate("\(folder.path)/x/\(file)")
    #expect(adapter.command == [program, "\(folder.path)/far/kits/\(host)", file])
    #expect(adapter.directory == "\(folder.path)/x")
    #expect(adapter.build.isEmpty)
    #expect(adapter.name == "a")
  }

  @Test(arguments: [("Mine.java", "java"), ("a.ml", "ocaml"), ("a.c", "c"), ("a.cpp", "c"), ("a.m", "objc")])
  func `what must be built is built below the cache`(file: String, kit: String) throws {
    let folder = try folder(["x/\(file)": ""])
    let adapter = try folder.locator.locate("\(folder.path)/x/\(file)")
    let make = try #require(adapter.build.first)
    #expect(make.prefix(4) == ["make", "-s", "-f", "\(folder.path)/far/kits/\(kit)/adapter.mk"])
    let cache = try #require(CacheDirectory.path())
    #expect(adapter.command.joined(separator: " ").contains("\(cache)/builds/"))
    #expect(make.joined(separator: " ").contains("\(cache)/builds/"))
  }

  @Test(
    arguments: [
      ("javascript", ["node", "../kits/javascript/host.mjs", "a.cjs"], ["javascript"]),
      ("typescript", ["node", "../kits/javascript/host.mjs", "a.cjs"], ["javascript", "typescript"]),
      ("reason", ["node", "../kits/javascript/host.mjs", "a.cjs"], ["javascript", "reason"]),
      (nil, ["python3", "../kits/python/host.py", "a.py"], ["python"]),
      ("c++", ["aplus-check", "host-native", ".build/a.so"], ["c++", "native"]), ("swift", ["./a"], ["swift"]),
      ("scala", ["java", "-cp", ".build", "aplus.Host"], nil), (nil, ["./a"], nil),
    ] as [(String?, [String], Set<String>?)])
  func `a host may have values of the languages of its manifest and its files`(
    language: String?, command: [String], expected: Set<String>?
  ) {
    var adapter = Adapter(name: "a", argument: "a", command: command)
    adapter.language = language
    #expect(adapter.kindLanguages == expected)
  }

  @Test func `a shared library runs through the C interface`() throws {
    let folder = try folder(["mine.so": ""])
    let adapter = try folder.locator.locate(folder.path + "/mine.so")
    #expect(adapter.command == ["aplus-check", "host-native", "./mine.so"])
  }

  @Test func `a directory with one adapter file is named after itself`() throws {
    let folder = try folder(["mine/adapter.py": "", "mine/library.py": "", "mine/notes.txt": ""])
    let adapter = try folder.locator.locate(folder.path + "/mine")
    #expect(adapter.name == "mine")
    #expect(adapter.command.suffix(3) == ["adapter.py", "--name", "mine"])
  }

  @Test func `marked lines in another file do not block the named one`() throws {
    let folder = try folder(["x/a.py": "", "x/b.py": "# FILL IN: make a promise"])
    #expect(throws: Never.self) { try OpenLines.check(folder.locator.locate("\(folder.path)/x/a.py")) }
    #expect(throws: AdapterError.self) { try OpenLines.check(folder.locator.locate("\(folder.path)/x/b.py")) }
  }

  @Test func `several adapter files need an explicit choice`() throws {
    let folder = try folder(["mine/a.py": "", "mine/b.rb": ""])
    let error = #expect(throws: AdapterError.self) { try folder.locator.locate(folder.path + "/mine") }
    #expect(error?.message.contains("several adapter files (a.py, b.rb); name one of them") == true)
  }

  @Test func `a Swift package is built, and its executable started`() throws {
    let package = #"let p = Package(targets: [.executableTarget( name: "Mine")])"#
    let folder = try folder(["mine/Package.swift": package])
    let adapter = try folder.locator.locate(folder.path + "/mine")
    #expect(adapter.build == [["swift", "build", "-c", "release"]])
    #expect(adapter.command == [".build/release/Mine"])
    try folder.write("let p = Package()", to: "mine/Package.swift")
    let error = #expect(throws: AdapterError.self) { try folder.locator.locate(folder.path + "/mine") }
    #expect(error?.message.contains("found no executable target, expected one") == true)
  }

  @Test func `a manifest names the kits wherever they are`() throws {
    let folder = try folder([
      "mine/adapter.json": """
      {"format": "aplus-adapter/1", "name": "m", "command": ["node", "{kits}/javascript/host.mjs"]}
      """
    ])
    let adapter = try folder.locator.locate(folder.path + "/mine")
    #expect(adapter.command == ["node", "\(folder.path)/far/kits/javascript/host.mjs"])
  }

  @Test func `what is installed is built in a copy, which follows the original`() throws {
    let folder = try folder(["usr/share/aplus-check/Package.swift": ""])
    let data = folder.path + "/usr/share/aplus-check"
    try folder.write("1", to: "usr/share/aplus-check/adapters/lib/adapter.cpp")
    try folder.write("", to: "usr/share/aplus-check/adapters/kits/c/adapter.mk")
    var adapter = Adapter(name: "lib", argument: "lib", command: ["./x"])
    adapter.directory = data + "/adapters/lib"
    #expect(BuildPlace(of: adapter, root: folder.path + "/cache") == nil)
    adapter.build = [["make"]]
    let place = try #require(BuildPlace(of: adapter, root: folder.path + "/cache"))
    #expect(place.existing == nil)
    let copy = try #require(try place.prepared().directory)
    #expect(copy == folder.path + "/cache/adapters/lib")
    #expect(try String(contentsOfFile: copy + "/adapter.cpp", encoding: .utf8) == "1")
    #expect(FileManager.default.fileExists(atPath: copy + "/../kits/c/adapter.mk"))
    #expect(FileManager.default.fileExists(atPath: copy + "/../../Package.swift"))
    try folder.write("22", to: "usr/share/aplus-check/adapters/lib/adapter.cpp")
    _ = try place.prepared()
    #expect(try String(contentsOfFile: copy + "/adapter.cpp", encoding: .utf8) == "22")
    #expect(!FileManager.default.fileExists(atPath: data + "/adapters/lib/.build"))
  }

  /// A folder with an installed library, and the adapter for it, which is built in a copy.
  private func installed() throws -> (folder: Folder, adapter: Adapter, place: BuildPlace) {
    let folder = try folder(["\(Self.library)/a.cpp": "1"])
    var adapter = Adapter(name: "lib", argument: "lib", command: ["./x"])
    adapter.directory = "\(folder.path)/\(Self.library)"
    adapter.build = [["true"]]
    return (folder, adapter, try #require(BuildPlace(of: adapter, root: folder.path + "/cache")))
  }

  private static let library = "usr/share/aplus-check/adapters/lib"

  @Test func `what is gone from the original is gone from the copy, which keeps what was built`() throws {
    let (folder, adapter, place) = try installed()
    try folder.write("", to: "\(Self.library)/old/b.cpp")
    let copy = try #require(try place.prepared().directory)
    try folder.write("", to: "cache/adapters/lib/.build/x")
    try folder.write("", to: "cache/adapters/lib/made.so")
    try FileManager.default.removeItem(atPath: "\(adapter.directory ?? "")/old")
    _ = try place.prepared()
    let names = try FileManager.default.contentsOfDirectory(atPath: copy)
    #expect(names.filter { $0 != ".copied" }.sorted() == [".build", "a.cpp", "made.so"])
  }

  @Test func `a copy that another run builds in stays as it is`() async throws {
    let (folder, _, place) = try installed()
    let moved = try place.prepared()
    let file = try #require(moved.directory) + "/a.cpp"
    let lock = await BuildLock.hold(moved, .building, isInterrupted: { false }, log: { _ in })
    try folder.write("22", to: "\(Self.library)/a.cpp")
    try withExtendedLifetime(lock) { _ = try place.prepared() }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "1")
  }

  @Test func `a build brings its copy up to date`() async throws {
    let (folder, _, place) = try installed()
    let moved = try place.prepared()
    let file = try #require(moved.directory) + "/a.cpp"
    try folder.write("22", to: "\(Self.library)/a.cpp")
    let failure = await Gate.programs.run {
      await AdapterBuild.run(moved, moved.environment(), isInterrupted: { false }, log: { _ in })
    }
    #expect(failure == nil)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "22")
  }

  @Test(arguments: ["my kits", "my&kits", "my;kits", "my$kits", "my'kits", "my`id`kits", "-kits"])
  func `a path of the kits that make or a shell would read is refused`(name: String) throws {
    let folder = try folder(["\(name)/kits/vocabulary.json": "", "x/a.c": ""])
    let root = name.hasPrefix("-") ? name : "\(folder.path)/\(name)"
    let locator = AdapterLocator(directories: [root], searchPath: "")
    guard !name.hasPrefix("-") else { return #expect(!name.isPlain) }
    let error = #expect(throws: AdapterError.self) { try locator.locate("\(folder.path)/x/a.c") }
    #expect(error?.message.contains("/\(name)/kits\", expected none") == true, "\(error?.message ?? "")")
  }

  @Test(
    arguments: ["my adapter", "a&b", "a'b", "a`id`", "a;id;", "a$(id)", "-o", "a#b", "a%b", "a:b", "ä"], ["c", "cpp"])
  func `make sees a name only if it means nothing else`(name: String, type: String) throws {
    let file = "x/\(name).\(type)"
    let folder = try folder([file: ""])
    let adapter = try folder.locator.locate("\(folder.path)/\(file)")
    let words = adapter.build.last ?? []
    #expect(words.first == "make")
    #expect(words.contains { $0.contains(name) } == (name == "ä"))
    #expect(words.contains { $0.hasSuffix("adapter.\(type)") } == (name != "ä"))
    #expect(adapter.command.last?.hasSuffix("/adapter.so") == true)
    #expect(adapter.name == name)
  }

  @Test(arguments: AdapterLanguage.authored) func `a manifest that init writes has no name in its build`(
    language: AdapterLanguage
  ) {
    let place = AdapterLanguage.Place(file: "adapter.c", name: "`id`", kits: "{kits}")
    #expect(!language.recipe(place).build.joined().contains { $0.contains("`") })
  }

  @Test(arguments: ["../../../victim", "/victim", "a/../../../../victim", "out/victim", "a//b", ""])
  func `a list of copied files that leads out of the copy is refused`(path: String) throws {
    let (folder, _, place) = try installed()
    let copy = try #require(try place.prepared().directory)
    try folder.write("", to: "victim")
    try FileManager.default.createSymbolicLink(atPath: "\(copy)/out", withDestinationPath: folder.path)
    try Data("a.cpp\0\(path.isEmpty ? "./a.cpp" : path)".utf8).write(to: URL(filePath: "\(copy)/.copied"))
    let error = #expect(throws: AdapterError.self) { try place.prepared() }
    #expect(error?.message.contains("expected a path in its directory") == true)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/victim"))
  }

  @Test func `a copy does not follow a link that a build has put in the way`() throws {
    let (folder, _, place) = try installed()
    let copy = try #require(try place.prepared().directory)
    try FileManager.default.createSymbolicLink(atPath: "\(copy)/sub", withDestinationPath: folder.path)
    try folder.write("", to: "\(Self.library)/sub/victim")
    #expect(throws: AdapterError.self) { try place.prepared() }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/victim"))
  }

  @Test func `a cache that others own or can write is refused`() throws {
    let folder = Folder()
    let cache = folder.path + "/cache"
    #expect(throws: Never.self) { try CacheDirectory.prepare(["builds", "x"], in: cache) }
    for place in [cache, cache + "/builds", cache + "/builds/x"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place)
      let error = #expect(throws: AdapterError.self) { try CacheDirectory.prepare(["builds", "x"], in: cache) }
      #expect(error?.message.contains("\(place): this directory for builds belongs to another user") == true)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
      guard geteuid() == 0 else { continue }
      try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: place)
      #expect(throws: AdapterError.self) { try CacheDirectory.prepare(["builds", "x"], in: cache) }
      try FileManager.default.setAttributes([.ownerAccountID: 0], ofItemAtPath: place)
    }
    #expect(throws: Never.self) { try CacheDirectory.prepare(["builds", "x"], in: cache) }
  }

  @Test func `a folder on the PATH is not taken for a program`() throws {
    let folder = try folder(["x/a.py": "", "bin/python3/a": ""])
    let adapter = try folder.locator.locate("\(folder.path)/x/a.py")
    #expect(!adapter.packages.isEmpty)
  }
}
