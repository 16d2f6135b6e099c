import APlusJSON
import TestSupport

/// Runs the reference's host on some lines and gives what it wrote.
///
/// - Parameters:
///   - lines: Its input.
///   - delay: How many milliseconds late the host starts handlers; nil where it does not.
/// - Returns: Its exit status and its lines.
/// - Throws: An error of the system, or of a line that is no JSON.
func answers(to lines: [String], _ delay: Int? = nil) async throws -> (status: Int32, lines: [JSON]) {
  let run = try await ProgramRun(
    ProgramRun.built(delay == nil ? "aplus-mutants" : "late-host"), [delay.map { String($0) } ?? "reference"],
    input: lines.map { $0 + "\n" }.joined())
  return (run.status, try run.output.split(separator: "\n").map { try JSON(parsing: String($0)) })
}
