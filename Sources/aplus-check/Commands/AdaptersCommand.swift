import APlusHosting
import APlusJSON
import APlusModel
import APlusReports
import ArgumentParser

/// `aplus-check adapters`: lists the adapters and, with `--probe`, why some cannot run here.
struct AdaptersCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapters", abstract: "Lists the adapters and, with --probe, whether they can run here.")

  @Flag(help: "Write JSON.") var json = false

  @Flag(help: "List all variants of an adapter, such as the mutants; without it, only the first.") var all = false

  @Flag(help: "Start the host of each adapter; without it, nothing is run.") var probe = false

  @Option(
    help: ArgumentHelp(
      "List only the packages that the adapters need from a package manager, apt or pip, one a line.",
      valueName: "manager")) var packages: String?

  @Option(help: "Seconds for each host to start, with --probe.") var timeout: Double = 10

  @OptionGroup var sandbox: SandboxOptions

  /// What is known of an adapter.
  private struct Row {
    var name: String
    var language: String?
    var library: String?
    var version: String?
    var isBuiltIn: Bool
    /// Whether the adapter can run here; nil where that was not tried.
    var isAvailable: Bool?
    /// Why it cannot run here, or what the first run has to do.
    var reason: String?
    /// How many further variants its manifest names, which are not listed.
    var omitted = 0
  }

  func validate() throws {
    if let packages, !Manifest.packageManagers.contains(packages) {
      throw ValidationError("--packages \(packages): expected \(Manifest.packageManagers.joined(separator: " or "))")
    }
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("--timeout \(timeout): expected seconds above 0 and up to 86400")
    }
  }

  func status() async throws -> CommandStatus {
    if let packages {
      Console.write(try Self.packages(from: packages).map { "\($0)\n" }.joined(), to: .standardOutput)
      return .conforms
    }
    let rows = try await rows()
    Console.write(json ? Self.json(rows) : Self.text(rows), to: .standardOutput)
    return .conforms
  }

  /// The packages that all adapters need from a package manager, sorted.
  ///
  /// - Throws: Which manifest is wrong.
  private static func packages(from manager: String) throws(Failure) -> [String] {
    let locator = AdapterArguments.locator
    var found: Set<String> = []
    for name in locator.names {
      do throws(AdapterError) {
        for list in try locator.locate(name).packages where list.manager == manager { found.formUnion(list.names) }
      } catch { throw Failure(.adapterError, error.message) }
    }
    return found.sorted()
  }

  private func rows() async throws(Failure) -> [Row] {
    var rows: [Row] = []
    var adapters: [Adapter] = []
    let locator = AdapterArguments.locator
    let families = locator.families
    for name in families.flatMap({ all ? $0 : Array($0.prefix(1)) }) {
      var isBuiltIn = false
      do throws(AdapterError) {
        let adapter = try locator.locate(name)
        isBuiltIn = adapter.isBuiltIn
        let startable = try AdapterArguments.startable(adapter)
        adapters.append(BuildPlace(of: startable)?.existing ?? startable)
      } catch { rows.append(Row(name: name, isBuiltIn: isBuiltIn, isAvailable: false, reason: error.message)) }
    }
    if probe { adapters = try await sandbox.applied(to: adapters) }
    let findings: [AdapterProbe.Finding?] =
      probe ? await AdapterProbe.findings(for: adapters, timeout: .seconds(timeout)) : adapters.map { _ in nil }
    for (adapter, finding) in zip(adapters, findings) {
      var row = Row(
        name: adapter.argument, language: adapter.language, library: adapter.library, isBuiltIn: adapter.isBuiltIn)
      if !all { row.omitted = (families.first { $0[0] == adapter.argument }?.count ?? 1) - 1 }
      switch finding {
      case .available(let identity)?:
        row.language = identity.language
        row.library = identity.library
        row.version = identity.version
        row.isAvailable = true
      case .buildable?:
        row.isAvailable = true
        row.reason = "built by the first run"
      case .unavailable(let reason)?:
        row.isAvailable = false
        row.reason = reason
      case nil: break
      }
      rows.append(row)
    }
    return rows.sorted { $0.name < $1.name }
  }

  /// One line per adapter.
  private static func text(_ rows: [Row]) -> TerminalText {
    let width = rows.map(\.name.count).max() ?? 0
    let lines = rows.map { row -> TerminalText in
      let name = row.name + String(repeating: " ", count: width - row.name.count)
      let known = [row.library, row.version, row.language.map { "(\($0))" }]
      let about = known.compactMap(\.self).joined(separator: " ")
      let reason = row.reason.map { row.isAvailable == false ? " - unavailable: \($0)" : " - \($0)" } ?? ""
      let omitted = row.omitted > 0 ? " - and \(row.omitted) more with --all" : ""
      return "\(name)  \(about)\(reason)\(omitted)"
    }
    return TerminalText(lines: lines)
  }

  /// The list as `aplus-adapters/1`.
  private static func json(_ rows: [Row]) -> TerminalText {
    func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
    let adapters = rows.map { row -> JSON in
      [
        "name": .string(row.name), "language": text(row.language), "library": text(row.library),
        "version": text(row.version), "builtIn": .bool(row.isBuiltIn),
        "available": row.isAvailable.map(JSON.bool) ?? .null, "reason": text(row.reason),
      ]
    }
    return TerminalText(["schema": "aplus-adapters/1", "adapters": .array(adapters)])
  }
}
