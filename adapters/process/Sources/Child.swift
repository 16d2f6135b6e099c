import APlusAdapter
import Foundation
import Synchronization

/// A process that has started, and what its handler is to tell.
final class Child: Sendable {
  private struct State {
    var given: Result<Token, any Error>?
    /// Whether it ends by itself, or something has been done that ends it.
    var isExpected = false
  }

  private let process = Process()
  private let input = Pipe()
  private let state: Mutex<State>
  private let expected: ExpectedCount

  /// Creates a process that performs a command of a shell.
  ///
  /// - Parameters:
  ///   - given: What it ends with; nil for one that waits for its input.
  ///   - command: The command.
  ///   - expected: How many processes will end.
  init(_ given: Result<Token, any Error>?, _ command: String, _ expected: ExpectedCount) {
    state = Mutex(State(given: given))
    self.expected = expected
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardInput = input
  }

  /// Starts the process.
  func run(_ done: Completion) {
    if state.withLock({ $0.given != nil }) { expect() }
    process.terminationHandler = { [self] process in
      let given = state.withLock { $0.given }
      switch (process.terminationReason, process.terminationStatus, given) {
      case (.exit, 0, _): done.value((try? given?.get()) ?? .nothing)
      case (.exit, _, .failure(let error)?): done.error(error)
      case (.exit, _, _): done.error(Failed())
      default: done.error(Terminated())
      }
      // It holds this object.
      process.terminationHandler = nil
      expected.add(-1)
    }
    do { try process.run() } catch { preconditionFailure("/bin/sh cannot be started: \(error)") }
  }

  /// Gives the process the input that it waits for; the first one counts.
  func finish(with result: Result<Token, any Error>) {
    let isFirst = state.withLock { state in
      if state.given != nil { return false }
      state.given = result
      return true
    }
    guard isFirst else { return }
    expect()
    let status = if case .success = result { "0\n" } else { "1\n" }
    // A process that was terminated meanwhile reads nothing.
    try? input.fileHandleForWriting.write(contentsOf: Data(status.utf8))
  }

  /// Sends the process the signal to end.
  func terminate() {
    expect()
    process.terminate()
  }

  /// Notes that the process will end.
  private func expect() {
    let isNew = state.withLock { state in !exchange(&state.isExpected, with: true) }
    if isNew { expected.add(1) }
  }
}

/// How many processes will end, and have not called their handler.
final class ExpectedCount: Sendable {
  private let count = Atomic(0)

  var isZero: Bool { count.load(ordering: .acquiring) == 0 }

  func add(_ number: Int) { count.add(number, ordering: .acquiringAndReleasing) }
}
