import APlusCases
import APlusFuzz
import APlusHosting
import APlusJSON
import APlusModel
import APlusReports
import Foundation

/// All cases and requirements.
struct Catalogue {
  var scenarios: [Scenario]
  /// The names of all cases, also of those that were not loaded.
  var names: [ScenarioName]
  var requirements: [Requirement]
  /// In the order of the cases.
  var chapters: [String]
  /// The chapters that run only where the options name them or one of their cases.
  var optIn: Set<String>

  /// Loads the named directory, or else the default one: all cases, or those that are chosen.
  ///
  /// - Parameters:
  ///   - specs: The directory; nil for the default one.
  ///   - choice: The cases that are wanted; nil for all.
  ///   - adapters: If given, cases about values of languages that none of them has are left out, unless all are.
  /// - Returns: The cases, and the requirements of the directory.
  /// - Throws: What is wrong with the directory.
  static func load(specs: String?, choosing choice: CaseChoice? = nil, for adapters: [Adapter] = []) throws(Failure)
    -> Catalogue
  {
    let languages = adapters.map(\.kindLanguages)
    var leavesOut = false
    do {
      let directory = try SpecLibrary.locate(
        named: specs, workingDirectory: FileManager.default.currentDirectoryPath, executable: Executable.path)
      func isChosen(_ name: ScenarioName, isOptIn: Bool) -> Bool { choice?.selects(name, isOptIn: isOptIn) ?? true }
      var library = try SpecLibrary(directory: directory, withOptIn: true) { name, needs, isOptIn in
        guard isChosen(name, isOptIn: isOptIn) else { return false }
        let isAsked =
          languages.isEmpty || languages.contains { known in known.map { !needs.areForeign(to: $0) } ?? true }
        leavesOut = leavesOut || !isAsked
        return isAsked
      }
      // Without a case, no host would start and say what the adapter can do.
      if library.scenarios.isEmpty, leavesOut {
        library = try SpecLibrary(directory: directory, withOptIn: true) { isChosen($0, isOptIn: $2) }
      }
      let random = RandomChapter.cases(of: library.requirements.all)
      return Catalogue(
        scenarios: library.scenarios + random,
        names: library.names + random.map { ScenarioName(chapter: $0.chapter, id: $0.id) },
        requirements: library.requirements.all,
        chapters: library.chapters + (random.isEmpty ? [] : [RandomChapter.name]), optIn: library.requirements.optIn)
    } catch { throw Failure(.harnessError, error.description) }
  }

  /// How many cases the chosen chapters have, whatever the patterns select of them.
  func count(inChaptersOf choice: CaseChoice) -> Int {
    names.count { choice.isInChapters($0.chapter, $0.id, isOptIn: optIn.contains($0.chapter)) }
  }

  /// Selects the chosen cases, with a warning about patterns without a match.
  ///
  /// - Parameters:
  ///   - choice: The chapters and patterns.
  ///   - orRequirements: Whether a selection of requirements that have no cases is enough.
  /// - Returns: The cases and requirements that are selected.
  /// - Throws: A failure where a chapter is unknown, or nothing is selected.
  func selecting(_ choice: CaseChoice, orRequirements: Bool = false) throws(Failure) -> Catalogue {
    for name in choice.chapters where !chapters.contains(name) {
      let hint = chapters.nearest(to: name).map { "; did you mean '\($0)'?" } ?? ""
      throw Failure(.usage, "there is no chapter '\(name)'; there are: \(chapters.joined(separator: ", "))\(hint)")
    }
    func isInChapters(_ chapter: String, _ id: String) -> Bool {
      choice.isInChapters(chapter, id, isOptIn: optIn.contains(chapter))
    }
    let filter = choice.filter
    var selected = self
    selected.scenarios.removeAll { !isInChapters($0.chapter, $0.id) || !filter.selects($0.id) }
    selected.requirements.removeAll { !isInChapters($0.chapter, $0.number) || !filter.selects($0.number) }
    var known = names.filter { isInChapters($0.chapter, $0.id) }.map(\.id)
    if orRequirements { known += requirements.filter { isInChapters($0.chapter, $0.number) }.map(\.number) }
    guard known.contains(where: filter.selects) else {
      let hasComma = filter.unused(among: known).contains { $0.contains(",") && !$0.hasPrefix("re:") }
      let hint = hasComma ? "; a pattern is one glob: repeat --filter for each" : ""
      let patterns = filter.unused(among: known).map { "--filter '\($0)' matches no case" }
      let what = patterns.isEmpty ? "no case is selected" : patterns.joined(separator: ", ")
      throw Failure(.nothingSelected, "\(what); 'aplus-check list' shows the cases\(hint)")
    }
    for pattern in filter.unused(among: known) {
      Console.write("warning: --filter '\(pattern)' matches no case\n", to: .standardError)
    }
    return selected
  }
}

/// The cases that options choose, by chapter and pattern.
///
/// Requirements that are not machine-checkable are chosen by their number. If no chapter is named, a
/// case of an opt-in chapter is chosen only where a pattern without a wildcard names the case or its
/// requirement, as the command that repeats a failure does.
struct CaseChoice {
  /// The named chapters; none for those of a default run.
  var chapters: [String]
  let filter: CaseFilter
  /// Whether no names choose all chapters, including those that are opt-in.
  var withOptIn = false

  /// Whether the case is chosen.
  func selects(_ name: ScenarioName, isOptIn: Bool) -> Bool {
    isInChapters(name.chapter, name.id, isOptIn: isOptIn) && filter.selects(name.id)
  }

  /// Whether a case or requirement is in a chosen chapter.
  func isInChapters(_ chapter: String, _ id: String, isOptIn: Bool) -> Bool {
    guard chapters.isEmpty else { return chapters.contains(chapter) }
    return withOptIn || !isOptIn || filter.spells(id)
  }
}
