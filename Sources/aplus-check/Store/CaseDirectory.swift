import APlusFuzz
import APlusJSON
import APlusModel
import Foundation

/// A directory that findings are saved in, each as a case file that `--specs` loads.
///
/// Case files that are there stay; a finding that was saved before is written again. So the
/// directories of many machines can be merged by copying.
struct CaseDirectory {
  private static let chapter = CaseFile.chapter
  private let path: String

  /// Checks, before the search, that the directory can be written to.
  init(preparing path: String) throws(Failure) {
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    if !FileManager.default.fileExists(atPath: tables) { _ = try OutputFile(preparing: tables) }
    if ownsRequirements { _ = try OutputFile(preparing: requirements) }
  }

  private var tables: String { "\(path)/tables.json" }
  private var requirements: String { "\(path)/\(Self.chapter)/requirements.json" }

  /// The source that the tool states in its file of requirements.
  private static let source = "Generated programs"

  /// Whether the file of requirements is the tool's own, or there is none yet.
  private var ownsRequirements: Bool {
    guard let data = FileManager.default.contents(atPath: requirements) else {
      return !FileManager.default.fileExists(atPath: requirements)
    }
    let document = try? JSON(parsing: Array(data), name: requirements)
    return document?["source"]?.stringValue == Self.source
  }

  static func path(of finding: Finding, in directory: String) -> String {
    let folder = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    return "\(folder)/\(chapter)/\(CaseFile(finding).id).json"
  }

  /// Writes the findings, and the other files that a directory of cases needs.
  func write(_ findings: [Finding], _ catalogue: [Requirement]) throws(Failure) {
    // The directory may have tables that its other cases use.
    if !FileManager.default.fileExists(atPath: tables) {
      let empty: JSON = ["format": "aplus-tables/1", "tables": [:]]
      try OutputFile(preparing: tables).write(empty.serialized(pretty: true) + "\n")
    }
    if ownsRequirements { try OutputFile(preparing: requirements).write(Self.text(of: catalogue)) }
    for finding in findings {
      try OutputFile(preparing: Self.path(of: finding, in: path)).write(CaseFile(finding).text)
    }
  }

  /// All requirements of the catalogue, so that the file is the same on every machine.
  private static func text(of catalogue: [Requirement]) -> String {
    let requirements = catalogue.map { requirement -> JSON in
      [
        "number": .string(requirement.number), "level": .string(requirement.level.rawValue),
        "text": .string(requirement.text),
      ]
    }
    let document: JSON = [
      "format": "aplus-requirements/1", "chapter": .string(chapter), "source": .string(source),
      "sections": [["title": "Found", "requirements": .array(requirements)]],
    ]
    return document.serialized(pretty: true) + "\n"
  }
}
