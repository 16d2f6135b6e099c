/// A law that the judge checks over every trace.
///
/// The judge words each law beside its implementation.
package enum Law: String, Sendable, Hashable, CaseIterable {
  case fidelity
  case cleanStack = "clean-stack"
  case once
  case notBefore = "not-before"
  case agreement
  case lockIn = "lock-in"
  case order
  case liveness
  case propagation
  case settleOnce = "settle-once"
  case cancellation
  case context
  case unhandled
  case delivery
  case scoping
}
