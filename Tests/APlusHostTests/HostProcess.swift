import APlusJSON
import TestSupport

/// Runs the reference's host on some lines and gives what it wrote.
///
/// - Parameters:
///   - lines: Its input.
///   - lateness: What makes the host start handlers late, as the arguments of `late-host`; empty where nothing does.
/// - Returns: Its exit status and its lines.
/// - Throws: An error of the system, or of a line that is no JSON.
func answers(to lines: [String], late lateness: [String] = []) async throws -> (status: Int32, lines: [JSON]) {
  let run = try await ProgramRun(
    ProgramRun.built(lateness.isEmpty ? "aplus-mutants" : "late-host"), lateness.isEmpty ? ["reference"] : lateness,
    input: lines.map { $0 + "\n" }.joined())
  return (run.status, try run.output.split(separator: "\n").map { try JSON(parsing: String($0)) })
}
