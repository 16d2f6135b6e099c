/// What the command's exit status means; documented, and never a count.
enum CommandStatus: Int32, Hashable {
  case conforms = 0
  /// At least one requirement is violated.
  case violates = 1
  /// The adapter did not start, crashed, hung or broke the protocol.
  case adapterError = 2
  /// The cases or a report cannot be read or written, or the harness itself is at fault.
  case harnessError = 3
  /// No case is selected.
  case nothingSelected = 5
  case usage = 64
  case interrupted = 130
}
