/// What reports need to know besides the result of a run.
package struct ReportContext: Sendable {
  /// The version of the tool.
  package var toolVersion: String
  /// The requirements that were selected, in the order of the catalogue.
  package var requirements: [ReportedRequirement]
  /// The directory that paths in files are relative to; a path outside it is left out.
  package var workingDirectory: String
  /// The directory of cases, when the command line named one; part of the command that repeats a failure.
  package var specsArgument: String?

  package init(
    toolVersion: String,
    requirements: [ReportedRequirement] = [],
    workingDirectory: String,
    specsArgument: String? = nil
  ) {
    self.toolVersion = toolVersion
    self.requirements = requirements
    self.workingDirectory = workingDirectory
    self.specsArgument = specsArgument
  }

  /// The wording of a requirement; nil when the catalogue does not have it.
  func text(of requirement: String) -> String? {
    requirements.first { $0.id == requirement }?.text
  }

  /// The path relative to the working directory; nil outside it.
  func relativePath(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return path.hasPrefix("../") ? nil : path }
    let root = workingDirectory.hasSuffix("/") ? workingDirectory : workingDirectory + "/"
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
  }
}

/// One requirement of the catalogue, as reports show it.
package struct ReportedRequirement: Sendable, Hashable {
  /// Its number, such as `2.2.4`.
  package var id: String
  package var chapter: String
  /// The requirement in the catalogue's words.
  package var text: String
  /// Why no machine can check it; nil when cases do.
  package var untestable: String?

  package init(id: String, chapter: String, text: String, untestable: String? = nil) {
    self.id = id
    self.chapter = chapter
    self.text = text
    self.untestable = untestable
  }
}
