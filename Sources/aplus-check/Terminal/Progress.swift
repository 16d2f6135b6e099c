import APlusModel
import APlusReports
import Dispatch
import Synchronization

/// Shows the progress of a run: in the bottom line of a terminal, else in a line now and then.
final class Progress: RunObserver {
  /// Where the lines go.
  struct Place: Sendable {
    /// Whether a line replaces the one before.
    var isTerminal: Bool
    /// The number of columns, read again for each line, as a window may be resized.
    var width: @Sendable () -> Int?
    var usesUnicode = true
    /// How often a line is written.
    var interval: Duration
    var write: @Sendable (TerminalText) -> Void
  }

  private let place: Place
  private let isExpected: @Sendable (_ adapter: String, CaseResult) -> Bool
  private let start = ContinuousClock.now
  private let state: Mutex<ProgressState?>

  /// Begins to show a run, until `clear()`.
  ///
  /// - Parameters:
  ///   - state: The run, which has not begun.
  ///   - place: Where the lines go.
  ///   - isExpected: Whether a failure is known, so that it is not counted.
  init(
    of state: ProgressState, in place: Place,
    isExpected: @escaping @Sendable (_ adapter: String, CaseResult) -> Bool = { _, _ in false }
  ) {
    self.place = place
    self.isExpected = isExpected
    self.state = Mutex(state)
    schedule()
  }

  /// Notes what a run is doing.
  func observe(_ event: RunEvent, of adapter: String) {
    switch event {
    case .began, .performing:
      let elapsed = (ContinuousClock.now - start) / .seconds(1)
      state.withLock { $0?.note(event, of: adapter, at: elapsed) }
    case .performed(let result):
      let isExpected = isExpected(adapter, result)
      state.withLock { $0?.note(result, isExpected: isExpected) }
    case .identified, .traced, .recorded, .warned, .noted: break
    }
  }

  /// Removes the line while something else is written.
  func yield(to body: () -> Void) {
    state.withLock { _ in
      if place.isTerminal { place.write("\r\u{1B}[K") }
      body()
    }
  }

  /// Removes the line, and stops showing the run.
  func clear() {
    state.withLock { state in
      state = nil
      if place.isTerminal { place.write("\r\u{1B}[K") }
    }
  }

  private func schedule() {
    let interval = DispatchTimeInterval.milliseconds(max(1, Int(place.interval / .milliseconds(1))))
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [weak self] in
      if self?.show() == true { self?.schedule() }
    }
  }

  /// Writes the line; false once the run is over.
  private func show() -> Bool {
    // Written under the lock, so that no line comes after the last one was removed.
    state.withLock { state in
      guard let state else { return false }
      let elapsed = (ContinuousClock.now - start) / .seconds(1)
      // The last column stays free: some terminals break the line there.
      let width = place.isTerminal ? place.width().map { $0 - 1 } : nil
      let style = ConsoleStyle(usesColor: false, usesUnicode: place.usesUnicode)
      let line = style.spelled("\(state.line(after: elapsed, width: width))")
      place.write(place.isTerminal ? "\r\u{1B}[K\(line)" : "\(line)\n")
      return true
    }
  }
}

extension Progress.Place {
  /// The place for the progress of a run; nil where none is wanted.
  static func usual(reportingTo stream: Console.Stream, _ display: DisplayOptions) -> Self? {
    guard !display.quiet, !display.isPlain else { return nil }
    let usesUnicode = display.style(on: stream).usesUnicode
    if stream.isTerminal {
      return Self(
        isTerminal: true, width: { stream.width() }, usesUnicode: usesUnicode, interval: .milliseconds(100),
        write: { Console.write($0, to: stream) })
    }
    // On the standard error, so that the report stays as it is.
    return Self(
      isTerminal: false, width: { nil }, usesUnicode: usesUnicode, interval: .seconds(30),
      write: { Console.write($0, to: .standardError) })
  }
}

/// Writes a line for each adapter as it begins, for runs that take minutes.
final class Announcement: RunObserver {
  private let names: [String]
  private let last = Mutex<String?>(nil)

  /// Makes an announcement for the adapters of a run, in their order.
  init(_ names: [String]) { self.names = names }

  /// Announces an adapter once its first case has a result.
  func observe(_ event: RunEvent, of adapter: String) {
    guard case .performed = event else { return }
    let isNew = last.withLock { last in
      defer { last = adapter }
      return last != adapter
    }
    guard isNew, let place = names.firstIndex(of: adapter) else { return }
    Console.write("[\(place + 1)/\(names.count)] \(adapter)\n", to: .standardError)
  }
}

/// Writes what a run says while it goes on: warnings and, of a verbose run, details.
struct Notices: RunObserver {
  /// The progress whose line the warnings must not break; nil where none is shown.
  var progress: Progress?
  var isVerbose: Bool

  func observe(_ event: RunEvent, of adapter: String) {
    switch event {
    case .warned(let message):
      guard let progress else { return Console.warn(message) }
      progress.yield { Console.warn(message) }
    case .noted(let message): if isVerbose { Console.write("\(message)\n", to: .standardError) }
    case .began, .identified, .performing, .traced, .performed, .recorded: break
    }
  }
}
