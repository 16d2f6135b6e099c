import APlusReports
import ArgumentParser
import Foundation

/// The options that select cases.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Select chapters, opt-in chapters included: names with commas; repeatable.", valueName: "name,…"),
    completion: Completions.chapters) var chapter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select cases by id; repeatable.",
      discussion: """
        A glob such as '2.2.*', or 're:' and a regular expression; a leading '!' excludes. \
        '2.2.4-b' includes its variants, and 'RX-C10' selects the cases of that requirement. A \
        pattern without a match gives a warning; an empty selection is an error (5).
        """, valueName: "pattern"), completion: Completions.cases) var filter: [String] = []

  @Option(help: ArgumentHelp("Directory of the cases (default: the tool's own).", valueName: "dir")) var specs: String?

  private var chapters: [String] {
    chapter.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The cases that the options choose.
  var choice: CaseChoice { get throws(Failure) { CaseChoice(chapters: chapters, filter: try CaseFilter(filter)) } }
}

/// The options for expected failures.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File of expected failures (default: expected-failures.txt beside the manifest).", valueName: "file"))
  var baseline: String?

  @Flag(help: "Expect no failure, and read no file of expected failures.") var noBaseline = false

  @Flag(help: "Record the failures of this run as expected; refused where CI is set.") var updateBaseline = false

  func validate() throws {
    if noBaseline, baseline != nil || updateBaseline {
      throw ValidationError("--no-baseline excludes --baseline and --update-baseline")
    }
  }
}

extension ParsableArguments {
  /// Refuses a command line for which a condition does not hold.
  func expect(_ condition: Bool, _ message: String) throws(Failure) { if !condition { throw Failure(.usage, message) } }

  /// Refuses the number of an option that is given and outside a range.
  func expect(_ option: String, _ number: Int?, in range: ClosedRange<Int>) throws(Failure) {
    guard let number, !range.contains(number) else { return }
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    throw Failure(.usage, "\(option) \(number): expected a number from \(bounds)")
  }
}
