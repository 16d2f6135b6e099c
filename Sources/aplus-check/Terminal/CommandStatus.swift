import APlusModel
import APlusReports

/// The exit statuses of the command; documented, and never a count.
enum CommandStatus: Int32, Hashable, CaseIterable {
  case conforms = 0
  case violates = 1
  case adapterError = 2
  case harnessError = 3
  case nothingSelected = 5
  case usage = 64
  case interrupted = 130

  /// When the command ends with the status, for the manual page.
  var meaning: String {
    switch self {
    case .conforms: "The library conforms, or there was nothing to check."
    case .violates:
      "A requirement is violated, a case is flaky, the list of expected failures is out of date, or a required capability is missing."
    case .adapterError: "The adapter did not start, crashed, hung or broke the protocol."
    case .harnessError: "The cases cannot be read, a report cannot be written, or the harness itself is at fault."
    case .nothingSelected: "No case is selected."
    case .usage: "The command line is wrong."
    case .interrupted: "A signal interrupted the command."
    }
  }

  /// The status of a run; of several, the most severe.
  init(of result: RunResult) {
    let errors = result.adapters.flatMap { adapter in
      adapter.cases.compactMap { result in if case .errored(let error) = result.standing { error } else { nil } }
        + [adapter.launchFailure].compactMap(\.self)
    }
    if errors.contains(where: \.isHarnessFault) {
      self = .harnessError
    } else if result.isInterrupted {
      self = .interrupted
    } else if !errors.isEmpty {
      self = .adapterError
    } else {
      self = result.adapters.contains { AdapterSummary($0).isViolated } ? .violates : .conforms
    }
  }
}

extension HarnessError {
  /// Whether the fault lies with the harness or its cases, not with the adapter.
  fileprivate var isHarnessFault: Bool {
    switch type {
    case .harness, .specification: true
    case .crash, .launch, .wiring, .protocolViolation, .timeout, .computing: false
    }
  }
}

/// Why the command cannot go on, with the exit status.
struct Failure: Error, Hashable {
  var status: CommandStatus
  /// What was found, what was expected, and how to fix it; without "error:".
  var message: String

  init(_ status: CommandStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Why a file could not be written.
  static func writing(_ path: String, _ reason: String) -> Failure {
    Failure(.harnessError, "cannot write \(path): \(reason)")
  }
}
