package import APlusModel
import APlusRules

extension Judge {
  /// The strict verdict: advice and concurrent starts are violations, too.
  ///
  /// Promises/A+ allows a handler to begin on another stack before the call that registered it has
  /// returned. Code that relies on the call having returned breaks there.
  package static func judgeStrictly(_ scenario: Scenario, _ trace: Trace) -> Verdict {
    var verdict = judge(scenario, trace)
    verdict.isAdvice = false
    if case .error = verdict.outcome { return verdict }
    guard verdict.concurrentStarts > 0 else { return verdict }
    let count = verdict.concurrentStarts
    let handlers = count == 1 ? "1 handler" : "\(count) handlers"
    let violation = Violation(
      law: .cleanStack, requirement: rules[.cleanStack, .then], type: .zalgo,
      message: "\(handlers) began before the call of then had ended, which is not strict",
      expected: "a handler begins after the call that registered it has ended",
      observed: "\(handlers) began on another stack while that call was open")
    if scenario.decides.contains(.cleanStack) {
      verdict.outcome = .violates
      verdict.violations.append(violation)
    } else {
      verdict.incidental.append(violation)
    }
    return verdict
  }
}
