import APlusJSON
import Foundation

/// Runs the reference's host on some lines and gives what it wrote.
///
/// - Parameters:
///   - lines: Its input.
///   - delay: How many milliseconds late the host starts handlers; nil where it does not.
/// - Returns: Its exit status and its lines.
/// - Throws: An error of the system, or of a line that is no JSON.
func answers(to lines: [String], _ delay: Int? = nil) throws -> (status: Int32, lines: [JSON]) {
  let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  let process = Process()
  process.executableURL = folder.appendingPathComponent("reference-host")
  process.arguments = delay.map { [String($0)] } ?? []
  let input = Pipe()
  let output = Pipe()
  process.standardInput = input
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  try input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
  try input.fileHandleForWriting.close()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  let text = String(decoding: data, as: UTF8.self)
  return (
    process.terminationStatus, try text.split(separator: "\n").map { try JSON(parsing: String($0)) }
  )
}
