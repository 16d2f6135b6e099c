package import APlusModel

/// Checks whether an adapter can run here: whether its host says hello.
package enum AdapterProbe {
  package enum Finding: Sendable, Hashable {
    case available(HostIdentity)
    /// The host is not built yet, but can be.
    case buildable
    /// The host cannot run; with the reason, in one line.
    case unavailable(String)
  }

  /// What a host said first.
  private enum Answer {
    case hello(HostIdentity)
    /// Why it cannot go on, in its own words.
    case fatal(String)
    /// A wrong hello, or none in time; worded to follow "the host".
    case violation(String)
    case silence
  }

  private static let lineLimit = 1 << 20
  /// How many hosts are started at the same time.
  private static let width = 4

  /// Starts the host of each adapter, and ends it after its hello.
  ///
  /// Nothing is built: for an adapter that needs a build, this checks what the build requires.
  ///
  /// - Parameters:
  ///   - adapters: The adapters.
  ///   - timeout: How long each host may take.
  /// - Returns: A finding for each adapter, in the same order.
  package static func findings(for adapters: [Adapter], timeout: Duration) async -> [Finding] {
    defer { Guardian.endOrphans() }
    return await withTaskGroup(of: (Int, Finding).self) { group in
      var findings: [Int: Finding] = [:]
      for (place, adapter) in adapters.enumerated() {
        if place >= width, let (done, finding) = await group.next() { findings[done] = finding }
        group.addTask { (place, await Self.finding(for: adapter, timeout: timeout)) }
      }
      for await (done, finding) in group { findings[done] = finding }
      return adapters.indices.compactMap { findings[$0] }
    }
  }

  private static func finding(for adapter: Adapter, timeout: Duration) async -> Finding {
    let watchdog = HostWatchdog(isInterrupted: { false })
    let environment = adapter.environment()
    let (answer, exit, standardError) = await HostProcess.run(
      HostProcess.start(adapter.hostCommand(environment: environment)), watchdog: watchdog, lineLimit: lineLimit
    ) { connection in
      watchdog.expect(by: .now + timeout)
      let answer = await hello(connection, of: adapter)
      if watchdog.isOverdue { return Answer.violation("said no hello within \(timeout.shown)") }
      watchdog.endGroup()
      return answer
    }
    switch answer {
    case .hello(let identity): return .available(identity)
    case .violation(let message): return .unavailable("the host \(message)" + adapter.needs)
    case .fatal, .silence, nil:
      // Without its program, a host may still start and exit, but not say hello or crash.
      if !adapter.build.isEmpty, !exit.isCrash, !watchdog.isOverdue { return await unbuilt(adapter, environment) }
      if case .fatal(let reason)? = answer { return .unavailable("the host says: \(reason)" + adapter.needs) }
      let summary = standardError.errorSummary.map { ": \($0)" } ?? ""
      return .unavailable("the host \(exit.description)\(summary)" + adapter.needs)
    }
  }

  /// The finding for an adapter whose host does not start before it is built.
  private static func unbuilt(_ adapter: Adapter, _ environment: [String: String]) async -> Finding {
    let missing = await BuildNeeds(adapter: adapter, environment: environment).missing()
    guard !missing.isEmpty else { return .buildable }
    let names = missing.joined(separator: ", ")
    return .unavailable("not built, and its build lacks \(names)\(adapter.needs)")
  }

  /// Waits for the first line of a host.
  private static func hello(_ connection: HostConnection, of adapter: Adapter) async -> Answer {
    do throws(HostMessage.ProtocolViolation) {
      switch await connection.nextLine() {
      case .line(let line):
        switch try HostMessage(line: line) {
        case .hello(let identity): return .hello(try adapter.effective(identity))
        case .fatal(let reason): return .fatal(reason.mainLine)
        case .trace, .event, .late, .crash: return .violation("answered before it said hello")
        }
      case .tooLong(let violation): throw violation
      case .end: return .silence
      }
    } catch { return .violation(error.message) }
  }
}

extension String {
  /// The first line; for a Python traceback, which names the error at its end, the last line.
  fileprivate var mainLine: String {
    let first = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return first.hasPrefix("Traceback") ? lastLine ?? first : first
  }
}
