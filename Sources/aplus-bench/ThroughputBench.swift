import APlusHost
import APlusHosting
import APlusJSON
import APlusJudge
import APlusModel
import APlusMutants
import APlusRunner
import CHost
import Dispatch
import Synchronization

/// Has five threads register handlers on one promise while one of them settles it, as the threads
/// chapter does, with more handlers; and does all that a host and the runner do with it.
///
/// Host and runner are two processes that work at the same time, so that the slower one counts.
enum ThroughputBench {
  private static let lanes = 5
  private static let handlers = 20_000
  private static let repetitions = 15

  static func measure() throws(BenchError) -> Budget {
    let scenario = try scenario()
    let engine = Engine(Library(ReferenceAdapter()))
    let clock = ContinuousClock()
    // What else runs on the machine only adds time, so that the shortest of some counts.
    var host = Double.infinity
    var runner = Double.infinity
    let written = Bytes()
    for _ in 0..<repetitions {
      // It stands for the pipe between the two, so its memory is there from the second time on.
      written.bytes.removeAll(keepingCapacity: true)
      let recorded = clock.measure { answer(engine, scenario.program, into: written) }
      host = min(host, recorded.seconds)
    }
    // As the command does it, and a host does not; what is measured later has it as well.
    aplus_memory_reuse()
    for _ in 0..<repetitions {
      var verdict: Verdict?
      let judged = clock.measure {
        verdict = Self.trace(inLine: written.bytes.dropLast()).map { Judge.judge(scenario, $0) }
      }
      guard verdict?.outcome == .conforms else {
        throw BenchError("the reference does not conform: \(String(describing: verdict))")
      }
      runner = min(runner, judged.seconds)
    }
    let rate = Double(lanes * handlers) / max(host, runner)
    let parts = [host, runner].map { "\(Int($0 * 1000)) ms" }
    return Budget(
      work: "\(lanes * handlers) registrations by threads, recorded and judged",
      measured: "\(Int(rate / 1000)) thousand a second (host \(parts[0]), runner \(parts[1]))",
      budget: "250 thousand",
      isMet: rate >= 250_000
    )
  }

  /// Performs the program and adds the line that a host writes.
  private static func answer(_ engine: Engine, _ program: Program, into written: Bytes) {
    let outcome = Mutex<Engine.Outcome?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    engine.perform(
      program,
      Engine.Observer { ending in
        outcome.withLock { $0 = ending }
        isOver.signal()
      }
    )
    isOver.wait()
    guard case .recorded(let recording)? = outcome.withLock({ $0 }) else { return }
    recording.write(run: 1) { written.bytes += $0 }
  }

  /// Reads an answer as the runner reads a long one, piece by piece.
  private static func trace(inLine line: ArraySlice<UInt8>) -> Trace? {
    var long = LongLine()
    unsafe line.withUnsafeBytes { unsafe long.append($0) }
    guard case .trace(_, .success(let trace))? = try? HostMessage(line: .long(long)) else {
      return nil
    }
    return trace
  }

  private final class Bytes {
    var bytes: [UInt8] = []
  }

  private static func scenario() throws(BenchError) -> Scenario {
    var functions = JSONObject()
    var blocks: [JSON] = []
    for lane in 0..<lanes {
      functions["h\(lane)"] = [:]
      let registration: JSON = [
        "id": .integer(10 + lane), "then": "p", "ok": .string("h\(lane)"),
      ]
      blocks.append([
        ["id": .integer(20 + lane), "repeat": .integer(handlers), "do": [registration]]
      ])
    }
    blocks.append([["id": 2, "fulfill": "p", "with": "S"]])
    let wire: JSON = [
      "functions": .object(functions),
      "steps": [
        ["id": 0, "let": "p", "be": ["promise": "pending"]],
        ["id": 1, "lanes": .array(blocks)],
      ],
    ]
    guard let program = try? Program(json: wire) else {
      throw BenchError("the program of the bench cannot be read")
    }
    return Scenario(
      id: "bench",
      title: "bench",
      chapter: "bench",
      requirement: "2.2.6",
      decides: [.once, .agreement, .liveness],
      expectations: [],
      program: program,
      wire: wire,
      source: SourceLocation(file: "bench", line: 1)
    )
  }
}
