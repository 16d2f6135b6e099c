import APlusReference

/// A thenable made of a closure.
struct Sample<Value: Sendable>: Thenable {
  let call: @Sendable (Deferred<Value>) throws -> Void

  init(_ call: @escaping @Sendable (Deferred<Value>) throws -> Void) { self.call = call }

  func then(_ deferred: Deferred<Value>) throws { try call(deferred) }
}

extension Promise {
  /// Writes the outcome to a log when it is known: `=value`, `!reason`.
  func log(to log: Log, as name: String = "") {
    then({ value in log.write("\(name)=\(value)") }, onRejected: { reason in log.write("\(name)!\(reason)") })
  }
}
