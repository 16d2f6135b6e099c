import Foundation

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
  ///   - redirection: What the shell does to the streams of the command, such as `> /dev/full`.
  ///   - outputWithoutReader: Whether the standard output is a pipe that nobody reads.
  ///   - prepare: Puts files into the working directory.
  ///   - meanwhile: Does something to the command while it runs.
  /// - Throws: Why the command could not be run.
  init(
    _ arguments: [String],
    environment: [String: String] = [:],
    redirection: String? = nil,
    outputWithoutReader: Bool = false,
    prepare: (URL) throws -> Void = { _ in },
    meanwhile: (RunningCommand) throws -> Void = { _ in }
  ) throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "aplus-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try prepare(directory)
    let process = Process()
    if let redirection {
      process.executableURL = URL(filePath: "/bin/sh")
      let line = "exec \"$0\" \"$@\" \(redirection)"
      process.arguments = ["-c", line, Self.command.path] + arguments
    } else {
      process.executableURL = Self.command
      process.arguments = arguments
    }
    process.currentDirectoryURL = directory
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = ["PATH": path].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: two pipes that are read one after the other can block the command.
    let files = try ["output", "error"].map { name in
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(name)")
      try Data().write(to: file)
      return file
    }
    let pipe = Pipe()
    if outputWithoutReader { try pipe.fileHandleForReading.close() }
    let outputFile = try FileHandle(forWritingTo: files[0])
    process.standardOutput = outputWithoutReader ? pipe.fileHandleForWriting : outputFile
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    do {
      try meanwhile(
        RunningCommand(process: process, directory: directory, errorFile: files[1])
      )
    } catch {
      process.interrupt()
      process.interrupt()
      throw error
    }
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOf: files[0], encoding: .utf8)
    error = try String(contentsOf: files[1], encoding: .utf8)
    for file in files { try FileManager.default.removeItem(at: file) }
  }

  /// Removes the directory of the run.
  func clean() {
    try? FileManager.default.removeItem(at: directory)
  }

  /// The text of a file in the directory of the run; nil without it.
  func file(_ path: String) -> String? {
    try? String(contentsOf: directory.appending(path: path), encoding: .utf8)
  }

  /// The root of the package.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The command that was built along with the tests.
  private static let command = products.appending(path: "aplus-check")

  /// The directory of what was built along with the tests.
  static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return bundle?.bundleURL.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }()
}
