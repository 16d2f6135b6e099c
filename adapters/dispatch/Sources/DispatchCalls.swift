import APlusAdapter
import APlusHost
import Dispatch
import Glibc

/// Functions of Dispatch that call a handler on the queue that they are given.
@main struct DispatchCalls: CallContextAdapter, AdapterMain {
  static var calls: Set<CallKind> { [.open, .echo, .value, .cached, .empty, .error, .invalid] }
  static var claims: Set<Claim> { [.threads, .callsBackLater, .ordersByCompletion] }

  private let home = MarkedQueue()

  var driver: Driver { .background }
  var currentContext: ObjectIdentifier? { MarkedQueue.current }

  func makeContext() -> MarkedQueue { MarkedQueue() }
  func identity(of context: MarkedQueue) -> ObjectIdentifier { ObjectIdentifier(context) }
  func start(_ request: CallRequest, _ done: Completion) -> Wait? { start(request, done, on: home) }

  func start(_ request: CallRequest, _ done: Completion, on context: MarkedQueue) -> Wait? {
    let queue = context.queue
    switch request.kind {
    case .open: return Wait(done, on: queue)
    case .echo: queue.async { done.value(request.value) }
    case .cached:
      let item = DispatchWorkItem {}
      item.perform()
      item.notify(queue: queue) { done.value(.nothing) }
    case .value: read("/proc/self/exe", 1, done, on: queue)
    case .empty: read("/dev/null", 1, done, on: queue)
    case .error: read("/", 1, done, on: queue)
    default: DispatchIO.read(fromFileDescriptor: -1, maxLength: 1, runningHandlerOn: queue) { done.read($0, $1) }
    }
    return nil
  }

  func finish(_ wait: Wait?, with result: Result<Token, any Error>) { wait?.end(with: result) }

  private func read(_ path: String, _ length: Int, _ done: Completion, on queue: DispatchQueue) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    DispatchIO.read(fromFileDescriptor: file, maxLength: length, runningHandlerOn: queue) { data, error in
      close(file)
      done.read(data, error)
    }
  }
}

extension Completion {
  /// Calls the handler with what a read got: a number that is not zero is an error.
  fileprivate func read(_ data: DispatchData, _ number: Int32) {
    if number == 0 { value(.nothing) } else { error(SystemError(number: number)) }
  }
}

struct SystemError: Error { let number: Int32 }

/// A group with one member, which is finished from outside.
final class Wait: Sendable {
  private let group = DispatchGroup()
  private let result = FirstResult()

  init(_ done: Completion, on queue: DispatchQueue) {
    group.enter()
    group.notify(queue: queue) { [result] in if let given = result.given { done.result(given) } }
  }

  /// Lets the group end, once.
  func end(with given: Result<Token, any Error>) { if result.give(given) { group.leave() } }
}
