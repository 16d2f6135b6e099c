import APlusHosting
import APlusModel
import APlusReports
import Foundation

/// The current compatibility table, and the one that is to replace it.
struct Board {
  /// The adapters to check.
  let adapters: [String]
  private let directory: String
  /// The columns of the current table that must not be lost.
  private let columns: [String]

  /// Makes a board from saved results, which must have each column of the current one that is not dropped.
  init(directory: String, from result: RunResult, dropping dropped: [String]) throws(Failure) {
    try self.init(
      directory: directory, adapters: result.adapters.map(\.name), dropping: dropped,
      missing: "the saved results do not have it")
  }

  /// Reads the current table, and checks that each of its columns has an adapter or is dropped.
  init(directory: String, adapters: [String], dropping dropped: [String], missing: String = "there is no such adapter")
    throws(Failure)
  {
    self.directory = directory
    self.adapters = adapters.filter { !dropped.contains($0) }
    let path = "\(directory)/board.md"
    guard let data = FileManager.default.contents(atPath: path) else {
      columns = []
      return
    }
    guard let found = BoardReport.columns(in: String(decoding: data, as: UTF8.self)) else {
      throw Failure(.harnessError, "\(path) is not a board; remove it or choose another --output")
    }
    columns = found.filter { !dropped.contains($0) }
    let lost = columns.filter { !adapters.contains($0) }
    guard lost.isEmpty else { throw Self.refusal(lost.map { ($0, missing) }) }
  }

  /// Refuses early if the host of a column needs no build and does not start within some seconds.
  func checkColumns(timeout: Double, _ sandbox: SandboxOptions) async throws(Failure) {
    let columns = try AdapterArguments.located(columns).filter { $0.build.isEmpty }
    let located = try await sandbox.applied(to: columns)
    let findings = await AdapterProbe.findings(for: located, timeout: .seconds(timeout))
    var lost: [(name: String, reason: String)] = []
    for (adapter, finding) in zip(located, findings) {
      if case .unavailable(let reason) = finding { lost.append((adapter.name, reason)) }
    }
    if !lost.isEmpty { throw Self.refusal(lost) }
  }

  var reports: [String] { ["board=\(directory)"] }

  /// The result in the order of the table, without new libraries that cannot be checked here.
  ///
  /// Refuses an interrupted result, and one that lacks a column of the current table.
  func finished(_ result: RunResult) throws(Failure) -> RunResult {
    if result.isInterrupted { throw Failure(.interrupted, "interrupted: the board is unchanged") }
    let lost = result.adapters.filter { $0.launchFailure != nil }
    let refused = lost.filter { columns.contains($0.name) }
    guard refused.isEmpty else { throw Self.refusal(refused.map { ($0.name, $0.launchFailure?.message ?? "") }) }
    for adapter in lost {
      Console.write("skipped: \(adapter.name): \(adapter.launchFailure?.message ?? "")\n", to: .standardError)
    }
    var board = result
    board.adapters = result.adapters.filter { $0.launchFailure == nil }.sorted {
      Self.place(of: $0) < Self.place(of: $1)
    }
    return board
  }

  /// The order of columns: by language, then by name.
  private static func place(of adapter: AdapterResult) -> (String, String) {
    (adapter.identity?.language ?? "", adapter.name)
  }

  private static func refusal(_ columns: [(name: String, reason: String)]) -> Failure {
    let lines = columns.map {
      "the board has the column '\($0.name)', which cannot be checked here: \($0.reason)"
        + "; --drop \($0.name) removes it"
    }
    return Failure(.adapterError, lines.joined(separator: "\n"))
  }
}
