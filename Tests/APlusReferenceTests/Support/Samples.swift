@testable import APlusReference

/// A thenable made of a closure.
struct Sample<Value: Sendable>: Thenable {
  let call: @Sendable (Resolve<Value>, Reject<Value>) throws -> Void

  init(_ call: @escaping @Sendable (Resolve<Value>, Reject<Value>) throws -> Void) {
    self.call = call
  }

  func then(_ resolve: Resolve<Value>, _ reject: Reject<Value>) throws {
    try call(resolve, reject)
  }
}

extension Promise {
  /// Writes the outcome to a log when it is known: `=value`, `!reason`.
  func log(to log: Log, as name: String = "") {
    then(
      { value in log.write("\(name)=\(value)") },
      onRejected: { reason in log.write("\(name)!\(reason)") }
    )
  }
}
