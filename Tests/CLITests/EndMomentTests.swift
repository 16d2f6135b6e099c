#if os(Linux)
import APlusJSON
import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// Ends of the command at moments that chance picks: its hosts end, and what was judged is kept.
@Suite("The end of the command at any moment", .testFolder) struct EndMomentTests {
  enum Ending: CaseIterable { case kill, hangUp, quit, terminate, terminal }

  /// Runs the command on a terminal, which closes with this program.
  private static let terminal = [
    "/usr/bin/env", "python3", "-c",
    """
    import os, pty, sys
    child, terminal = pty.fork()
    if child == 0: os.execv(sys.argv[1], sys.argv[1:])
    open("command.new", "w").write(str(child))
    os.rename("command.new", "command")
    while os.read(terminal, 65536): pass
    """,
  ]

  /// How soon hosts are gone after the command; a machine with other tests on it may take longer.
  private static let patience = Duration.seconds(areAttacksAsked ? 2 : 300)

  @Test(arguments: 0..<(areAttacksAsked ? 100 : Ending.allCases.count))
  func `hosts are gone, what was judged is kept, and the next run is unharmed`(attempt: Int) async throws {
    let ending = Ending.allCases[attempt % Ending.allCases.count]
    let place = try TestFolder.make()
    let isJudging = attempt % 10 < 9
    let mark = "TMPDIR=\(place.path)"
    var ended = ContinuousClock.now
    let run = try await CommandRun(
      [
        "--adapter", "reference", "--adapter", "./fake", "--chapter", "threads", "--timeout", "1", "--jobs", "2",
        "--report", "jsonl=run.jsonl",
      ], environment: ["TMPDIR": place.path, "SWIFT_BACKTRACE": "enable=no"],
      wrapper: ending == .terminal ? Self.terminal : []
    ) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.spinning)
    } meanwhile: { command in
      // Else also while it starts, when Swift's library would show where it is for long.
      if isJudging { try await command.wait { try command.hasJudged("run.jsonl") } }
      // Some seconds: the hosts of the reference are alive at first, then those that spin.
      try await Task.sleep(for: .milliseconds(.random(in: 0...3000)))
      let process = try await Self.end(command, ending)
      try await command.wait { !ProgramRun.isAlive(process) }
      ended = .now
    }
    #expect(try await MarkedProcesses.areGone(mark, within: Self.patience), "\(ending)")
    if areAttacksAsked { print("\(ending): hosts are gone after \(ContinuousClock.now - ended)") }
    let count = try await Self.checkJournal(of: run)
    #expect(count > 0 || !isJudging)
    let next = try await CommandRun(
      ["--adapter", "reference", "--filter", "2.1.2.1-a*"], environment: ["TMPDIR": place.path])
    #expect(next.status == 0, "\(next.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }

  /// A signal that comes before the program has begun ends it as any other program.
  @Test(arguments: 0..<(areAttacksAsked ? 200 : 8)) func `a signal ends the command at any moment from its start`(
    attempt: Int
  ) async throws {
    let number = [SIGKILL, SIGHUP, SIGTERM, SIGINT][attempt % 4]
    let place = try TestFolder.make()
    let selection = ["--adapter", "reference", "--filter", "2.1.2.1-*", "--report", "json=run.json", "--jobs", "2"]
    let run = try await CommandRun(
      selection + ["--repeat", "500"], environment: ["TMPDIR": place.path, "SWIFT_BACKTRACE": "enable=no"]
    ) { _ in
    } meanwhile: { command in
      // Each signal comes as often in the first moments as later.
      try await Task.sleep(for: .microseconds(.random(in: 0...(attempt / 4 % 2 == 0 ? 50_000 : 1_500_000))))
      kill(command.process, number)
    }
    let wanted = number == SIGKILL ? [128 + number] : [128 + number, CommandStatus.interrupted.rawValue]
    #expect(([0] + wanted).contains(run.status), "\(number): \(run.status) \(run.error)")
    #expect(try await MarkedProcesses.areGone("TMPDIR=\(place.path)", within: Self.patience), "\(number)")
    let next = try await CommandRun(selection, environment: ["TMPDIR": place.path])
    #expect(next.status == 0, "\(next.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }

  /// Ends the command; gives its process.
  private static func end(_ command: RunningCommand, _ ending: Ending) async throws -> Int32 {
    switch ending {
    case .kill: kill(command.process, SIGKILL)
    // Two hang-ups are those of one terminal.
    case .hangUp: try await end(command, SIGHUP, SIGTERM)
    case .quit: try await end(command, SIGQUIT, SIGQUIT)
    case .terminate: try await end(command, SIGTERM, SIGTERM)
    case .terminal:
      let child = try #require(Int32(try await command.file("command")))
      kill(command.process, SIGKILL)
      return child
    }
    return command.process
  }

  /// Sends the second signal when the command has taken the first.
  private static func end(_ command: RunningCommand, _ one: Int32, _ two: Int32) async throws {
    kill(command.process, one)
    try await command.wait { try command.hasSaid("interrupted") || !ProgramRun.isAlive(command.process) }
    kill(command.process, two)
  }

  /// Checks that the other reports can be made of what the journal has; gives the number of its cases.
  private static func checkJournal(of run: CommandRun) async throws -> Int {
    guard let text = run.file("run.jsonl") else { return 0 }
    // The last line may be half a one.
    let lines = try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      try JSON(parsing: String($0), name: "run.jsonl")
    }
    var name = ""
    var judged: [String: JSON] = [:]
    for line in lines {
      name = line["name"]?.stringValue ?? name
      if let id = line["id"]?.stringValue { judged["\(name) \(id)"] = line["verdict"] }
    }
    let file = run.directory.appending(path: "run.jsonl").path
    let merged = try await CommandRun(["merge", file, "--report", "json=all.json"])
    guard !judged.isEmpty else { return 0 }
    let document = try JSON(parsing: try #require(merged.file("all.json")), name: "all.json")
    var kept: [String: JSON] = [:]
    for adapter in document["adapters"]?.arrayValue ?? [] {
      for result in adapter["cases"]?.arrayValue ?? [] {
        kept["\(adapter["name"]?.stringValue ?? "") \(result["id"]?.stringValue ?? "")"] = result["verdict"]
      }
    }
    #expect(judged.allSatisfy { kept[$0.key] == $0.value })
    return judged.count
  }
}
#endif
