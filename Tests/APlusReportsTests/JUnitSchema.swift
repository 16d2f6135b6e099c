import Foundation
import TestSupport

/// The strict JUnit schema, where `make schema` has fetched it.
enum JUnitSchema {
  private static let schema = URL(filePath: Repository.root + ".build/junit-10.xsd")
  private static let validator = URL(filePath: "/usr/bin/xmllint")

  static var isAvailable: Bool { [schema, validator].allSatisfy { FileManager.default.fileExists(atPath: $0.path) } }

  /// Gives what the validator says; empty for a valid document.
  static func complaints(about document: String) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xml")
    try Data(document.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try await ProgramRun(validator.path, ["--noout", "--schema", schema.path, file.path])
    return run.status == 0 ? "" : run.error
  }
}
