import APlusCases
import APlusFuzz
import APlusJSON
import APlusModel
import APlusReports
import Foundation

/// All cases and requirements.
struct Catalogue {
  var scenarios: [Scenario]
  var requirements: [Requirement]
  /// In the order of the cases.
  var chapters: [String]
  /// The chapters that run only where the options name them or one of their cases.
  var optIn: Set<String>

  /// Loads the named directory, or else the default one.
  static func load(specs: String?) throws(Failure) -> Catalogue {
    do {
      let directory = try SpecLibrary.locate(
        named: specs,
        workingDirectory: FileManager.default.currentDirectoryPath,
        executable: Executable.path
      )
      let library = try SpecLibrary(directory: directory, withOptIn: true)
      let random = RandomChapter.cases(of: library.requirements.all)
      return Catalogue(
        scenarios: library.scenarios + random,
        requirements: library.requirements.all,
        chapters: library.chapters + (random.isEmpty ? [] : [RandomChapter.name]),
        optIn: library.requirements.optIn
      )
    } catch {
      throw Failure(.harnessError, error.description)
    }
  }

  /// Selects cases by chapter and pattern, with a warning about patterns without a match.
  ///
  /// Requirements that are not machine-checkable are selected by their number. If no chapter is
  /// named, a case of an opt-in chapter is selected only where a pattern without a wildcard names
  /// the case or its requirement, as the command that repeats a failure does.
  ///
  /// - Parameters:
  ///   - names: The chapters; none for those of a default run.
  ///   - filter: The patterns.
  ///   - withOptIn: Whether no names select all chapters, including those that are opt-in.
  ///   - orRequirements: Whether a selection of requirements that have no cases is enough.
  /// - Returns: The cases and requirements that are selected.
  /// - Throws: A failure where a chapter is unknown, or nothing is selected.
  func selecting(
    chapters names: [String],
    filter: CaseFilter,
    withOptIn: Bool = false,
    orRequirements: Bool = false
  ) throws(Failure) -> Catalogue {
    for name in names where !chapters.contains(name) {
      let known = chapters.joined(separator: ", ")
      throw Failure(.usage, "there is no chapter '\(name)'; there are: \(known)")
    }
    func isChosen(_ chapter: String, _ id: String) -> Bool {
      guard names.isEmpty else { return names.contains(chapter) }
      return withOptIn || !optIn.contains(chapter) || filter.spells(id)
    }
    let inChapters = scenarios.filter { isChosen($0.chapter, $0.id) }
    let selected = Catalogue(
      scenarios: inChapters.filter { filter.selects($0.id) },
      requirements: requirements.filter {
        isChosen($0.chapter, $0.number) && filter.selects($0.number)
      },
      chapters: chapters,
      optIn: optIn
    )
    var known = inChapters.map(\.id)
    if orRequirements {
      known += requirements.filter { isChosen($0.chapter, $0.number) }.map(\.number)
    }
    guard known.contains(where: filter.selects) else {
      throw Failure(.nothingSelected, "no case is selected; 'aplus-check list' shows the cases")
    }
    for pattern in filter.unused(among: known) {
      Console.write(
        "warning: --filter '\(TerminalEscaping.line(pattern))' matches no case\n",
        to: .standardError
      )
    }
    return selected
  }
}
