import APlusHosting
import APlusJudge
import APlusModel
import APlusReports
import APlusRunner
import Foundation

/// The board that is there, and the one that is to take its place.
struct Board {
  /// The adapters that are asked.
  let adapters: [String]
  private let directory: String
  /// The columns that must not be lost.
  private let columns: [String]

  /// Reads the board that is there, and checks that each of its columns has an adapter.
  ///
  /// - Parameters:
  ///   - directory: Where the board is.
  ///   - adapters: The adapters that there are.
  ///   - dropped: The columns that may be lost.
  /// - Throws: What is no board, or which columns would be lost.
  init(directory: String, adapters: [String], dropping dropped: [String]) throws(Failure) {
    self.directory = directory
    self.adapters = adapters.filter { !dropped.contains($0) }
    let path = "\(directory)/board.md"
    guard let data = FileManager.default.contents(atPath: path) else {
      columns = []
      return
    }
    guard let found = MatrixReport.columns(in: String(decoding: data, as: UTF8.self)) else {
      throw Failure(.harnessError, "\(path) is no board; take it away or choose another --output")
    }
    columns = found.filter { !dropped.contains($0) }
    let lost = columns.filter { !adapters.contains($0) }
    guard lost.isEmpty else {
      throw Self.refusal(lost.map { ($0, "there is no such adapter") })
    }
  }

  /// Refuses early, where a host of a column that needs no building does not even start.
  ///
  /// - Parameter timeout: How many seconds each host gets.
  /// - Throws: Which columns would be lost.
  func checkColumns(timeout: Double) async throws(Failure) {
    let located = try AdapterArguments.located(columns).filter { $0.build.isEmpty }
    let findings = await AdapterProbe.findings(for: located, timeout: .seconds(timeout))
    var lost: [(name: String, reason: String)] = []
    for (adapter, finding) in zip(located, findings) {
      if case .unavailable(let reason) = finding { lost.append((adapter.name, reason)) }
    }
    if !lost.isEmpty { throw Self.refusal(lost) }
  }

  /// What is written.
  var reports: [ReportRequest] {
    MatrixReport.Form.allCases.map {
      ReportRequest(kind: .matrix, path: "\(directory)/board.\($0.rawValue)")
    }
  }

  /// The result in the order of the board, without new libraries that cannot be asked here.
  ///
  /// Refuses a result that is not whole, and one that lacks a column of the board.
  func finished(_ result: RunResult) throws(Failure) -> RunResult {
    if result.isInterrupted {
      throw Failure(.interrupted, "interrupted: the board stays as it was")
    }
    let lost = result.adapters.filter { $0.launchFailure != nil }
    let refused = lost.filter { columns.contains($0.name) }
    guard refused.isEmpty else {
      throw Self.refusal(refused.map { ($0.name, $0.launchFailure?.message ?? "") })
    }
    for adapter in lost {
      let message = "left out: \(adapter.name): \(adapter.launchFailure?.message ?? "")"
      Console.write(TerminalEscaping.line(message) + "\n", to: .standardError)
    }
    var board = result
    board.adapters = result.adapters.filter { $0.launchFailure == nil }
      .sorted { Self.place(of: $0) < Self.place(of: $1) }
    return board
  }

  /// By language, then by name.
  private static func place(of adapter: AdapterResult) -> (String, String) {
    (adapter.identity?.language ?? "", adapter.name)
  }

  private static func refusal(_ columns: [(name: String, reason: String)]) -> Failure {
    let lines = columns.map {
      "the board has the column '\($0.name)', which cannot be asked here: \($0.reason)"
        + "; --drop \($0.name) takes it off"
    }
    return Failure(.adapterError, lines.joined(separator: "\n"))
  }
}
