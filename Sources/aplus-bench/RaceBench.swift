import APlusJSON

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Measures how surely the chapter `threads` finds each mutant that is a race.
///
/// The mutants are those of `adapters/faults.json`. A run that takes longer than ten seconds is no hit.
enum RaceBench {
  private static let table = "adapters/faults.json"
  private static let limit = 10.0
  /// What the system says of a command that ended with the exit status 1.
  private static let violated: Int32 = 1 << 8
  /// Of a hundred runs, how many must find the race.
  private static let quota = 95

  /// Prints a line for each mutant, as soon as it is known.
  ///
  /// - Parameters:
  ///   - product: The path of the command.
  ///   - runs: How many runs each mutant gets.
  ///   - names: The only mutants to run; all where it is empty.
  /// - Throws: A message when the command or the table cannot be used.
  /// - Returns: Whether each mutant was found as often as it must be.
  static func measure(
    _ product: String,
    runs: Int,
    only names: [String]
  ) throws(BenchError) -> Bool {
    print("host        mutant                                   runs  hits  median s  longest s")
    var isMet = true
    for race in try races() where names.isEmpty || names.contains(race.mutant) {
      var seconds: [Double] = []
      var hits = 0
      for _ in 0..<runs {
        let result = try run(race.command(product))
        seconds.append(result.seconds)
        hits += result.status == violated && result.seconds <= limit ? 1 : 0
      }
      isMet = isMet && hits * 100 >= quota * runs
      let cells = [
        pad(race.host, 12), pad(race.mutant, 41), pad("\(runs)", 6), pad("\(hits)", 6),
        pad(Budget.format(median(seconds)), 10), Budget.format(seconds.max() ?? 0),
      ]
      print(cells.joined())
      fflush(nil)
    }
    return isMet
  }

  private struct Race {
    let host: String
    let mutant: String

    func command(_ product: String) -> [String] {
      let words = [
        "--chapter", "threads", "--fail-fast", "--color", "never", "--report", "junit=/dev/null",
      ]
      return host == "c++"
        ? ["env", "APLUS_MUTANT=\(mutant)", product, "--adapter", "mutants-cpp"] + words
        : [product, "--adapter", "mutant:\(mutant)"] + words
    }
  }

  private static func races() throws(BenchError) -> [Race] {
    do {
      let json = try JSON(parsing: bytes(of: table), name: table)
      return (json["races"]?.arrayValue ?? []).compactMap { row in
        guard let host = row["host"]?.stringValue, let mutant = row["mutant"]?.stringValue else {
          return nil
        }
        return Race(host: host, mutant: mutant)
      }
    } catch {
      throw BenchError("\(table): \(error)")
    }
  }

  private static func bytes(of path: String) throws(BenchError) -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { throw BenchError("\(path) cannot be read") }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
