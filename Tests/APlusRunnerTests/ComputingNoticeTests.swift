#if os(Linux)
import APlusHosting
import APlusModel
import APlusRunner
import Synchronization
import TestSupport
import Testing

/// A library whose threads compute while nothing is asked of it makes each case slow; the run says so early.
@Suite("Notices of computation") struct ComputingNoticeTests {
  /// Says hello, computes on a thread, and answers nothing.
  private static let host = """
    import sys, threading
    print('{"hello":"aplus-host/1","adapter":"busy","language":"python","library":"Busy","version":"1",'
      '"capabilities":[],"quiescence":"proved"}', flush=True)
    def spin():
      while True: pass
    threading.Thread(target=spin, daemon=True).start()
    sys.stdin.read()
    """

  @Test func `a thread that computes during the smoke programs is told of once`() async {
    let told = Mutex<[String]>([])
    var options = RunOptions(timeout: .seconds(60))
    options.observers = [
      Following { event in if case .warned(let message) = event { told.withLock { $0.append(message) } } }
    ]
    options.isInterrupted = { told.withLock { !$0.isEmpty } }
    let adapter = Adapter(name: "busy", argument: "busy", command: ["python3", "-c", Self.host])
    let runner = Runner(scenarios: Scenario.numbered(2), options: options) { _, _ in Verdict(outcome: .conforms) }
    _ = await runner.run(adapter)
    let messages = told.withLock { $0 }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("busy: a thread of its library (") == true, "\(messages)")
    #expect(messages.first?.contains("keeps computing while nothing is asked of it") == true, "\(messages)")
  }
}
#endif
