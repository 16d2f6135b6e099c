import APlusHosting
import APlusReports
import Dispatch
import Foundation

/// `--watch`: runs again whenever what is checked has changed.
struct Watch {
  private let command: RunCommand
  private let interval: DispatchTimeInterval

  /// - Parameters:
  ///   - command: The run.
  ///   - interval: How often the files are looked at.
  init(_ command: RunCommand, interval: DispatchTimeInterval = .milliseconds(200)) {
    self.command = command
    self.interval = interval
  }

  /// Runs, waits for a change, and runs again, until a signal ends the command.
  ///
  /// - Returns: The status of the last run.
  /// - Throws: What is wrong with the command line, or with what it names in the first place.
  func status() async throws -> CommandStatus {
    try command.check()
    var files = WatchedFiles(of: command)
    guard !files.roots.isEmpty else {
      // The usual error, of an adapter that there is not.
      _ = try AdapterArguments.located(command.adapter)
      return .adapterError
    }
    var isFirst = true
    while true {
      let before = files.snapshot()
      let status = try await run(isFirst: isFirst)
      isFirst = false
      guard !Interruption.isRequested else { return status }
      Interruption.listen(notice: "\n")
      let after = files.snapshot()
      var changed = files.changed(duringRun: before, after)
      if changed.isEmpty { tell("watching \(files.shown); Ctrl-C ends") }
      var known = after
      while changed.isEmpty {
        await pause()
        guard !Interruption.isRequested else { return status }
        let now = files.snapshot()
        // An editor writes several files, and a file in several steps: a run begins once all is still.
        if now == known { changed = files.changes(from: after, to: now) }
        known = now
      }
      let more = changed.count > 3 ? " and \(changed.count - 3) more" : ""
      tell("changed: \(changed.prefix(3).map(WatchedFiles.shown).joined(separator: ", "))\(more)")
      files.update(of: command)
    }
  }

  /// One run; why it cannot begin is told, and mended by a change, but for what the user has typed.
  private func run(isFirst: Bool) async throws(Failure) -> CommandStatus {
    do {
      return try await Run(command).status()
    } catch {
      if isFirst, error.status == .usage { throw error }
      EntryPoint.report(error)
      return error.status
    }
  }

  private func tell(_ words: String) {
    let line = "──── \(TerminalEscaping.line(words)) ────\n"
    let style = command.display.style(on: .standardError)
    Console.write(style.spelled(line), to: .standardError)
  }

  private func pause() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + interval) { continuation.resume() }
    }
  }
}

/// The files that `--watch` looks at, by their dates, sizes and numbers.
///
/// Looking takes a fraction of a millisecond for the few files of an adapter, works in containers and on file systems of
/// other machines, where the kernel reports no changes, and sees a file that an editor replaces.
struct WatchedFiles {
  /// What is known of each file without opening it.
  struct Snapshot: Equatable {
    fileprivate struct Stamp: Equatable {
      var seconds: Int
      var nanoseconds: Int
      var size: Int
      var number: UInt64
    }

    fileprivate var stamps: [String: Stamp] = [:]

    /// The files that are new, gone or changed, sorted.
    func differences(from other: Snapshot) -> [String] {
      Set(stamps.keys).union(other.stamps.keys).filter { stamps[$0] != other.stamps[$0] }.sorted()
    }
  }

  /// Directories of what is built or installed.
  private static let passedOver: Set<String> = [
    "node_modules", "__pycache__", "_build", "build", "target", "dist", "vendor",
  ]
  /// More files than an adapter has: a home directory, by mistake.
  private static let limit = 20_000

  /// Files and directories, absolute.
  private(set) var roots: Set<String> = []
  /// The reports of the run, and files that each run has been seen to write.
  private var ignored: Set<String> = []
  /// What changed during the last run.
  private var suspects: Set<String> = []

  /// Finds what a run depends on.
  init(of command: RunCommand) {
    for name in command.reports.report.compactMap({ try? ReportRequest(parsing: $0) }) {
      ignored.insert(Self.absolute(name.path))
    }
    ignored.insert(Self.absolute("reports"))
    update(of: command)
  }

  /// Finds it anew, as a manifest may have changed; what is gone is still looked at.
  mutating func update(of command: RunCommand) {
    if let specs = command.selection.specs { roots.insert(Self.absolute(specs)) }
    if let baseline = command.baseline.baseline { roots.insert(Self.absolute(baseline)) }
    for argument in command.adapter {
      if argument.contains("/") { roots.insert(Self.folder(of: Self.absolute(argument))) }
      guard let adapter = try? AdapterArguments.locator.locate(argument) else { continue }
      guard let directory = adapter.directory.map(Self.absolute) else { continue }
      roots.insert(directory)
      // What the build reads beside the directory, such as ../kits/cpp/host.cpp.
      for word in adapter.build.joined() + adapter.command where word.hasPrefix("../") {
        let path = Self.absolute("\(directory)/\(word)")
        if !Self.isDirectory(path) { roots.insert(path) }
      }
    }
  }

  /// The roots in a few words.
  var shown: String {
    let more = roots.count > 3 ? " and \(roots.count - 3) more" : ""
    return roots.sorted().prefix(3).map(Self.shown).joined(separator: ", ") + more
  }

  /// A path as short as a user would type it.
  static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    guard path != here else { return "." }
    return path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
  }

  /// The files as they are now.
  func snapshot() -> Snapshot {
    var snapshot = Snapshot()
    for root in roots { add(root, isRoot: true, to: &snapshot) }
    return snapshot
  }

  /// The files that somebody changed while a run went on.
  ///
  /// A file that changes during two runs in a row is written by the run, such as what a build makes: it is ignored from then
  /// on, so that no run sets off another for ever.
  mutating func changed(duringRun before: Snapshot, _ after: Snapshot) -> [String] {
    let changed = Set(after.differences(from: before))
    ignored.formUnion(changed.intersection(suspects))
    suspects = changed
    return changed.subtracting(ignored).sorted()
  }

  /// The files that somebody changed between two looks.
  func changes(from old: Snapshot, to new: Snapshot) -> [String] {
    new.differences(from: old).filter { !ignored.contains($0) }
  }

  private func add(_ path: String, isRoot: Bool, to snapshot: inout Snapshot) {
    guard !ignored.contains(path), snapshot.stamps.count < Self.limit else { return }
    var status = stat()
    guard unsafe (isRoot ? stat(path, &status) : lstat(path, &status)) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      where !name.hasPrefix(".") && !Self.passedOver.contains(name) {
        add("\(path)/\(name)", isRoot: false, to: &snapshot)
      }
    } else {
      #if os(Linux)
      let time = status.st_mtim
      #else
      let time = status.st_mtimespec
      #endif
      snapshot.stamps[path] = Snapshot.Stamp(
        seconds: time.tv_sec,
        nanoseconds: time.tv_nsec,
        size: Int(status.st_size),
        number: UInt64(status.st_ino)
      )
    }
  }

  /// The directory of a file: what an adapter file loads, the library itself, mostly lies beside it.
  private static func folder(of path: String) -> String {
    isDirectory(path) ? path : URL(filePath: path).deletingLastPathComponent().path
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  private static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }
}
