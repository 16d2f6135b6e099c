#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A run of `aplus-check` on one adapter.
struct ConformanceRun {
  private let program: String
  private let arguments: [String]
  private let baseline: String?

  /// Finds the program, the adapter and the baseline.
  ///
  /// - Throws: What cannot be found, and how to provide it.
  init(_ adapter: String, options: [String], baseline: String?, testFile: String) throws(ConformanceError) {
    program = try Places.program()
    let expected = baseline ?? Places.sibling("expected-failures.txt", of: testFile)
    self.baseline = expected
    let list = expected.map { ["--baseline", $0] } ?? []
    arguments = ["run", "--adapter", try Places.adapter(adapter), "--quiet", "--no-github"] + list + options
  }

  /// Runs the cases, and reads what they showed.
  ///
  /// - Throws: Why there are no results, with what the program wrote.
  func results() async throws(ConformanceError) -> Results {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aplus-testing-\(UUID().uuidString)")
    do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
      throw ConformanceError(description: "cannot create \(folder.path): \(error)")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "results.json")
    let output = folder.appending(path: "output.txt")
    let child = ChildProcess(program, arguments + ["--report", "json=\(file.path)"], output: output.path)
    let end = try await child.run()
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    guard let data = try? Data(contentsOf: file) else {
      throw ConformanceError(description: "\(program) wrote no results (\(end)):\n\(text)")
    }
    let failure = end.isSuccess ? nil : "\(program): \(end)\n\(text)"
    do { return try Results(data, baseline: baseline, unless: failure) } catch let error as ConformanceError {
      throw error
    } catch { throw ConformanceError(description: "the results of \(program) cannot be read: \(error)") }
  }
}
