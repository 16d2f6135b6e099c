/// Finds the programs and packages that an adapter's build needs but that are not installed.
package struct BuildNeeds {
  /// The program that lists installed Debian packages; without it, packages are not checked.
  private static let packageQuery = "dpkg-query"
  private static let timeout = Duration.seconds(10)

  package let adapter: Adapter
  /// The environment of the build.
  package let environment: [String: String]

  /// The missing programs and packages, in the order of the manifest; empty where a run can build.
  package func missing() async -> [String] {
    let programs = adapter.build.compactMap(\.first).filter { !isInstalled($0) }
    var seen: Set<String> = []
    return (programs + (await missingPackages())).filter { seen.insert($0).inserted }
  }

  /// Whether a program can be started, by its path or by a name on the `PATH`.
  private func isInstalled(_ program: String) -> Bool {
    if program.hasPrefix("/") { return SearchPath.isProgram(program) }
    if program.contains("/") { return SearchPath.isProgram("\(adapter.directory ?? ".")/\(program)") }
    return SearchPath(environment["PATH"] ?? "").program(program) != nil
  }

  /// The needed Debian packages that are neither installed nor provided by an installed package.
  private func missingPackages() async -> [String] {
    let wanted = adapter.packages.filter { $0.manager == "apt" }.flatMap(\.names)
    guard !wanted.isEmpty, isInstalled(Self.packageQuery) else { return [] }
    let query = HostCommand(
      executable: Self.packageQuery, arguments: ["-W", "-f", "${db:Status-Status} ${Package}, ${Provides}\\n"],
      environment: environment)
    var installed: Set<String> = []
    let (exit, _, _) = await HostProcess.run(query, timeout: Self.timeout) { line in
      installed.formUnion(Self.names(in: line))
    }
    // A list that is missing or cut short says nothing about what is installed.
    guard exit == .exited(0) else { return [] }
    return wanted.filter { !installed.contains($0) }
  }

  /// The names in a line like `installed pkgconf, pkg-config (= 1.8.1)`: the package and those that
  /// it provides.
  ///
  /// Empty where the package is not installed.
  private static func names(in line: String) -> [String] {
    guard let space = line.firstIndex(of: " "), line[..<space] == "installed" else { return [] }
    return line[space...].split(separator: ",").compactMap { package in
      package.split(separator: " ").first.map(String.init)
    }
  }
}
