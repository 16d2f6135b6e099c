import Dispatch
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One process, from its start to the end of its whole process group.
package enum HostProcess {
  /// Starts a process and has a conversation with it.
  ///
  /// When the conversation returns, or when the watchdog ends the process, the process group is
  /// ended and the process is reaped. Descendants that hold the pipes open do not delay the return.
  ///
  /// - Parameters:
  ///   - command: What to start.
  ///   - watchdog: Ends the process when a deadline of the conversation passes.
  ///   - lineLimit: How long a line of output may be, in bytes.
  ///   - converse: Talks to the process; returns when it expects nothing more of it.
  /// - Returns: What the conversation returned, nil when the process could not be started; how the
  ///   process ended; and the end of what it wrote to stderr.
  package static func run<Outcome>(
    _ command: HostCommand,
    watchdog: HostWatchdog,
    lineLimit: Int,
    converse: (HostConnection) async -> Outcome
  ) async -> (outcome: Outcome?, exit: HostExit, standardError: String) {
    let standardError = StandardErrorTail()
    let timer = watchdog.startWatching()
    defer { timer.cancel() }
    var outcome: Outcome?
    var exit: HostExit
    do {
      let record = try await Subprocess.run(
        configuration(of: command),
        input: .inputWriter,
        output: .sequence,
        error: .sequence
      ) { execution in
        watchdog.guardGroup(execution.processIdentifier.value)
        outcome = await conversation(execution, standardError, lineLimit, converse)
      }
      exit =
        switch record.terminationStatus {
        case .exited(let code): .exited(code)
        case .signaled(let number): .signalled(number)
        }
    } catch {
      exit = .notStarted(
        missingInterpreter(of: command).map {
          "\(command.executable): its first line names \"\($0)\", which is not there"
        } ?? String(describing: error)
      )
    }
    // The group outlives its leader when children were left behind.
    watchdog.endGroup()
    watchdog.guardGroup(nil)
    return (outcome, exit, standardError.text)
  }

  /// Runs a program without input, such as a build step.
  ///
  /// - Parameters:
  ///   - command: The program.
  ///   - timeout: How long it may take.
  ///   - isInterrupted: Once true, it is ended.
  ///   - line: Gets each line of its output.
  /// - Returns: How it ended, and the end of what it wrote to stderr.
  static func run(
    _ command: HostCommand,
    timeout: Duration,
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    line: (String) -> Void
  ) async -> (exit: HostExit, standardError: String) {
    let watchdog = HostWatchdog(isInterrupted: isInterrupted)
    let (_, exit, standardError) = await run(command, watchdog: watchdog, lineLimit: 1 << 20) {
      connection in
      connection.finishInput()
      watchdog.expect(by: .now + timeout)
      while case .line(let next) = await connection.nextLine() {
        guard case .short(let bytes) = next else { continue }
        line(String(decoding: bytes, as: UTF8.self))
      }
    }
    return (exit, standardError)
  }

  private static func conversation<Outcome>(
    _ execution: Execution<CustomWriteInput, SequenceOutput, SequenceOutput>,
    _ standardError: StandardErrorTail,
    _ lineLimit: Int,
    _ converse: (HostConnection) async -> Outcome
  ) async -> Outcome {
    await withTaskGroup(of: Void.self) { reading in
      reading.addTask {
        do {
          for try await chunk in execution.standardError {
            standardError.append(unsafe chunk.withUnsafeBytes { unsafe Array($0) })
          }
        } catch {
          // The pipe is closed; the exit of the process is reported.
        }
      }
      return await withTaskGroup(of: Void.self) { writing in
        let (stream, outbox) = AsyncStream.makeStream(of: [UInt8].self)
        writing.addTask {
          do {
            for await bytes in stream {
              _ = try await execution.standardInputWriter.write(bytes)
            }
            try await execution.standardInputWriter.finish()
          } catch {
            // A host that does not read does not answer, and becomes overdue.
          }
        }
        let connection = HostConnection(
          output: execution.standardOutput,
          outbox: outbox,
          standardError: standardError,
          lineLimit: lineLimit
        )
        let outcome = await converse(connection)
        outbox.finish()
        writing.cancelAll()
        return outcome
      }
    }
  }

  private static func configuration(of command: HostCommand) -> Configuration {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = []
    var variables: [Environment.Key: String] = [:]
    for (name, value) in command.environment {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    return Configuration(
      executable: executable(of: command),
      arguments: Arguments(command.arguments),
      environment: .custom(variables),
      workingDirectory: command.directory.map { FilePath($0) },
      platformOptions: options
    )
  }

  /// The program to start; the library would start a process for each directory of `PATH`.
  private static func executable(of command: HostCommand) -> Executable {
    let name = command.executable
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return .path(FilePath(name)) }
    for directory in (command.environment["PATH"] ?? "").split(separator: ":") {
      let path = "\(directory)/\(name)"
      // A relative directory would be taken as one below the host's directory.
      if directory.hasPrefix("/"), isProgram(path) { return .path(FilePath(path)) }
    }
    return .name(name)
  }

  /// The interpreter in the first line of a script, where it does not exist.
  ///
  /// The system's error reads as if the script did not exist.
  private static func missingInterpreter(of command: HostCommand) -> String? {
    let name = command.executable
    var candidates = [name]
    if !name.hasPrefix("/"), let directory = command.directory {
      candidates.insert("\(directory)/\(name)", at: 0)
    }
    for path in candidates where isProgram(path) {
      let file = unsafe open(path, O_RDONLY)
      guard file >= 0 else { continue }
      defer { close(file) }
      var start = [UInt8](repeating: 0, count: 256)
      let size = start.count
      let count = unsafe read(file, &start, size)
      let line = String(decoding: start.prefix(max(0, count)), as: UTF8.self)
        .prefix { !$0.isNewline }
      guard line.hasPrefix("#!") else { continue }
      let words = line.dropFirst(2).split(whereSeparator: \.isWhitespace)
      guard let interpreter = words.first.map(String.init) else { continue }
      return unsafe access(interpreter, F_OK) == 0 ? nil : interpreter
    }
    return nil
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
