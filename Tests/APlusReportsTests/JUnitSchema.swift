import Foundation

/// The strict JUnit schema, where `make schema` has fetched it.
enum JUnitSchema {
  private static let schema = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build/junit-10.xsd")
  private static let validator = URL(filePath: "/usr/bin/xmllint")

  static var isAvailable: Bool {
    [schema, validator].allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Gives what the validator says; empty for a valid document.
  static func complaints(about document: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xml")
    try Data(document.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = validator
    process.arguments = ["--noout", "--schema", schema.path, file.path]
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : String(decoding: said, as: UTF8.self)
  }
}
