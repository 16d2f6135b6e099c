import Foundation

/// Measures how surely the chapter `threads` finds each mutant that is a race.
///
/// The mutants are those of `adapters/faults.json`. A run that takes longer than ten seconds is no hit.
enum Races {
  private static let table = "adapters/faults.json"
  private static let limit = 10.0
  /// Of a hundred runs, how many must find the race.
  private static let quota = 95

  private struct Faults: Decodable { let races: [Race] }

  private struct Race: Decodable {
    let host: String
    let mutant: String

    var command: [String] {
      let words = ["--chapter", "threads", "--fail-fast", "--color", "never", "--report", "junit=/dev/null"]
      return host == "c++"
        ? ["env", "APLUS_MUTANT=\(mutant)", Bench.product, "--adapter", "mutants-cpp"] + words
        : [Bench.product, "--adapter", "mutant:\(mutant)"] + words
    }
  }

  /// Prints a line for each mutant, as soon as it is known.
  ///
  /// - Parameters:
  ///   - runs: How many runs each mutant gets.
  ///   - names: The only mutants to run; all where it is empty.
  /// - Throws: A message when the command or the table cannot be used.
  /// - Returns: Whether each mutant was found as often as it must be.
  static func measure(runs: Int, only names: [String]) throws(BenchError) -> Bool {
    let races: [Race]
    do {
      let text = try Data(contentsOf: URL(filePath: table))
      races = try JSONDecoder().decode(Faults.self, from: text).races
    } catch { throw BenchError("\(table): \(error)") }
    print("host        mutant                                   runs  hits  median s  longest s")
    var isMet = true
    for race in races where names.isEmpty || names.contains(race.mutant) {
      var seconds: [Double] = []
      var hits = 0
      for _ in 0..<runs {
        let result = try run(race.command)
        seconds.append(result.seconds)
        hits += result.status == CommandRun.violated && result.seconds <= limit ? 1 : 0
      }
      isMet = isMet && hits * 100 >= quota * runs
      let cells = [
        (race.host, 12), (race.mutant, 41), ("\(runs)", 6), ("\(hits)", 6), (median(seconds).oneDigit, 10),
        ((seconds.max() ?? 0).oneDigit, 0),
      ]
      print(
        cells.map { text, width in text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0) }
          .joined())
      fflush(nil)
    }
    return isMet
  }
}
