package import APlusModel

/// Finds out whether an adapter can run here: whether its host says hello.
package enum AdapterProbe {
  /// What was found.
  package enum Finding: Sendable, Hashable {
    case available(HostIdentity)
    /// Its host is not there yet; what the first run needs to build it is.
    case buildable
    /// With the reason, in one line.
    case unavailable(String)
  }

  private static let lineLimit = 1 << 20
  /// How many hosts are started at the same time; more only wait for one another.
  private static let width = 4

  /// Starts the host of each adapter, and ends it once it has said hello.
  ///
  /// Nothing is built: of what would have to be built first, it is found out whether the build has what it needs.
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
    let environment = adapter.environment(mark: family.mark)
    let (answer, exit, standardError) = await HostProcess.run(
      adapter.hostCommand(environment: environment),
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
    case .failure, nil:
      if !adapter.build.isEmpty, !watchdog.isOverdue {
        return await unbuilt(adapter, environment)
      }
      if case .failure(let breach)? = answer, !breach.message.isEmpty {
        return .unavailable(breach.message + adapter.needs)
      }
      let last = standardError.lastWords.map { ": \($0)" } ?? ""
      return .unavailable("the host \(exit.description)\(last)" + adapter.needs)
    }
  }

  /// What a host shows that a run builds first, and that does not start without.
  private static func unbuilt(
    _ adapter: Adapter,
    _ environment: [String: String]
  ) async -> Finding {
    let missing = await BuildNeeds(adapter: adapter, environment: environment).missing()
    guard !missing.isEmpty else { return .buildable }
    let names = missing.joined(separator: ", ")
    return .unavailable("not built, and its build lacks \(names)\(adapter.needs)")
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
