/// A law that the judge checks over every trace.
///
/// The wording of each stands with its implementation in the judge.
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
}
