import APlusQuiescence
import Testing

@testable import APlusTesting

/// What looks at the threads decide, without any thread.
@Suite("CallbackWatch") struct CallbackWatchTests {
  private let watch = CallbackWatch(.either, nil, .seconds(2), #_sourceLocation)

  /// The clock after seconds in which one thread ran so many of them.
  private func quiet(_ seconds: UInt64, running: UInt64 = 0) -> QuietTime {
    var quiet = QuietTime()
    for tenth in 0...(10 * seconds + 1) {
      quiet.note(0, at: tenth * 100_000_000) {
        [1: QuietTime.Share(run: min(10 * running, tenth) * 100_000_000, wait: 0, isReady: running > 0)]
      }
    }
    return quiet
  }

  private func isOver(_ rest: Lookout.Rest, after seconds: UInt64 = 0, running: UInt64 = 0) -> Bool {
    watch.isOver(rest, quiet(seconds, running: running)) { [] }
  }

  private func issues() async -> [String] { await recordedIssues { watch.recordIssues() } }

  @Test func `nothing that can run proves that no call comes`() async {
    #expect(isOver(.resting(.max)))
    #expect(await issues() == ["the callback was never called: nothing can run any more"])
  }

  @Test func `a timer within the limit is waited for`() {
    #expect(!isOver(.resting(1_500_000_000)))
    #expect(isOver(.resting(1_500_000_000), after: 1))
  }

  @Test func `the limit ends a wait that has no rest`() async {
    #expect(!isOver(.busy, after: 1))
    #expect(isOver(.busy, after: 2))
    #expect(await issues().first?.hasPrefix("the callback was not called within 2 s. It may still come") == true)
  }

  @Test func `a thread that computes gets eight times the limit`() {
    #expect(!isOver(.busy, after: 15, running: 100))
    #expect(isOver(.busy, after: 17, running: 100))
  }

  @Test func `what the kernel does not show is said`() async {
    #expect(isOver(.unknown, after: 2))
    #expect(await issues().first?.contains("the kernel does not show all that could call it") == true)
  }

  @Test func `after a call, rest ends the wait`() async {
    watch.call()
    #expect(!isOver(.busy))
    #expect(!isOver(.resting(CallbackWatch.horizon)))
    #expect(isOver(.resting(CallbackWatch.horizon + 1)))
    #expect(await issues().isEmpty)
  }

  @Test func `after a call, a process without rest does not keep the test`() async {
    watch.call()
    #expect(isOver(.busy, after: 1))
    #expect(await issues().isEmpty)
  }

  @Test func `a cancelled test records nothing`() async {
    watch.cancel()
    #expect(isOver(.busy))
    #expect(await issues().isEmpty)
  }
}
