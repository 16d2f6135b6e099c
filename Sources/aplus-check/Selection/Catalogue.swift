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

  /// Loads the named directory, or else the default one.
  static func load(specs: String?) throws(Failure) -> Catalogue {
    do {
      let directory = try SpecLibrary.locate(
        named: specs,
        workingDirectory: FileManager.default.currentDirectoryPath,
        executable: Executable.path
      )
      let library = try SpecLibrary(directory: directory)
      let random = RandomChapter.cases(of: library.requirements.all)
      return Catalogue(
        scenarios: library.scenarios + random,
        requirements: library.requirements.all,
        chapters: library.chapters + (random.isEmpty ? [] : [RandomChapter.name])
      )
    } catch {
      throw Failure(.harnessError, error.description)
    }
  }

  /// Selects cases by chapter and pattern, with a warning about patterns without a match.
  ///
  /// Requirements that are not machine-checkable are selected by their number.
  func selecting(chapters names: [String], filter: CaseFilter) throws(Failure) -> Catalogue {
    for name in names where !chapters.contains(name) {
      let known = chapters.joined(separator: ", ")
      throw Failure(.usage, "there is no chapter '\(name)'; there are: \(known)")
    }
    func isChosen(_ chapter: String) -> Bool { names.isEmpty || names.contains(chapter) }
    let inChapters = scenarios.filter { isChosen($0.chapter) }
    let selected = Catalogue(
      scenarios: inChapters.filter { filter.selects($0.id) },
      requirements: requirements.filter { isChosen($0.chapter) && filter.selects($0.number) },
      chapters: chapters
    )
    guard !selected.scenarios.isEmpty else {
      throw Failure(.nothingSelected, "no case is selected; 'aplus-check list' shows them")
    }
    for pattern in filter.unused(among: inChapters.map(\.id)) {
      Console.write(
        "warning: --filter '\(TerminalEscaping.line(pattern))' matches no case\n",
        to: .standardError
      )
    }
    return selected
  }
}
