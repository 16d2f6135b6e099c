import CHosting
import Dispatch
import Foundation
import Synchronization

/// The process that starts programs for the runner, and kills them once the runner has ended for
/// any reason.
///
/// It also adopts the processes that programs leave behind. If the guardian is killed, its programs
/// end with it, and a new guardian starts the next program. A program may stop it, as it belongs to
/// the same user: it is continued, and killed with all programs if that happens again and again.
package enum Guardian {
  private struct State {
    var connection: Int32?
    var process: Int32 = 0
    var lastNumber: Int32 = 0
    var programs: [Int32: HostedProgram] = [:]
  }

  private static let state = Mutex(State())
  /// The guardian that is looked at; apart from the state, as a request to a stopped guardian may hold
  /// that one.
  private static let living = Mutex<Int32>(0)
  /// How often the guardian is looked at.
  private static let interval = DispatchTimeInterval.milliseconds(500)
  /// In how many looks it may be stopped.
  private static let stopLimit = 10

  /// Starts the guardian, if there is none.
  ///
  /// A command calls this first, so that hosts inherit its original priority and limits.
  package static func prepare() {
    // A failure is reported when the first host starts.
    state.withLock { _ = try? connection(&$0) }
  }

  /// Starts a program by its path; the caller closes the descriptors of its streams.
  static func start(_ command: HostCommand, _ files: [Int32]) async throws(SystemError) -> HostedProgram {
    let program = state.withLock { state in
      state.lastNumber += 1
      let program = HostedProgram(number: state.lastNumber, isSandboxed: command.sandbox != nil)
      state.programs[program.number] = program
      let variables = command.environment.map { "\($0)=\($1)" }
      let arguments = [command.executable] + command.arguments
      let strings = [command.directory ?? "", command.executable] + arguments + variables
      let bytes: [UInt8] = strings.flatMap { Array($0.utf8) + [0] }
      let request = aplus_request(
        wish: Int32(aplus_wish_start.rawValue), number: program.number, arguments: Int32(arguments.count),
        variables: Int32(variables.count), isConfined: command.isConfined ? 1 : 0, size: Int32(bytes.count))
      if let error = send(&state, request, bytes, files) {
        state.programs[program.number] = nil
        program.settle(.failed(error))
      }
      return program
    }
    try await program.start()
    return program
  }

  /// Kills the process group of a program, and lets the guardian reap its process.
  static func end(_ program: HostedProgram) {
    state.withLock { state in
      guard state.programs.removeValue(forKey: program.number) != nil else { return }
      ask(&state, aplus_wish_end, program.number)
    }
  }

  /// Kills what programs left behind: the children of the guardian that it did not start.
  package static func endOrphans() {
    state.withLock { state in if state.connection != nil { ask(&state, aplus_wish_orphans, 0) } }
  }

  /// Ends the guardian and all programs, and waits until they are gone.
  package static func finish() {
    let (connection, process) = state.withLock { ($0.connection, $0.process) }
    if let connection { aplus_guardian_finish(connection, process) }
  }

  /// Continues the guardian whenever it is stopped, as long as it lives.
  private static func look(at process: Int32, stops: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) {
      guard living.withLock({ $0 == process }) else { return }
      let stops = stops + (aplus_guardian_wake(process) ? 1 : 0)
      guard stops < stopLimit else { return aplus_guardian_kill(process) }
      look(at: process, stops: stops)
    }
  }

  private static func ask(_ state: inout State, _ wish: aplus_wish, _ number: Int32) {
    let request = aplus_request(
      wish: Int32(wish.rawValue), number: number, arguments: 0, variables: 0, isConfined: 0, size: 0)
    // Without the guardian, all its programs have ended.
    _ = send(&state, request, [], nil)
  }

  private static func send(_ state: inout State, _ request: aplus_request, _ bytes: [UInt8], _ files: [Int32]?)
    -> Int32?
  {
    let connection: Int32
    do { connection = try self.connection(&state) } catch { return error.number }
    let error =
      if let files { unsafe aplus_guardian_send(connection, request, bytes, files) } else {
        unsafe aplus_guardian_send(connection, request, bytes, nil)
      }
    return error == 0 ? nil : error
  }

  private static func connection(_ state: inout State) throws(SystemError) -> Int32 {
    if let connection = state.connection { return connection }
    let watch = try DescriptorWatch.shared()
    var process: Int32 = 0
    let connection = unsafe aplus_guardian_start(&process)
    guard connection >= 0 else { throw SystemError(number: errno) }
    state.connection = connection
    state.process = process
    living.withLock { $0 = process }
    look(at: process, stops: 0)
    listen(to: connection, by: watch)
    return connection
  }

  private static func listen(to connection: Int32, by watch: DescriptorWatch) {
    _ = watch.wait(for: connection, isOutput: true) { receive(connection, watch) }
  }

  /// Receives a report, or notes that the guardian has ended.
  private static func receive(_ connection: Int32, _ watch: DescriptorWatch) {
    var report = aplus_report()
    guard unsafe aplus_guardian_receive(connection, &report) else {
      let programs = state.withLock { state in
        // Closed under the lock, so that no request goes to another file with the same number.
        close(connection)
        living.withLock { $0 = 0 }
        aplus_guardian_reap(state.process)
        defer { state = State(lastNumber: state.lastNumber) }
        return state.programs
      }
      for program in programs.values {
        program.settle(.failed(ECHILD))
        program.settle(.ended(.signalled(SIGKILL)))
      }
      return
    }
    defer { listen(to: connection, by: watch) }
    let program = state.withLock { $0.programs[report.number] }
    switch UInt32(report.news) {
    case aplus_news_started.rawValue: program?.settle(.started(report.value))
    case aplus_news_failed.rawValue:
      state.withLock { $0.programs[report.number] = nil }
      program?.settle(.failed(report.value))
    case aplus_news_ended.rawValue:
      let signal = report.value & 0x7F
      program?.settle(.ended(signal == 0 ? .exited(report.value >> 8) : .signalled(signal)))
    default: break
    }
  }
}

/// A system error, by its number.
struct SystemError: Error, CustomStringConvertible {
  let number: Int32

  var description: String { unsafe String(cString: strerror(number)) }

  /// Whether the machine ran short of descriptors, processes, memory or disk space; the program is
  /// not at fault.
  var isShortage: Bool { [EAGAIN, EMFILE, ENFILE, ENOMEM, ENOSPC].contains(number) }
}

/// A program that the guardian has started or is about to start.
final class HostedProgram: Sendable {
  enum News {
    case started(Int32)
    case failed(Int32)
    case ended(HostExit)
  }

  private struct State {
    var start: Result<Int32, SystemError>?
    var exit: HostExit?
    var startWaiter: CheckedContinuation<Void, Never>?
    var exitWaiters: [CheckedContinuation<Void, Never>] = []
    var atEnd: [@Sendable () -> Void] = []
  }

  let number: Int32
  private let isSandboxed: Bool
  private let state = Mutex(State())

  init(number: Int32, isSandboxed: Bool) {
    self.number = number
    self.isSandboxed = isSandboxed
  }

  /// The ID of the process, which leads its own group; 0 before the start.
  ///
  /// No other process gets this ID before `Guardian.end`.
  var process: Int32 { state.withLock { (try? $0.start?.get()) ?? 0 } }

  /// The ID of the host's process: in a sandbox, the first child of bubblewrap's second process.
  var performer: Int32 {
    guard isSandboxed else { return process }
    return Self.firstChild(of: process).flatMap(Self.firstChild) ?? process
  }

  private static func firstChild(of process: Int32) -> Int32? {
    let children = FileLook.start(of: "/proc/\(process)/task/\(process)/children", limit: 16)
    let digits = children.prefix { $0 != UInt8(ascii: " ") }
    return Int32(String(decoding: digits, as: UTF8.self))
  }

  var hasEnded: Bool { state.withLock { $0.exit != nil } || aplus_guardian_has_ended(process) }

  func start() async throws(SystemError) {
    await withCheckedContinuation { continuation in
      let isKnown = state.withLock { state in
        if state.start == nil { state.startWaiter = continuation }
        return state.start != nil
      }
      if isKnown { continuation.resume() }
    }
    if case .failure(let error)? = state.withLock({ $0.start }) { throw error }
  }

  /// Waits for the process to end.
  func exit() async -> HostExit {
    await withCheckedContinuation { continuation in
      let isKnown = state.withLock { state in
        if state.exit == nil { state.exitWaiters.append(continuation) }
        return state.exit != nil
      }
      if isKnown { continuation.resume() }
    }
    return state.withLock { $0.exit } ?? .signalled(SIGKILL)
  }

  /// Calls a function once the process has ended; at once if it has already.
  func atEnd(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if state.exit == nil { state.atEnd.append(body) }
      return state.exit != nil
    }
    if hasEnded { body() }
  }

  func settle(_ news: News) {
    let (waiters, bodies) = state.withLock { state in
      switch news {
      case .started(let process): state.start = .success(process)
      case .failed(let error): state.start = state.start ?? .failure(SystemError(number: error))
      case .ended(let exit):
        state.exit = exit
        defer { (state.exitWaiters, state.atEnd) = ([], []) }
        return (state.exitWaiters, state.atEnd)
      }
      defer { state.startWaiter = nil }
      return ([state.startWaiter].compactMap(\.self), [])
    }
    for waiter in waiters { waiter.resume() }
    for body in bodies { body() }
  }
}
