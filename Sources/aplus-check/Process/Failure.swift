/// Why the command cannot go on: one message, and the exit status.
struct Failure: Error, Hashable {
  var status: CommandStatus
  /// What was found, what was expected, and what helps; without "error:".
  var message: String

  init(_ status: CommandStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
