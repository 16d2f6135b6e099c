// The adapter of your functions with completion handlers, for aplus-check. Complete each place marked FILL IN, then
// remove its comment.
// FILL IN: import your library
import APlusAdapter
import APlusHost
import Dispatch

@main struct Adapter: CallbackAdapter, AdapterMain {
  // FILL IN: the kinds of calls that your library has
  static var calls: Set<CallKind> { [.value, .error] }
  // FILL IN: what it promises, such as .callsBackAtOnce or .cancelReportsOnce
  static var claims: Set<Claim> { [.threads, .callsBackLater] }

  func start(_ request: CallRequest, _ done: Completion) {
    // FILL IN: start a call of the kind; done takes a value, an error, a result, or an error and a value
    DispatchQueue.global().async { request.kind == .value ? done.value(.nothing) : done.error(Failure()) }
  }

  struct Failure: Error {}
}
