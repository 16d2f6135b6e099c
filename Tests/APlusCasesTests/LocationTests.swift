import APlusCases
import APlusJSON
import APlusModel
import Foundation
import TestSupport
import Testing

@Suite("The place of the specifications") struct LocationTests {
  @Test func `a directory of the working directory counts only where it is named`() throws {
    let project = ProjectSpecs.directory + ".."
    #expect(throws: ReadErrors.self) {
      try SpecLibrary.locate(named: nil, workingDirectory: project, executable: "/nowhere/aplus-check")
    }
    let named = try SpecLibrary.locate(
      named: ProjectSpecs.directory, workingDirectory: project, executable: "/nowhere/aplus-check")
    #expect(named == ProjectSpecs.directory)
  }

  @Test func `a directory above the executable is found`() throws {
    let found = try SpecLibrary.locate(
      named: nil, workingDirectory: "/nowhere", executable: ProjectSpecs.directory + "../.build/release/aplus-check")
    #expect(found.hasSuffix("specs"))
  }

  @Test func `an installed program takes what is installed with it`() throws {
    let root = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let specs = "\(root)/share/aplus-check/specs"
    try FileManager.default.createDirectory(atPath: specs, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(specs)/tables.json"))
    let found = try SpecLibrary.locate(
      named: nil, workingDirectory: ProjectSpecs.directory + "aplus", executable: "\(root)/bin/aplus-check")
    #expect(found == specs)
  }

  @Test func `a directory that is named must hold cases`() {
    let error = #expect(throws: ReadErrors.self) {
      try SpecLibrary.locate(named: "/nowhere", workingDirectory: "/", executable: "/")
    }
    #expect(error?.description == "/nowhere: found no cases, expected a directory with CHAPTER/NAME.json")
  }
}
