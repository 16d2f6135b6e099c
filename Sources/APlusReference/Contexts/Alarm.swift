/// A job that a context runs when a time has passed, seen from the one who may call it off.
public struct Alarm: Sendable {
  private let disarm: @Sendable () -> Void

  /// Makes an alarm from the action that calls it off.
  public init(disarm: @escaping @Sendable () -> Void) {
    self.disarm = disarm
  }

  /// Calls the alarm off and releases its job.
  ///
  /// Does nothing when the job has already been handed over to run.
  public func cancel() {
    disarm()
  }
}
