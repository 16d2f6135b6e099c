extension String {
  /// Whether a path means only itself in a makefile and in a shell; in other languages than English, too.
  var isPlain: Bool {
    !isEmpty && !hasPrefix("-")
      && unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._+-/@,".unicodeScalars.contains(scalar)
          : scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
      }
  }
}

/// A language whose adapters need no manifest: the types of their files, and how to start their
/// hosts.
///
/// This is the only table of languages; `init` and `--adapter FILE` both use it.
package struct AdapterLanguage: Sendable, Hashable {
  /// How an adapter file becomes a host.
  private enum Host: Sendable, Hashable {
    /// A program with its options, and the host script, below the kits, that it runs.
    case script([String], host: String)
    case java
    case ocaml
    /// The kit whose makefile builds a shared library.
    case native(kit: String)
    case sharedLibrary
    case cargoPackage
    case swiftPackage
  }

  /// What GitHub's runner needs before it can check a library in a language.
  package struct Runner: Sendable, Hashable {
    /// The image that the job runs in; nil for the runner's own system, where steps become root by `sudo`.
    package var container: String?
    /// The Debian packages that neither has.
    package var packages: [String] = []
    /// The file that locks the versions of a project's libraries; nil where the workflow installs none.
    package var lockFile: String?
    /// The command that installs those libraries.
    package var install = ""
  }

  /// The name that `--language` takes, and that of the directory with the adapter's template.
  package let name: String
  /// The language as manifests and reports name it.
  package let title: String
  /// The types of adapter files: their extensions, without the dot.
  package let extensions: [String]
  /// The Debian packages that run or build adapters in it.
  package let packages: [String]
  /// The environment variables through which users configure the build and the host of such a file.
  package let environment: [String]
  /// The files that identify a project of this language.
  let projects: [String]
  /// What the workflow that `init` writes sets up.
  package let runner: Runner
  private let host: Host

  private init(
    _ name: String, title: String? = nil, _ extensions: [String], packages: [String], environment: [String] = [],
    projects: [String] = [], runner: Runner = Runner(), _ host: Host
  ) {
    self.name = name
    self.title = title ?? name
    self.extensions = extensions
    self.packages = packages
    self.environment = environment
    self.projects = projects
    self.runner = runner
    self.host = host
  }

  package static let all = [
    Self(
      "javascript", ["cjs", "js", "mjs"], packages: ["nodejs"], environment: ["NODE_PATH"], projects: ["package.json"],
      runner: Runner(lockFile: "package-lock.json", install: "npm ci"), .script(["node"], host: "javascript/host.mjs")),
    Self(
      "typescript", ["ts", "mts", "cts"], packages: ["nodejs"], environment: ["NODE_PATH"], projects: ["tsconfig.json"],
      runner: Runner(lockFile: "package-lock.json", install: "npm ci"), .script(["node"], host: "javascript/host.mjs")),
    Self(
      "python", ["py"], packages: ["python3"], environment: ["PYTHONPATH", "VIRTUAL_ENV"],
      projects: ["pyproject.toml", "setup.py"], .script(["python3"], host: "python/host.py")),
    Self(
      "ruby", ["rb"], packages: ["ruby"], environment: ["RUBYLIB", "GEM_HOME", "GEM_PATH"], projects: ["Gemfile"],
      .script(["ruby"], host: "ruby/host.rb")),
    Self("php", ["php"], packages: ["php-cli"], projects: ["composer.json"], .script(["php"], host: "php/host.php")),
    Self(
      "perl", ["pl"], packages: ["perl"], environment: ["PERL5LIB"], projects: ["cpanfile", "Makefile.PL"],
      .script(["perl"], host: "perl/host.pl")),
    Self(
      "java", ["java"], packages: ["make", "openjdk-17-jdk-headless"],
      projects: ["pom.xml", "build.gradle", "build.gradle.kts"], .java),
    Self(
      "ocaml", ["ml"], packages: ["make", "ocaml-nox", "ocaml-findlib", "libyojson-ocaml-dev"],
      environment: ["PACKAGES"], projects: ["dune-project"],
      runner: Runner(packages: ["ocaml-nox", "ocaml-findlib", "libyojson-ocaml-dev"]), .ocaml),
    Self("c", ["c"], packages: ["make", "gcc"], environment: ["FLAGS", "LIBS"], .native(kit: "c")),
    Self(
      "cpp", title: "c++", ["cpp", "cc", "cxx"], packages: ["make", "g++"], environment: ["FLAGS", "LIBS"],
      projects: ["CMakeLists.txt", "meson.build"], .native(kit: "c")),
    Self(
      "objc", title: "objective-c", ["m", "mm"], packages: ["make", "clang", "libgnustep-base-dev"],
      environment: ["FLAGS", "LIBS", "SOURCES"], runner: Runner(packages: ["libgnustep-base-dev"]), .native(kit: "objc")
    ), Self("rust", [], packages: ["cargo"], projects: ["Cargo.toml"], .cargoPackage),
    Self("library", title: "native", ["so", "dylib"], packages: [], .sharedLibrary),
    Self(
      "swift", [], packages: [], environment: ["APLUS_CHECK_PACKAGE"], projects: ["Package.swift"],
      runner: Runner(
        container: "swift:6.3-bookworm", packages: ["ca-certificates", "curl", "libjansson-dev", "pkg-config"]),
      .swiftPackage),
  ]

  /// The languages in which `init` writes adapters.
  package static var authored: [Self] { all.filter { $0.host != .sharedLibrary } }

  /// The language of the project in a directory, as its usual files show.
  ///
  /// - Parameter exists: Whether the directory has a file of that name.
  /// - Returns: The language; nil where the files show none or several.
  package static func ofProject(where exists: (String) -> Bool) -> Self? {
    var found = all.filter { $0.projects.contains(where: exists) }
    // A project in TypeScript has the files of one in JavaScript, too.
    if found.contains(where: { $0.name == "typescript" }) { found.removeAll { $0.name == "javascript" } }
    return found.count == 1 ? found.first : nil
  }

  /// The languages whose adapters are packages: their name, and not the file's, is that of the product.
  package var isPackaged: Bool { [.swiftPackage, .cargoPackage].contains(host) }

  /// The files of the kits, relative to their directory, that an adapter of this language has copies of.
  package func copies(for subject: String) -> [String] {
    guard host == .cargoPackage else { return [] }
    return [subject == "channels" ? "c/aplus_channels.rs" : "c/aplus_adapter.rs"]
  }

  static let swift = all.first { $0.host == .swiftPackage }

  /// The language of a file, by its extension in upper or lower case.
  static func of(file: String) -> Self? {
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return nil }
    let type = file[file.index(after: dot)...].lowercased()
    // Declarations of types belong to a file in JavaScript.
    guard !file[..<dot].lowercased().hasSuffix(".d") else { return nil }
    return all.first { $0.extensions.contains(type) }
  }

  /// The language of a title or name.
  static func titled(_ title: String?) -> Self? { all.first { [$0.title, $0.name].contains(title?.lowercased()) } }

  /// Whether a file is written in one of the languages.
  static func isSource(_ file: String) -> Bool {
    [".swift", ".rs", "Cargo.toml"].contains(where: file.hasSuffix)
      || of(file: file).map { $0.host != .sharedLibrary } ?? false
  }

  /// The packages as a manifest lists them.
  package var packageLists: [PackageList] { packages.isEmpty ? [] : [PackageList(manager: "apt", names: packages)] }

  /// The extensions of adapter files, for messages.
  static var knownTypes: String { all.flatMap(\.extensions).map { ".\($0)" }.joined(separator: " ") }
}

extension AdapterLanguage {
  /// The parts of a recipe that depend on the adapter file and where it lies.
  package struct Place {
    /// The file, relative to the host's working directory; for a Swift package, its executable.
    package var file: String
    /// The name of the adapter; nil to let the host take the file's name.
    package var name: String?
    /// The directory of the kits.
    package var kits: String
    /// The directory that the build writes to.
    package var output: String
    /// The directory of the file; empty for the working directory of the build.
    package var directory = ""

    package init(file: String, name: String?, kits: String, output: String = ".build") {
      self.file = file
      self.name = name
      self.kits = kits
      self.output = output
    }

    /// The path of the file, which links can lead to.
    fileprivate var original: String { directory.isEmpty ? file : "\(directory)/\(file)" }

    /// The extension of the file, which the compiler needs.
    fileprivate var type: String { file.split(separator: ".").last.map { $0.lowercased() } ?? "" }

    fileprivate var stem: String {
      let base = file.split(separator: "/").last.map(String.init) ?? file
      return base.dropFirst().lastIndex(of: ".").map { String(base[..<$0]) } ?? base
    }
  }

  /// How an adapter file is built and started.
  package func recipe(_ place: Place) -> (build: [[String]], command: [String]) {
    let name = place.name ?? place.stem
    // make and the shell that it starts would read the name of a file or an adapter as their own language.
    let product = "\(place.output)/adapter"
    func make(_ kit: String, _ variables: [String]) -> [[String]] {
      [["make", "-s", "-f", "\(place.kits)/\(kit)/adapter.mk"] + variables]
    }
    switch host {
    case .script(let program, let host):
      let named = place.name.map { ["--name", $0] } ?? []
      return ([], program + ["\(place.kits)/\(host)", place.file] + named)
    case .java:
      // Archives beside the adapter are on its class path.
      let options = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xms16m", "-cp", "\(place.output):*"]
      return (
        // An archive beside the adapter may have annotation processors, which the compiler would run.
        make("java", ["OUTPUT=\(place.output)", "FLAGS=-proc:none -cp '*'"]),
        ["java"] + options + ["aplus.Host", place.stem, name]
      )
    case .ocaml:
      return (
        make("ocaml", ["OUTPUT=\(place.output)", "PROGRAM=\(product)"]),
        [product.hasPrefix("/") ? product : "./\(product)"]
      )
    case .native(let kit):
      let library = "\(product).so"
      let link = "\(product).\(place.type)"
      let isPlain = place.file.isPlain
      let source = isPlain ? place.file : link
      // A step is started without a shell.
      let linking = isPlain ? [] : [["ln", "-sf", place.original, link]]
      return (
        linking + make(kit, ["SOURCE=\(source)", "LIBRARY=\(library)"]), ["aplus-check", "host-native", library]
      )
    case .sharedLibrary:
      // Without a slash, the dynamic linker would search its own directories instead.
      let path = place.file.contains("/") ? place.file : "./\(place.file)"
      return ([], ["aplus-check", "host-native", path])
    case .cargoPackage:
      return (
        [["cargo", "build", "--quiet", "--release"]],
        ["aplus-check", "host-native", "target/release/lib\(place.file).so"]
      )
    case .swiftPackage: return ([["swift", "build", "-c", "release"]], [".build/release/\(place.file)"])
    }
  }
}
