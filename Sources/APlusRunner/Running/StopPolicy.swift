/// Decides when the run of an adapter ends early, and why.
struct StopPolicy: Sendable {
  /// How many scenarios may hang, as each costs a time-out.
  private static let hangLimit = 20
  /// As how many hangs a scenario counts that computed to its limit, which is so much later.
  private static let hangsWhileComputing = 5
  /// How many scenarios may end the host while none has been answered.
  private static let crashLimit = 5
  /// How many scenarios in a row may end the host, as each costs a start.
  private static let crashRowLimit = 50
  /// How many launches in a row may fail after a host has started before.
  private static let launchLimit = 3

  /// Why the run ends; nil while it goes on.
  private(set) var reason: String?
  private let failureLimit: Int?
  private var failures = 0
  /// The scenarios that hung, by their place in the selection.
  private var hangs: Set<Int> = []
  private var costOfHangs = 0
  private var failedLaunches = 0
  /// The scenarios that ended their host since one was answered.
  private var crashes: Set<Int> = []
  private(set) var hasAnswered = false

  init(failureLimit: Int?) { self.failureLimit = failureLimit }

  /// Ends the run; the first reason counts.
  mutating func stop(_ reason: String) { self.reason = self.reason ?? reason }

  /// Ends the run for a reason that replaces any other.
  mutating func refuse(_ reason: String) { self.reason = reason }

  /// Counts an unexpected failure.
  mutating func countFailure() {
    failures += 1
    if let failureLimit, failures >= failureLimit { stop("the run ended after the first failures") }
  }

  /// Counts a failure that was found after its result was recorded; it does not end the run.
  mutating func countLateFailure() { failures += 1 }

  /// Counts a scenario that hung, or whose threads still computed, once for all its performances.
  mutating func countHang(of place: Int, isComputing: Bool) {
    guard hangs.insert(place).inserted else { return }
    costOfHangs += isComputing ? Self.hangsWhileComputing : 1
    if costOfHangs >= Self.hangLimit { stop("\(hangs.count) scenarios hung") }
  }

  /// Counts a scenario that ended its host, once for all its performances.
  ///
  /// - Returns: Whether this ends the run.
  mutating func countCrash(of place: Int) -> Bool {
    let limit = hasAnswered ? Self.crashRowLimit : Self.crashLimit
    guard crashes.insert(place).inserted, crashes.count == limit else { return false }
    stop(hasAnswered ? "\(limit) cases in a row ended the host" : "the first \(limit) cases all ended the host")
    return true
  }

  /// Notes that a host answered a scenario.
  mutating func countAnswer() {
    crashes = []
    hasAnswered = true
  }

  /// Notes that a host started.
  mutating func countLaunch() { failedLaunches = 0 }

  /// Counts a host that did not start.
  ///
  /// - Parameter hasStarted: Whether another host of the adapter has started before; if none has,
  ///   the first failure ends the run.
  /// - Returns: Whether this ends the run.
  mutating func countFailedLaunch(hasStarted: Bool) -> Bool {
    failedLaunches += 1
    guard !hasStarted || failedLaunches >= Self.launchLimit else { return false }
    stop("the adapter could not be started")
    return true
  }
}
