import Foundation
import Subprocess
import TestSupport

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// One run of the built command, in a directory of its own.
struct CommandRun {
  let status: Int32
  let output: String
  let error: String
  /// The directory that the command ran in.
  let directory: URL

  /// Runs the command and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name.
  ///   - environment: Variables beside `PATH`.
  ///   - wrapper: A program with arguments that runs the command.
  ///   - redirection: What the shell does to the streams of the command, such as `> /dev/full`.
  ///   - outputWithoutReader: Whether the standard output is a pipe without a reader.
  ///   - prepare: Puts files into the working directory.
  ///   - meanwhile: Does something to the command while it runs.
  /// - Throws: Why the command could not be run.
  init(
    _ arguments: [String], environment: [String: String] = [:], wrapper: [String] = [], redirection: String? = nil,
    outputWithoutReader: Bool = false, prepare: (URL) throws -> Void = { _ in },
    meanwhile: (RunningCommand) async throws -> Void = { _ in }
  ) async throws {
    directory = try TestFolder.make()
    try prepare(directory)
    let shell = redirection.map { ["/bin/sh", "-c", "exec \"$0\" \"$@\" \($0)"] }
    let command = (shell ?? wrapper) + [Self.command] + arguments
    let variables = ["PATH": ProgramPath.text].merging(environment) { $1 }
    // Files, not pipes: what is said can be read while the command runs.
    let files = try ["output", "error"].map { name in
      let file = TestFolder.path("-\(name)")
      try Data().write(to: file)
      return file
    }
    let output = try outputWithoutReader ? Self.pipeWithoutReader() : Self.descriptor(of: files[0])
    var overdue: Task<Void, any Error>?
    defer { overdue?.cancel() }
    let run = try await Gate.programs.run { [directory] in
      try await Subprocess.run(
        .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
        environment: .custom(variables.map { Array("\($0)=\($1)\0".utf8) }), workingDirectory: FilePath(directory.path),
        input: .none, output: .fileDescriptor(output, closeAfterSpawningProcess: true),
        error: .fileDescriptor(Self.descriptor(of: files[1]), closeAfterSpawningProcess: true)
      ) { execution in
        let running = RunningCommand(
          process: execution.processIdentifier.value, directory: directory, errorFile: files[1])
        overdue = Task {
          try await Task.sleep(for: ProgramRun.patience)
          running.end()
        }
        do { try await meanwhile(running) } catch {
          running.interrupt()
          running.interrupt()
          throw error
        }
      }
    }
    status = ProgramRun.status(run.terminationStatus)
    self.output = try String(contentsOf: files[0], encoding: .utf8)
    error = try String(contentsOf: files[1], encoding: .utf8)
  }

  private static func descriptor(of file: URL) throws -> FileDescriptor { try .open(FilePath(file.path), .writeOnly) }

  private static func pipeWithoutReader() throws -> FileDescriptor {
    let (reader, writer) = try FileDescriptor.pipe()
    try reader.close()
    return writer
  }

  /// The text of a file in the directory of the run; nil without it.
  func file(_ path: String) -> String? { try? String(contentsOf: directory.appending(path: path), encoding: .utf8) }

  /// The root of the package.
  static let package = URL(filePath: Repository.root)

  /// The command that was built along with the tests.
  private static let command = ProgramRun.built("aplus-check")
}
