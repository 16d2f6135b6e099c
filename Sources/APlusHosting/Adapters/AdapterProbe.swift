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
  package static func findings(
    for adapters: [Adapter],
    timeout: Duration
  ) async -> [Finding] {
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
      adapter.hostCommand(environment: environment),
      watchdog: watchdog,
      lineLimit: lineLimit
    ) { connection in
      watchdog.expect(by: .now + timeout)
      let answer = await hello(connection, of: adapter)
      if watchdog.isOverdue {
        return Result<HostIdentity, HostMessage.ProtocolViolation>.failure(
          HostMessage.ProtocolViolation(message: "no hello within \(timeout.shown)")
        )
      }
      watchdog.endGroup()
      return answer
    }
    switch answer {
    case .success(let identity): return .available(identity)
    case .failure, nil:
      if !adapter.build.isEmpty, !watchdog.isOverdue {
        return await unbuilt(adapter, environment)
      }
      if case .failure(let violation)? = answer, !violation.message.isEmpty {
        return .unavailable(violation.message + adapter.needs)
      }
      let summary = standardError.errorSummary.map { ": \($0)" } ?? ""
      return .unavailable("the host \(exit.description)\(summary)" + adapter.needs)
    }
  }

  /// The finding for an adapter whose host does not start before it is built.
  private static func unbuilt(
    _ adapter: Adapter,
    _ environment: [String: String]
  ) async -> Finding {
    let missing = await BuildNeeds(adapter: adapter, environment: environment).missing()
    guard !missing.isEmpty else { return .buildable }
    let names = missing.joined(separator: ", ")
    return .unavailable("not built, and its build lacks \(names)\(adapter.needs)")
  }

  /// The hello, or why there is none; the message is empty where the host wrote no line.
  private static func hello(
    _ connection: HostConnection,
    of adapter: Adapter
  ) async -> Result<HostIdentity, HostMessage.ProtocolViolation> {
    guard case .line(let line) = await connection.nextLine() else {
      return .failure(HostMessage.ProtocolViolation(message: ""))
    }
    do throws(HostMessage.ProtocolViolation) {
      switch try HostMessage(line: line) {
      case .hello(let identity): return .success(try adapter.effective(identity))
      case .fatal(let reason): throw HostMessage.ProtocolViolation(message: reason.mainLine)
      case .trace, .event, .late:
        throw HostMessage.ProtocolViolation(message: "the host answered before it said hello")
      }
    } catch {
      return .failure(error)
    }
  }
}

extension String {
  /// The first line; for a Python traceback, which names the error at its end, the last line.
  fileprivate var mainLine: String {
    let first = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return first.hasPrefix("Traceback") ? lastLine ?? first : first
  }
}
