import APlusAdapter
import Foundation
import Synchronization

/// A process that has started; without an owner it gets no input any more, and ends.
final class Child: Sendable {
  private let process = Process()
  /// Of a process that waits for it; a pipe takes a descriptor.
  private let input: Pipe?
  private let ending: Ending

  /// Starts a process that performs a command of a shell.
  ///
  /// - Parameters:
  ///   - given: What it ends with; nil for one that waits for its input.
  ///   - command: The command.
  ///   - expected: How many processes will end.
  ///   - done: What its termination handler calls.
  init(_ given: Result<Token, any Error>?, _ command: String, _ expected: ExpectedCount, _ done: Completion) {
    let ending = Ending(given, expected)
    self.ending = ending
    input = given == nil ? Pipe() : nil
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardInput = input ?? FileHandle.nullDevice
    process.terminationHandler = { process in
      done.result(ending.result(of: process))
      expected.add(-1)
    }
    do { try process.run() } catch { preconditionFailure("/bin/sh cannot be started: \(error)") }
  }

  /// Gives the process the input that it waits for; the first one counts.
  func finish(with result: Result<Token, any Error>) {
    guard ending.give(result) else { return }
    let status = if case .success = result { "0\n" } else { "1\n" }
    // A process that was terminated meanwhile reads nothing.
    try? input?.fileHandleForWriting.write(contentsOf: Data(status.utf8))
    try? input?.fileHandleForWriting.close()
  }

  /// Sends the process the signal to end.
  func terminate() {
    ending.expect()
    process.terminate()
    try? input?.fileHandleForWriting.close()
  }
}

/// What the handler of a process is to tell.
private final class Ending: Sendable {
  private struct State {
    var given: Result<Token, any Error>?
    /// Whether it ends by itself, or something has been done that ends it.
    var isExpected = false
  }

  private let state: Mutex<State>
  private let expected: ExpectedCount

  init(_ given: Result<Token, any Error>?, _ expected: ExpectedCount) {
    state = Mutex(State(given: given))
    self.expected = expected
    if given != nil { expect() }
  }

  /// Notes what the process ends with; returns whether this is the first.
  func give(_ result: Result<Token, any Error>) -> Bool {
    let isFirst = state.withLock { state in
      if state.given != nil { return false }
      state.given = result
      return true
    }
    if isFirst { expect() }
    return isFirst
  }

  /// Notes that the process will end.
  func expect() {
    let isNew = state.withLock { state in !exchange(&state.isExpected, with: true) }
    if isNew { expected.add(1) }
  }

  /// What has become of the process.
  func result(of process: Process) -> Result<Token, any Error> {
    let given = state.withLock { $0.given }
    switch (process.terminationReason, process.terminationStatus, given) {
    case (.exit, 0, _): return .success((try? given?.get()) ?? .nothing)
    case (.exit, _, .failure(let error)?): return .failure(error)
    case (.exit, _, _): return .failure(Failed())
    default: return .failure(Terminated())
    }
  }
}

/// How many processes will end, and have not called their handler.
final class ExpectedCount: Sendable {
  private let count = Atomic(0)

  var isZero: Bool { count.load(ordering: .acquiring) == 0 }

  func add(_ number: Int) { count.add(number, ordering: .acquiringAndReleasing) }
}
