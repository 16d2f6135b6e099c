import Foundation
import Testing

/// The command while it runs.
struct RunningCommand {
  /// Longer than any machine needs; what is waited for either comes or never does.
  static let patience = Duration.seconds(300)

  let process: Int32
  let directory: URL
  let errorFile: URL

  /// Asks the command to stop.
  func interrupt() { kill(process, SIGINT) }

  /// Ends the command, as it can neither see nor refuse.
  func end() { kill(process, SIGKILL) }

  /// Puts an empty file into its directory.
  func touch(_ name: String) throws { try Data().write(to: directory.appending(path: name)) }

  /// Waits for a file in its directory, and gives the text of it.
  func file(_ name: String) async throws -> String {
    let path = directory.appending(path: name)
    try await wait { FileManager.default.fileExists(atPath: path.path) }
    return try String(contentsOf: path, encoding: .utf8)
  }

  /// Waits until there is text in a file of its directory.
  func wrote(_ name: String) async throws {
    let path = directory.appending(path: name)
    try await wait { (try? String(contentsOf: path, encoding: .utf8))?.isEmpty == false }
  }

  /// Whether the command has said something on the standard error.
  func hasSaid(_ words: String) throws -> Bool { try String(contentsOf: errorFile, encoding: .utf8).contains(words) }

  /// Whether a journal has the verdict of a case.
  func hasJudged(_ journal: String) throws -> Bool {
    let path = directory.appending(path: journal)
    return (try? String(contentsOf: path, encoding: .utf8))?.contains(#""event":"case""#) == true
  }

  /// Waits until the command has said something on the standard error, as many times.
  func said(_ words: String, times: Int = 1) async throws {
    try await wait { try String(contentsOf: errorFile, encoding: .utf8).ranges(of: words).count >= times }
  }

  /// Waits until something is so.
  func wait(until isTrue: () throws -> Bool) async throws {
    let end = ContinuousClock.now + Self.patience
    while try !isTrue() {
      try #require(.now < end)
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
