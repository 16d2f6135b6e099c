package import APlusModel

/// The facts that reports need besides the result of a run.
package struct ReportContext: Sendable {
  /// The version of the tool.
  package var toolVersion: String
  /// The tool as the user called it; part of the command that repeats a failure.
  package var program: String
  /// All requirements of the catalogue, in its order.
  package var requirements: [Requirement]
  /// The selected requirements that are not machine-checkable.
  package var untestable: [Requirement]
  /// The directory that paths in reports are relative to; reports omit paths outside it.
  package var workingDirectory: String
  /// The root of the repository that a build server has checked out; nil for the working directory.
  package var repository: String?
  /// The directory of cases that the command line names, part of the command that repeats a
  /// failure; nil where it names none.
  package var specsArgument: String?
  /// The options that affect the result of a case; also part of that command.
  package var replayArguments: [String]
  /// The origins of generated cases, which are in no file, by their ids.
  package var origins: [String: CaseOrigin] = [:]

  package init(
    toolVersion: String, program: String = "aplus-check", requirements: [Requirement] = [],
    untestable: [Requirement] = [], workingDirectory: String, repository: String? = nil, specsArgument: String? = nil,
    replayArguments: [String] = []
  ) {
    self.toolVersion = toolVersion
    self.program = program
    self.requirements = requirements
    self.untestable = untestable
    self.workingDirectory = workingDirectory
    self.repository = repository
    self.specsArgument = specsArgument
    self.replayArguments = replayArguments
  }

  /// The text of a requirement; nil when the catalogue does not have it.
  func text(of requirement: String) -> String? { requirements.first { $0.number == requirement }?.text }

  /// The file and line of a baseline's entry, for messages.
  func shownPlace(of entry: ExpectedFailure) -> String { "\(relativePath(entry.file) ?? entry.file):\(entry.line)" }

  /// The path relative to the working directory; nil outside it.
  func relativePath(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return path.hasPrefix("../") ? nil : Self.plain(path) }
    return Self.path(path, below: workingDirectory)
  }

  /// The path as a reader types it with the fewest letters: relative to the working directory, or absolute.
  func shortestPath(_ path: String) -> String { relativePath(path) ?? ShortPath.of(path, from: workingDirectory) }

  /// The path relative to the root of the repository; nil outside it.
  func repositoryPath(_ path: String) -> String? {
    let whole = path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)"
    return Self.path(Self.resolved(whole), below: repository ?? workingDirectory)
  }

  /// An absolute path without the names `.` and `..`.
  private static func resolved(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  /// Drops the `./` of a command line: build servers match files by names without it.
  private static func plain(_ path: String) -> String { path.hasPrefix("./") ? String(path.dropFirst(2)) : path }

  private static func path(_ path: String, below root: String) -> String? {
    let root = root.hasSuffix("/") ? root : root + "/"
    let rest = path.hasPrefix(root) ? path.dropFirst(root.count) : ""
    return rest.isEmpty ? nil : String(rest)
  }
}

/// The origin of a generated case, which is in no file.
package struct CaseOrigin: Sendable {
  /// The arguments of the command that generates and runs it again.
  package var replay: [String]
  /// The lines that the console shows below the picture.
  package var lines: [String]

  package init(replay: [String], lines: [String]) {
    self.replay = replay
    self.lines = lines
  }
}
