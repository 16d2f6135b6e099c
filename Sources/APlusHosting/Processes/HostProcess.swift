import Dispatch
import Foundation

/// One process, from its start to the end of its whole process group.
package enum HostProcess {
  /// A process that has been started, or why it could not be.
  package struct Start: Sendable {
    fileprivate let outcome: Outcome
    fileprivate let isSandboxed: Bool

    fileprivate enum Outcome: Sendable {
      case running(Streams, HostedProgram)
      case failed(HostExit)
    }

    /// Kills the process, if nobody is going to talk to it.
    package func cancel() { if case .running(_, let program) = outcome { Guardian.end(program) } }
  }

  /// Starts a process; what it writes waits until somebody talks to it.
  package static func start(_ command: HostCommand) async -> Start {
    let isSandboxed = command.sandbox != nil
    do {
      let streams = try Streams()
      defer { for file in streams.others { close(file) } }
      let located = try located(command)
      let program = try await Guardian.start(command.sandbox?.wrapping(located) ?? located, streams.others)
      return Start(outcome: .running(streams, program), isSandboxed: isSandboxed)
    } catch {
      let exit: HostExit = error.isShortage ? .noRoom(error.description) : .notStarted(reason(error, command))
      return Start(outcome: .failed(exit), isSandboxed: isSandboxed)
    }
  }

  /// Has a conversation with a process that was started.
  ///
  /// After the conversation, this waits until the process exits or the watchdog kills it. Then the
  /// rest of the process group is killed and the process is reaped. Descendants that hold the pipes
  /// open do not delay the return.
  ///
  /// - Parameters:
  ///   - start: The process.
  ///   - watchdog: Ends the process when a deadline of the conversation passes.
  ///   - lineLimit: How long a line of output may be, in bytes.
  ///   - converse: Talks to the process; returns when it expects nothing more of it.
  /// - Returns: What the conversation returned, nil when the process could not be started; how the
  ///   process ended; and the end of what it wrote to stderr.
  package static func run<Outcome>(
    _ start: Start, watchdog: HostWatchdog, lineLimit: Int, converse: (HostConnection) async -> Outcome
  ) async -> (outcome: Outcome?, exit: HostExit, standardError: String) {
    let streams: Streams
    let program: HostedProgram
    switch start.outcome {
    case .running(let ends, let started): (streams, program) = (ends, started)
    case .failed(let exit): return (nil, exit, "")
    }
    let timer = watchdog.startWatching()
    defer { timer.cancel() }
    watchdog.guardGroup(program)
    // Descendants that hold a pipe open do not delay the end.
    program.atEnd { streams.finish() }
    let standardError = StandardErrorTail()
    let (outcome, exit) = await withTaskGroup(of: Void.self) { reading in
      reading.addTask { while let chunk = await streams.error.read() { standardError.append(chunk) } }
      let outcome = await conversation(streams, standardError, lineLimit, converse)
      let exit = await program.exit()
      return (outcome, exit)
    }
    // Children that the leader left behind keep the group alive.
    watchdog.guardGroup(nil)
    Guardian.end(program)
    return (outcome, start.isSandboxed ? exit.ofSandboxed : exit, standardError.text)
  }

  /// The three pipes of a program.
  fileprivate struct Streams: Sendable {
    let input: PipeEnd
    let output: PipeEnd
    let error: PipeEnd
    /// The program's ends of the pipes.
    let others: [Int32]

    init() throws(SystemError) {
      var others: [Int32] = []
      func pair(isOutput: Bool) throws(SystemError) -> PipeEnd {
        do {
          let (own, other) = try PipeEnd.pair(isOutput: isOutput)
          others.append(other)
          return own
        } catch {
          for file in others { close(file) }
          throw error
        }
      }
      input = try pair(isOutput: false)
      output = try pair(isOutput: true)
      error = try pair(isOutput: true)
      self.others = others
    }

    func finish() { for end in [input, output, error] { end.finish() } }
  }

  /// Runs a program without input, for example a build step.
  ///
  /// - Parameters:
  ///   - command: The program.
  ///   - timeout: How long it may take.
  ///   - isInterrupted: Once it returns true, the program is killed.
  ///   - line: Receives each line of the output but very long ones.
  /// - Returns: How it ended, the end of what it wrote to stderr, and whether it was killed because
  ///   it took too long.
  static func run(
    _ command: HostCommand, timeout: Duration, isInterrupted: @escaping @Sendable () -> Bool = { false },
    line: (String) -> Void
  ) async -> (exit: HostExit, standardError: String, isOverdue: Bool) {
    let watchdog = HostWatchdog(isInterrupted: isInterrupted)
    let (_, exit, standardError) = await run(start(command), watchdog: watchdog, lineLimit: 1 << 20) { connection in
      connection.finishInput()
      watchdog.expect(by: .now + timeout)
      // The rest of a line that is too long is read, too: a program whose output is not read stops.
      while true {
        switch await connection.nextLine() {
        case .line(.short(let bytes)): line(String(decoding: bytes, as: UTF8.self))
        case .line(.long), .tooLong: continue
        case .end: return
        }
      }
    }
    return (exit, standardError, watchdog.isOverdue)
  }

  private static func conversation<Outcome>(
    _ streams: Streams, _ standardError: StandardErrorTail, _ lineLimit: Int,
    _ converse: (HostConnection) async -> Outcome
  ) async -> Outcome {
    await withTaskGroup(of: Void.self) { writing in
      let (stream, outbox) = AsyncStream.makeStream(of: [UInt8].self)
      writing.addTask { [input = streams.input] in
        // A host that does not read its input does not answer, and becomes overdue.
        for await bytes in stream where await !input.write(bytes) { break }
        input.close()
      }
      let connection = HostConnection(
        output: streams.output, outbox: outbox, standardError: standardError, lineLimit: lineLimit)
      let outcome = await converse(connection)
      outbox.finish()
      streams.input.finish()
      return outcome
    }
  }

  /// The command with the path of its program, looked up in `PATH` if it has only a name.
  static func located(_ command: HostCommand) throws(SystemError) -> HostCommand {
    let name = command.executable
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return command }
    let searchPath = SearchPath(command.environment["PATH"] ?? "")
    guard let path = searchPath.program(name) else { throw SystemError(number: ENOENT) }
    var command = command
    command.executable = path
    return command
  }

  /// Why a program cannot be started.
  private static func reason(_ error: SystemError, _ command: HostCommand) -> String {
    if let interpreter = missingInterpreter(of: command) {
      return "\(command.executable): its first line names \"\(interpreter)\", which does not exist"
    }
    if error.number == ENOENT, !command.executable.contains("/") {
      return "there is no program \"\(command.executable)\" on the PATH"
    }
    return "\(command.executable): \(error)"
  }

  /// The interpreter that the first line of a script names, if it does not exist.
  ///
  /// The system's error reads as if the script did not exist.
  private static func missingInterpreter(of command: HostCommand) -> String? {
    let name = command.executable
    var candidates = [name]
    if !name.hasPrefix("/"), let directory = command.directory { candidates.insert("\(directory)/\(name)", at: 0) }
    for path in candidates where SearchPath.isProgram(path) {
      let words = FileLook.interpreter(of: path)
      guard let interpreter = words.first else { continue }
      return unsafe access(interpreter, F_OK) == 0 ? nil : interpreter
    }
    return nil
  }
}
