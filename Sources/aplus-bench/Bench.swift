#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Prints the budgets of the project as measured now, each as a ratio with its parts.
///
/// With `races`, the number of runs and perhaps names of mutants, it measures how surely races are
/// found instead. Exit code 1 when a budget is not met, 2 when it cannot be measured.
@main enum Bench {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(BenchError) {
      if words.first == "races" {
        let runs = words.count > 1 ? Int(words[1]) : 100
        guard let runs, runs > 0 else { throw BenchError("\(words[1]): no number of runs") }
        exit(try RaceBench.measure(product, runs: runs, only: Array(words.dropFirst(2))) ? 0 : 1)
      }
      let product = words.first ?? product
      let budgets = try measure(product)
      let width = budgets.map(\.work.count).max() ?? 0
      for budget in budgets {
        let name = budget.work + String(repeating: " ", count: width - budget.work.count)
        print(
          "\(budget.isMet ? "ok  " : "OVER") \(name)  \(budget.measured), budget \(budget.budget)"
        )
      }
      exit(budgets.allSatisfy(\.isMet) ? 0 : 1)
    } catch {
      print("cannot measure: \(error.message)")
      exit(2)
    }
  }

  private static let product = ".build/release/aplus-check"

  private static func measure(_ product: String) throws(BenchError) -> [Budget] {
    let node = ["node", "-e", "0"]
    var budgets: [Budget] = []
    for (adapter, chapter, limit) in [
      ("node", "aplus", 15.0), ("reference", "aplus", 6), ("reference", "threads", 30),
    ] {
      budgets += try Budget.ratio(
        "\(chapter) on \(adapter == "node" ? "Node's Promise" : "the reference")",
        of: [product, "--adapter", adapter, "--chapter", chapter, "--report", "junit=/dev/null"],
        to: node,
        named: "node -e 0",
        atMost: limit
      )
    }
    budgets.append(RecordingBench.run())
    budgets.append(try ThroughputBench.measure())
    budgets.append(try JudgeBench.run())
    if let budget = try MemoryBench.measure(product) { budgets.append(budget) }
    budgets.append(try RestartBench.measure())
    return budgets
  }
}
