import APlusHosting

/// The signals by which the user, or the system, stops the command.
///
/// Before the first host starts, a signal ends the command. After the first signal, the running cases have some seconds to finish, and the reports are
/// written. The second signal ends the command and all hosts at once.
enum Interruption {
  /// Whether the command has been asked to stop.
  static var isRequested: Bool { ProcessSignals.count > 0 }

  /// From now on, the first signal only writes a notice.
  static func listen(
    notice: StaticString = "interrupted: finishing the running cases; interrupt again to stop at once\n"
  ) { ProcessSignals.listen(notice: notice) }
}
