import APlusModel
import Testing

@testable import APlusRunner

@Suite("Queue, stop policy and results of a run") struct RunRoomsTests {
  @Test func `requests come in order, those that were given back first`() {
    var queue = WorkQueue()
    #expect(queue.isEmpty && queue.take() == nil)
    queue.add(4, jobs: 2)
    #expect(queue.share == 1)
    #expect([queue.take(), queue.take(), queue.take()] == [0, 1, 2])
    queue.putBack([2, 0])
    #expect(!queue.isEmpty)
    #expect([queue.take(), queue.take(), queue.take(), queue.take()] == [0, 2, 3, nil])
    queue.add(2, jobs: 1)
    #expect([queue.take(), queue.take(), queue.take()] == [4, 5, nil])
  }

  @Test func `a share leaves work to other hosts`() {
    var queue = WorkQueue()
    queue.add(100, jobs: 5)
    #expect(queue.share == 10)
  }

  @Test func `a run stops at its limit of failures, for the first reason`() {
    var policy = StopPolicy(failureLimit: 2)
    policy.countFailure()
    #expect(policy.reason == nil)
    policy.countFailure()
    policy.stop("the run was interrupted")
    #expect(policy.reason == "the run ended after the first failures")
    policy.refuse("the adapter is wired wrong")
    #expect(policy.reason == "the adapter is wired wrong")
  }

  @Test func `hangs stop a run, each scenario counted once`() {
    var policy = StopPolicy(failureLimit: nil)
    for _ in 0..<100 { policy.countHang(of: 0, isComputing: false) }
    for place in 1..<19 { policy.countHang(of: place, isComputing: false) }
    #expect(policy.reason == nil)
    policy.countHang(of: 19, isComputing: false)
    #expect(policy.reason == "20 scenarios hung")
  }

  @Test func `hosts that case after case ends stop a run, also after one answer`() {
    var policy = StopPolicy(failureLimit: nil)
    policy.countAnswer()
    var ends = (0..<60).count { policy.countCrash(of: $0 / 2) }
    #expect(ends == 0)
    policy.countAnswer()
    ends = (0..<49).count { policy.countCrash(of: $0) }
    #expect(ends == 0 && policy.reason == nil)
    let endsAfterLast = policy.countCrash(of: 49)
    #expect(endsAfterLast)
    #expect(policy.reason == "50 cases in a row ended the host")
  }

  @Test func `scenarios that compute to their limit stop a run earlier, as they take longer`() {
    var policy = StopPolicy(failureLimit: nil)
    for place in 0..<3 { policy.countHang(of: place, isComputing: true) }
    #expect(policy.reason == nil)
    policy.countHang(of: 3, isComputing: true)
    #expect(policy.reason == "4 scenarios hung")
  }

  @Test func `a host that never started is not started again`() {
    var policy = StopPolicy(failureLimit: nil)
    let endsWithoutStart = policy.countFailedLaunch(hasStarted: false)
    #expect(endsWithoutStart)
    policy = StopPolicy(failureLimit: nil)
    let endsAfterOne = policy.countFailedLaunch(hasStarted: true)
    #expect(!endsAfterOne)
    policy.countLaunch()
    let endsAfterAnother = policy.countFailedLaunch(hasStarted: true)
    #expect(!endsAfterAnother)
    let endsAfterTwo = policy.countFailedLaunch(hasStarted: true)
    #expect(!endsAfterTwo)
    let endsAfterThree = policy.countFailedLaunch(hasStarted: true)
    #expect(endsAfterThree)
  }

  private func result(_ outcome: Verdict.Outcome) -> CaseResult {
    CaseResult(
      scenario: Scenario.numbered(1)[0], status: .judged(Verdict(outcome: outcome)),
      trace: Trace(objects: [], events: [], ending: .quiet))
  }

  @Test func `traces are kept within a budget, half of it for what conforms`() {
    var results = RunResults(batchCounts: [1, 1, 1, 1], keepsAllTraces: true)
    func isKept(_ outcome: Verdict.Outcome, at place: Int, megabytes: Int) -> Bool {
      _ = results.add(result(outcome), at: place, 0, traceBytes: megabytes << 20)
      return results.result(at: place)?.trace != nil
    }
    #expect(isKept(.conforms, at: 0, megabytes: 4))
    #expect(!isKept(.conforms, at: 1, megabytes: 1))
    #expect(isKept(.violates, at: 2, megabytes: 4))
    #expect(!isKept(.violates, at: 3, megabytes: 1))
    #expect(results.result(at: 3)?.isTraceOmitted == true)
  }

  @Test func `the worst of several performances is the result`() {
    var history = CaseHistory()
    #expect(history.add(result(.conforms), to: 0).isComplete)
    let addition = history.add(result(.notReached(because: [])), to: 1)
    #expect(addition.isComplete && !addition.isNewFailure)
    #expect(history.result()?.verdict?.outcome == .notReached(because: []))
    let isNewFailure = history.retract(0, HarnessError(type: .crash, message: "late"), "")
    #expect(isNewFailure)
    #expect(history.result()?.isError == true)
  }
}
