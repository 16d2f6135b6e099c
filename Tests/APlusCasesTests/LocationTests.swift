import APlusCases
import APlusJSON
import APlusModel
import Testing

@Suite("The place of the specifications") struct LocationTests {
  @Test func `a directory above the working directory is found`() throws {
    let found = try SpecLibrary.locate(
      named: nil,
      workingDirectory: ProjectSpecs.directory + "aplus",
      executable: "/nowhere/aplus-check"
    )
    #expect(try SpecLibrary(directory: found, chapters: ["aplus"]).scenarios.count == 889)
  }

  @Test func `a directory above the executable is found`() throws {
    let found = try SpecLibrary.locate(
      named: nil,
      workingDirectory: "/nowhere",
      executable: ProjectSpecs.directory + "../.build/release/aplus-check"
    )
    #expect(found.hasSuffix("specs"))
  }

  @Test func `a directory that is named must hold the tables`() {
    let error = #expect(throws: ReadErrors.self) {
      try SpecLibrary.locate(named: "/nowhere", workingDirectory: "/", executable: "/")
    }
    #expect(error?.description == "/nowhere: found no \"tables.json\", expected it to hold one")
  }
}
