import APlusJudge
import Foundation
import Testing

@testable import APlusModel
@testable import APlusRunner

/// What a host wrote may be read late, even when it has been ended for being late.
@Suite("Answers that are read late") struct LateAnswerTests {
  @Test func `the scenario that comes next is not blamed`() async {
    let result = await ScriptedHost(third: "too_late($answer);").runHanging()
    #expect(result.cases.map(\.summary) == Array(repeating: "conforms", count: 6))
  }

  @Test func `nor is the first one, where a smoke program was late`() async {
    // Two scenarios and a smoke program, which is run 3; no other host is asked the program.
    let host = ScriptedHost(start: "$hello =~ s/,\"cancellation:downstream\"//;", third: "too_late($answer);")
    let result = await host.run(scenarios: Scenario.numbered(2)) { $0.startTimeout = .seconds(5) }
    #expect(result.cases.map(\.summary) == ["conforms", "conforms"])
  }

  @Test func `a late hello fails the launch`() async {
    let host = ScriptedHost(start: #"too_late("$hello\n");"#)
    let result = await host.run { $0.startTimeout = ScriptedHost.deadline }
    let said = "the host said no hello within 0.2 s, and wrote no error; it was started as: perl"
    #expect(result.launchFailure?.message.contains(said) == true)
    #expect(result.cases.allSatisfy { $0.summary.hasPrefix("not run") })
  }

  @Test func `a runner that is late itself does not end a host that was in time`() async {
    let marker = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: marker) }
    let host = ScriptedHost(start: "open(my $marker, '>', '\(marker)'); close $marker; Time::HiRes::sleep(0.3);")
    let isBusy = Flag()
    let result = await host.run {
      // Long enough for the host to start on a busy machine.
      $0.startTimeout = .seconds(6)
      // The watchdog asks, on a thread of its own.
      $0.isInterrupted = {
        guard !isBusy.isSet, FileManager.default.fileExists(atPath: marker) else { return false }
        isBusy.set()
        for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount { Task { Self.block(seconds: 3.5) } }
        return false
      }
    }
    #expect(isBusy.isSet)
    #expect(result.cases.map(\.summary) == Array(repeating: "conforms", count: 6))
  }

  /// Keeps a thread from all tasks.
  private static func block(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}
