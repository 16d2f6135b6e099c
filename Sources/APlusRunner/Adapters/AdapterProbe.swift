import APlusSpec

/// Finds out whether an adapter can run here: whether its host says hello.
package enum AdapterProbe {
  /// What was found.
  package enum Finding: Sendable, Hashable {
    case available(HostIdentity)
    /// With the reason, in one line.
    case unavailable(String)
  }

  private static let lineLimit = 1 << 20
  /// How many hosts are started at the same time; more only wait for one another.
  private static let width = 4

  /// Starts the host of each adapter, and ends it once it has said hello.
  ///
  /// Nothing is built: what would have to be built first is not available yet.
  ///
  /// - Parameters:
  ///   - adapters: The adapters.
  ///   - timeout: How long each host may take.
  /// - Returns: What was found, in the order of the adapters.
  package static func findings(
    for adapters: [Adapter],
    timeout: Duration
  ) async -> [Finding] {
    await withTaskGroup(of: (Int, Finding).self) { group in
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
    let family = HostFamily()
    defer { family.end() }
    let watchdog = HostWatchdog(isInterrupted: { false })
    let (answer, exit, standardError) = await HostProcess.run(
      adapter.hostCommand(environment: adapter.environment(mark: family.mark)),
      watchdog: watchdog,
      lineLimit: lineLimit
    ) { connection in
      watchdog.expect(by: .now + timeout)
      let answer = await hello(connection, of: adapter)
      if watchdog.isOverdue {
        return Result<HostIdentity, HostMessage.Breach>.failure(
          HostMessage.Breach(message: "no hello within \(timeout.shown)")
        )
      }
      watchdog.endGroup()
      return answer
    }
    switch answer {
    case .success(let identity): return .available(identity)
    case .failure(let breach) where !breach.message.isEmpty:
      return .unavailable(breach.message + adapter.needs)
    case .failure, nil:
      if !adapter.build.isEmpty { return .unavailable("not built; a run builds it") }
      let last = standardError.lastLine.map { ": \($0)" } ?? ""
      return .unavailable("the host \(exit.description)\(last)" + adapter.needs)
    }
  }

  /// The hello; an empty message where the host ended without a word.
  private static func hello(
    _ connection: HostConnection,
    of adapter: Adapter
  ) async -> Result<HostIdentity, HostMessage.Breach> {
    guard case .line(let line) = await connection.nextLine() else {
      return .failure(HostMessage.Breach(message: ""))
    }
    do throws(HostMessage.Breach) {
      switch try HostMessage(line: line) {
      case .hello(let identity): return .success(try adapter.effective(identity))
      case .fatal(let reason): throw HostMessage.Breach(message: reason.tellingLine)
      case .trace, .event, .late:
        throw HostMessage.Breach(message: "the host answered before it said hello")
      }
    } catch {
      return .failure(error)
    }
  }
}

extension String {
  /// Of several lines the first; of a trace of Python, which tells it last, the last.
  fileprivate var tellingLine: String {
    let first = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return first.hasPrefix("Traceback") ? lastLine ?? first : first
  }
}
