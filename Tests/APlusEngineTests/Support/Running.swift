import Foundation

/// Runs an executable of this package and waits for its end.
func run(
  _ name: String,
  _ arguments: [String],
  input: String = ""
) throws -> (status: Int32, output: String) {
  let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  let process = Process()
  process.executableURL = folder.appendingPathComponent(name)
  process.arguments = arguments
  let standardInput = Pipe()
  let standardOutput = Pipe()
  process.standardInput = standardInput
  process.standardOutput = standardOutput
  try process.run()
  try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
  try standardInput.fileHandleForWriting.close()
  let data = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}
