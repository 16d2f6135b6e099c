import Foundation
import Testing

/// Gives each test of a suite a folder, which is gone after the test.
struct TestFolder: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal private static var current: URL?

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aplus-check-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await Self.$current.withValue(folder) { try await function() }
  }

  /// A path in the folder of the running test, where nothing is yet.
  static func path(_ suffix: String = "") -> URL {
    guard let current else {
      let test = Test.current.map { "\($0.id)" } ?? "a test"
      preconditionFailure("\(test) needs the trait .testFolder")
    }
    return current.appending(path: "\(UUID())\(suffix)")
  }

  /// Makes a folder in that of the running test.
  static func make() throws -> URL {
    let folder = path()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

extension Trait where Self == TestFolder {
  /// Each test has a folder, in which commands run.
  static var testFolder: Self { Self() }
}
