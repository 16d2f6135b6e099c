import APlusHosting
import APlusJSON
import APlusJudge
import APlusModel
import APlusRunner
import Dispatch
import Synchronization

/// Runs scenarios on a host that dies at each of them, and takes off what such a host needs by itself.
///
/// A death costs two starts: one host performs the scenario once more, the next goes on.
enum RestartBench {
  private static let deaths = 50
  private static let hello = #"""
    {"hello":"aplus-host/1","adapter":"bench","language":"sh","library":"none","version":"1",\#
    "capabilities":[],"quiescence":"proved"}
    """#
  private static let script = "echo '\(hello)'; read -r line; exit 7"

  static func measure() throws(BenchError) -> Budget {
    var starts: [Double] = []
    for _ in 0..<deaths {
      starts.append(try run(["/bin/sh", "-c", "exec </dev/null; \(script)"]).seconds)
    }
    let start = median(starts)
    let death = try restarts() / Double(deaths)
    let overhead = death - 2 * start
    return Budget(
      work: "a host that dies: attributed, performed again, restarted",
      measured: "\(milliseconds(overhead)) besides two starts of the host (\(milliseconds(start)))",
      budget: "10 ms",
      isMet: overhead < 0.010
    )
  }

  /// The time of a run in which every scenario ends its host, in seconds.
  private static func restarts() throws(BenchError) -> Double {
    let scenarios = (1...deaths).map { number in
      Scenario(
        id: "\(number)",
        title: "bench",
        chapter: "bench",
        requirement: "2.2.4",
        decides: [],
        expectations: [],
        program: Program(steps: []),
        wire: ["steps": []],
        source: SourceLocation(file: "bench", line: 1)
      )
    }
    let runner = Runner(scenarios: scenarios, options: RunOptions()) { Judge.judge($0, $1) }
    let adapter = Adapter(
      name: "bench",
      argument: "bench",
      command: ["/bin/sh", "-c", script]
    )
    let finished = DispatchSemaphore(value: 0)
    let result = Mutex<AdapterResult?>(nil)
    Task.detached {
      let adapters = await runner.run([adapter], timestamp: "").adapters
      result.withLock { $0 = adapters.first }
      finished.signal()
    }
    finished.wait()
    guard let result = result.withLock({ $0 }) else { throw BenchError("no adapter was run") }
    let crashes = result.cases.count { result in
      guard case .judged(let verdict) = result.status, case .error(let error) = verdict.outcome
      else { return false }
      return error.type == .crash
    }
    guard crashes == deaths else {
      throw BenchError("\(crashes) of \(deaths) deaths of the host were attributed")
    }
    return result.seconds
  }

  private static func milliseconds(_ seconds: Double) -> String {
    "\(Budget.format(seconds * 1000)) ms"
  }
}
