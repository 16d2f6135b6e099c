/// Carries a value that is not sendable into code that must be sendable.
struct Solitary<Value>: @unchecked Sendable {
  // SAFETY: stepwise promises do not claim `threads`, and their driver is manual: all of a scenario
  // happens on the thread that performs it.
  let value: Value

  init(_ value: Value) { self.value = value }
}
