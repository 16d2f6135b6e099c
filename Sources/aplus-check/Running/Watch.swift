import APlusHosting
import APlusReports
import Dispatch
import Foundation

/// `--watch`: runs again whenever what is checked has changed.
struct Watch {
  /// How often the files are checked.
  private static let interval = DispatchTimeInterval.milliseconds(200)

  private let arguments: RunArguments

  init(_ arguments: RunArguments) { self.arguments = arguments }

  /// Runs, waits for a change, and runs again, until a signal ends the arguments.
  ///
  /// - Returns: The status of the last run.
  /// - Throws: What is wrong with the command line, or with what it names in the first run.
  func status() async throws -> CommandStatus {
    try arguments.check()
    var files = WatchedFiles(of: arguments)
    guard !files.roots.isEmpty else {
      // The usual error for an adapter that does not exist.
      _ = try AdapterArguments.located(arguments.adapters.adapter)
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
      let watched = WatchedFiles.shown(files.roots.sorted())
      if changed.isEmpty { announce("watching \(watched); Ctrl-C ends") }
      var known = after
      while changed.isEmpty {
        await pause()
        guard !Interruption.isRequested else { return status }
        let now = files.snapshot()
        // An editor may write several files, each in several steps: a run begins once they are
        // stable.
        if now == known { changed = now.differences(from: after) }
        known = now
      }
      announce("changed: \(WatchedFiles.shown(changed))")
      files.update(of: arguments)
    }
  }

  /// Performs one run.
  ///
  /// An error is printed, as a change of the files may fix it. In the first run, a wrong command
  /// line ends the command instead.
  private func run(isFirst: Bool) async throws(Failure) -> CommandStatus {
    do { return try await Run(arguments).status() } catch {
      if isFirst, error.status == .usage { throw error }
      Console.report(error)
      return error.status
    }
  }

  private func announce(_ words: String) {
    let line: TerminalText = "──── \(words) ────\n"
    let style = arguments.display.style(on: .standardError)
    Console.write(style.spelled(line), to: .standardError)
  }

  private func pause() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { continuation.resume() }
    }
  }
}

/// The files that `--watch` polls, by their dates, sizes and inode numbers.
///
/// Polling takes a fraction of a millisecond for the few files of an adapter. It also works in
/// containers and on network file systems, where the kernel reports no changes, and notices when an
/// editor replaces a file.
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

  /// Directories of built or installed files, which are skipped.
  private static let skippedDirectories: Set<String> = [
    "node_modules", "__pycache__", "_build", "build", "target", "dist", "vendor",
  ]
  /// How many files are polled.
  ///
  /// More are a mistake, such as a home directory.
  private static let limit = 20_000

  /// Files and directories, absolute.
  private(set) var roots: Set<String> = []
  /// The reports of the run.
  private var ignored: Set<String> = []
  /// What changed during the last run.
  private var suspects: Set<String> = []

  /// Finds what a run depends on.
  init(of arguments: RunArguments) {
    for name in arguments.reports.report.compactMap({ try? ReportRequest(parsing: $0) }) {
      ignored.insert(Self.absolute(name.path))
    }
    ignored.insert(Self.absolute("reports"))
    update(of: arguments)
  }

  /// Finds it again, as a manifest may have changed; roots that are gone are still polled.
  mutating func update(of arguments: RunArguments) {
    if let specs = arguments.cases.selection.specs { roots.insert(Self.absolute(specs)) }
    if let baseline = arguments.baseline.baseline { roots.insert(Self.absolute(baseline)) }
    for argument in arguments.adapters.adapter {
      if argument.contains("/") { roots.insert(Self.folder(of: Self.absolute(argument))) }
      guard let adapter = try? AdapterArguments.locator.locate(argument) else { continue }
      guard let directory = adapter.directory.map(Self.absolute) else { continue }
      roots.insert(directory)
      // What the build reads outside the directory, such as ../kits/cpp/host.cpp.
      for word in adapter.build.joined() + adapter.command where word.hasPrefix("../") {
        let path = Self.absolute("\(directory)/\(word)")
        if !FileLook.isDirectory(path) { roots.insert(path) }
      }
    }
  }

  /// The first three paths, and how many more there are.
  static func shown(_ paths: [String]) -> String {
    let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
    return paths.prefix(3).map(short).joined(separator: ", ") + more
  }

  /// A path as short as a user would type it.
  private static func short(_ path: String) -> String {
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

  /// The files that a user changed during a run.
  ///
  /// A file that also changed during the run before is taken for one that each run writes, such as
  /// a build product, so that runs do not set each other off forever. It may be one that the user
  /// has saved twice, so it counts again once it changes between runs, or after a run without a
  /// change of it.
  mutating func changed(duringRun before: Snapshot, _ after: Snapshot) -> [String] {
    let changed = Set(after.differences(from: before))
    defer { suspects = changed }
    return changed.subtracting(suspects).sorted()
  }

  private func add(_ path: String, isRoot: Bool, to snapshot: inout Snapshot) {
    guard !ignored.contains(path), snapshot.stamps.count < Self.limit else { return }
    var status = stat()
    guard unsafe (isRoot ? stat(path, &status) : lstat(path, &status)) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      where !name.hasPrefix(".") && !Self.skippedDirectories.contains(name) {
        add("\(path)/\(name)", isRoot: false, to: &snapshot)
      }
    } else {
      #if os(Linux)
      let time = status.st_mtim
      #else
      let time = status.st_mtimespec
      #endif
      snapshot.stamps[path] = Snapshot.Stamp(
        seconds: time.tv_sec, nanoseconds: time.tv_nsec, size: Int(status.st_size), number: UInt64(status.st_ino))
    }
  }

  /// The directory of a file; the library that an adapter file loads is usually beside it.
  private static func folder(of path: String) -> String {
    FileLook.isDirectory(path) ? path : URL(filePath: path).deletingLastPathComponent().path
  }

  private static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }
}
