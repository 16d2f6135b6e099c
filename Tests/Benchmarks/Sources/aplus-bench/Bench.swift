import Foundation

/// Prints the budgets of the project as they are now; `races` measures how surely races are found instead.
///
/// Exit status 1 where a budget is not met, 2 where it cannot be measured.
@main enum Bench {
  /// The command to measure.
  static let product = ".build/release/aplus-check"

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(BenchError) {
      if words.first == "races" {
        let runs = words.count > 1 ? Int(words[1]) : 100
        guard let runs, runs > 0 else { throw BenchError("\(words[1]): expected a number of runs") }
        exit(try Races.measure(runs: runs, only: Array(words.dropFirst(2))) ? 0 : 1)
      }
      let budgets = try ratios() + registrations() + restarts()
      for budget in budgets { print(budget) }
      exit(budgets.allSatisfy(\.isMet) ? 0 : 1)
    } catch {
      print("cannot measure: \(error.message)")
      exit(2)
    }
  }

  /// A run of the command: its time is a multiple of the shortest run of Node, on a machine that does nothing else.
  private struct Work {
    /// The chapter; nil for a default run.
    var chapter: String?
    let adapter: String
    /// How often it is measured.
    let runs: Int
    let budget: Double
    /// What the project aims at; nil where that is the budget.
    var goal: Double?
    /// How much memory the largest process may take.
    let megabytes: Int

    var name: String { "\(chapter ?? "default run") on \(adapter)" }

    var command: [String] { check(adapter) + (chapter.map { ["--chapter", $0] } ?? []) }
  }

  private static let works = [
    Work(chapter: "aplus", adapter: "node", runs: 11, budget: 12, goal: 7, megabytes: 100),
    Work(chapter: "aplus", adapter: "reference", runs: 11, budget: 6, goal: 3.5, megabytes: 100),
    Work(chapter: "threads", adapter: "reference", runs: 11, budget: 30, megabytes: 100),
    Work(adapter: "node", runs: 3, budget: 160, goal: 100, megabytes: 210),
    Work(adapter: "reference", runs: 3, budget: 200, megabytes: 210),
    Work(adapter: "asyncio", runs: 3, budget: 350, goal: 200, megabytes: 220),
    Work(adapter: "completable-future", runs: 3, budget: 400, goal: 200, megabytes: 350),
    Work(adapter: "concurrent-ruby", runs: 1, budget: 2000, goal: 200, megabytes: 750),
  ]

  /// Whole runs, each in turn with the shortest run of Node: their time, and the memory of the largest process, be it the
  /// runner or a host.
  private static func ratios() throws(BenchError) -> [Budget] {
    var budgets: [Budget] = []
    for work in works {
      var own: [Double] = []
      var node: [Double] = []
      var peak = 0
      for _ in 0..<work.runs {
        node.append(try run(["node", "-e", "0"]).succeeded().seconds)
        let check = try run(work.command).succeeded()
        own.append(check.seconds)
        peak = max(peak, check.peakMemory)
      }
      let ratio = median(own) / median(node)
      budgets += [
        Budget(
          work.name, "\(ratio.oneDigit)x (\(median(own).milliseconds) / node -e 0 \(median(node).milliseconds))",
          "\(work.budget.oneDigit)x", ratio <= work.budget, goal: work.goal.map { "\($0.oneDigit)x" }),
        Budget(
          "\(work.name): largest process", "\(peak / 1_000_000) MB", "\(work.megabytes) MB",
          peak < work.megabytes * 1_000_000, goal: work.megabytes > 150 ? "150 MB" : nil),
      ]
    }
    return budgets
  }

  /// Five threads that register 20,000 handlers each on a promise while one of them settles it.
  ///
  /// What a run of one handler for each thread takes is taken off: the start of the command and of its host.
  private static func registrations() throws(BenchError) -> [Budget] {
    let lanes = 5
    let handlers = 20_000
    let large = try Specification(lanes: lanes, handlers: handlers)
    let small = try Specification(lanes: lanes, handlers: 1)
    defer {
      large.remove()
      small.remove()
    }
    // What else runs on the machine only adds time, so the shortest of some counts.
    func seconds(_ specification: Specification) throws(BenchError) -> Double {
      var shortest = Double.infinity
      for _ in 0..<7 {
        let check = check("reference", "--specs", specification.directory, "--rounds", "1")
        shortest = min(shortest, try run(check).succeeded().seconds)
      }
      return shortest
    }
    let rate = Double(lanes * handlers) / (try seconds(large) - seconds(small))
    return [
      Budget(
        "\(lanes * handlers) registrations by threads, recorded and judged", "\(Int(rate / 1000)) thousand a second",
        "250 thousand", rate >= 250_000)
    ]
  }

  /// A host that dies, again and again, without what its starts take by themselves.
  ///
  /// A death costs two starts: one host performs the case once more, to learn what was open; the next goes on.
  private static func restarts() throws(BenchError) -> [Budget] {
    let deaths = 50
    let mutant = "settling-again-ends-process"
    func seconds(_ times: Int) throws(BenchError) -> Double {
      let check = check("mutant:\(mutant)", "--filter", "2.1.2.1-b", "--repeat", "\(times)", "--jobs", "1")
      let run = try run(check)
      guard run.status == CommandRun.violated else {
        throw BenchError("\(mutant): the host did not die: status \(run.status)")
      }
      return run.seconds
    }
    var starts: [Double] = []
    for _ in 0..<11 {
      let words = [".build/release/aplus-mutants", mutant]
      starts.append(try run(words, input: "/dev/null").seconds)
    }
    let death = (try seconds(1 + deaths) - seconds(1)) / Double(deaths)
    let overhead = death - 2 * median(starts)
    return [
      Budget(
        "a host that dies: attributed, performed again, restarted",
        "\(overhead.milliseconds) besides two starts of the host (\(median(starts).milliseconds))", "10 ms",
        overhead < 0.010)
    ]
  }

  /// The command to check an adapter, which writes no report that other runs could read.
  private static func check(_ adapter: String, _ options: String...) -> [String] {
    [product, "--adapter", adapter, "--report", "junit=/dev/null", "--no-github"] + options
  }
}

/// What was measured, against what it is allowed to cost.
private struct Budget: CustomStringConvertible {
  let isMet: Bool
  let description: String

  init(_ work: String, _ measured: String, _ budget: String, _ isMet: Bool, goal: String? = nil) {
    self.isMet = isMet
    let name = work.padding(toLength: 60, withPad: " ", startingAt: 0)
    description =
      "\(isMet ? "ok  " : "OVER") \(name)  \(measured), budget \(budget)\(goal.map { ", goal \($0)" } ?? "")"
  }
}

/// A case in a folder of its own, for `--specs`.
private struct Specification {
  let directory: String

  init(lanes: Int, handlers: Int) throws(BenchError) {
    directory = NSTemporaryDirectory() + "aplus-bench-\(getpid())-\(handlers)"
    let registrations = (0..<lanes).map { lane in
      #"[{"repeat": \#(handlers), "do": [{"then": "p", "ok": "h\#(lane)"}]}]"#
    }
    let functions = (0..<lanes).map { lane in #""h\#(lane)": {}"# }
    let files = [
      "tables.json": #"{"format": "aplus-tables/1", "tables": {}}"#,
      "bench/requirements.json": """
      {"format": "aplus-requirements/1", "chapter": "bench", "source": "Benchmarks", "sections": [
        {"title": "One", "requirements": [{"number": "B.1", "level": "must", "text": "Each handler runs once."}]}]}
      """,
      "bench/cases.json": """
      {"format": "aplus-cases/1", "chapter": "bench", "cases": [
        {"id": "B.1-a", "title": "Threads register handlers while one settles",
         "decides": ["once", "agreement", "liveness"],
         "functions": {\(functions.joined(separator: ", "))},
         "steps": [
           {"let": "p", "be": {"promise": "pending"}},
           {"lanes": [\(registrations.joined(separator: ", ")), [{"fulfill": "p", "with": "S"}]]}],
         "expect": []}]}
      """,
    ]
    do {
      try FileManager.default.createDirectory(atPath: directory + "/bench", withIntermediateDirectories: true)
      for (name, text) in files { try text.write(toFile: "\(directory)/\(name)", atomically: false, encoding: .utf8) }
    } catch { throw BenchError("\(directory): \(error)") }
  }

  func remove() { try? FileManager.default.removeItem(atPath: directory) }
}
