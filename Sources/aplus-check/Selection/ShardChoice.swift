import APlusModel
import APlusReports
import Foundation

/// The part of the cases that this machine runs, and where that was stated.
struct ShardChoice {
  let shard: Shard
  /// The variable of a build server that states the part; nil where the command line does.
  let source: String?

  /// The variables by which a build server numbers the parts of a job.
  private struct Server {
    /// The variable of the index.
    let index: String
    /// The variable of the first index; nil where it is `first`.
    var firstVariable: String?
    var first = 0
    let count: String
  }

  /// More than any build server counts to.
  private static let largestNumber = 1_000_000_000

  private static let servers = [
    Server(index: "CI_NODE_INDEX", first: 1, count: "CI_NODE_TOTAL"),
    Server(index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    Server(index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS"),
    Server(index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS"),
    Server(index: "SLURM_ARRAY_TASK_ID", firstVariable: "SLURM_ARRAY_TASK_MIN", count: "SLURM_ARRAY_TASK_COUNT"),
  ]

  /// Reads the option: `2/4`, `auto`, or `auto/4` where the server does not state the count.
  ///
  /// - Throws: What was found, and what was expected; also where `auto` finds no server.
  init(_ text: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws(Failure) {
    if let shard = Shard(text) {
      self.shard = shard
      source = nil
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let given = parts.count == 2 ? Int(parts[1]) : nil
    guard parts[0] == "auto", parts.count == 1 || given != nil else {
      throw Failure(.usage, "--shard \(text): expected I/N with 1 <= I <= N <= 10000, 'auto' or 'auto/N'")
    }
    guard let server = Self.servers.first(where: { environment[$0.index] != nil }) else {
      let known = Self.servers.map(\.index).joined(separator: ", ")
      throw Failure(.usage, "--shard \(text): no variable names the part; known are \(known)")
    }
    func number(_ name: String) throws(Failure) -> Int {
      let found = environment[name] ?? ""
      guard let value = Int(found), (0...Self.largestNumber).contains(value) else {
        let hint = name == server.count ? "; --shard auto/N gives the number" : ""
        throw Failure(.usage, "\(name): found '\(found)', expected a number from 0 to \(Self.largestNumber)\(hint)")
      }
      return value
    }
    var first = server.first
    if let name = server.firstVariable { first = try number(name) }
    let index = try number(server.index) - first + 1
    let count: Int
    if let given { count = given } else { count = try number(server.count) }
    guard let shard = Shard(index, of: count) else {
      throw Failure(.usage, "\(server.index) and \(server.count): found part \(index) of \(count), which is impossible")
    }
    self.shard = shard
    source = server.index
    Self.notifyBazel(environment)
  }

  /// Creates the file by which Bazel learns that the program supports shards.
  private static func notifyBazel(_ environment: [String: String]) {
    guard let path = environment["TEST_SHARD_STATUS_FILE"], !path.isEmpty else { return }
    do { try AppendedFile.append("", to: path) } catch { Console.warn(error.message) }
  }

  /// The line that announces the part.
  func notice(_ part: Int, of whole: Int) -> TerminalText {
    let reason = source.map { " (\($0))" } ?? ""
    return "shard \(shard)\(reason): \(part) of \(whole) cases\n"
  }
}
