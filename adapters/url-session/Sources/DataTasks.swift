import APlusAdapter
import APlusHost
import Foundation
import FoundationNetworking

/// Data tasks of URLSession.
///
/// The address decides what becomes of one; open ones wait for an answer of a protocol of the adapter's.
@main struct DataTasks: CallbackAdapter, AdapterMain {
  static var calls: Set<CallKind> { [.open, .value, .empty, .error, .invalid] }
  /// A cancel ends the process now and then, so it is only tried with `APLUS_CANCEL` in the environment.
  static var claims: Set<Claim> {
    let cancels: Set<Claim> = ProcessInfo.processInfo.environment["APLUS_CANCEL"] == nil ? [] : [.cancelMayStillRun]
    return cancels.union([.threads, .callsBackLater])
  }

  /// A task, and the answer that it waits for.
  struct Load: Sendable {
    let task: URLSessionDataTask
    let answer: Answer
  }

  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [AnswerProtocol.self] + (configuration.protocolClasses ?? [])
    session = URLSession(configuration: configuration)
  }

  var driver: Driver { .background }

  func meaning(of error: any Error) -> ErrorMeaning {
    (error as? URLError)?.code == .cancelled ? .cancellation : .other
  }

  func start(_ request: CallRequest, _ done: Completion) -> Load {
    let answer = Answer.make()
    let address =
      switch request.kind {
      case .open: answer.address
      case .value: "data:text/plain,value"
      case .empty: "data:,"
      case .error: "http://127.0.0.1:1/"
      default: "data:"
      }
    guard let url = URL(string: address) else { preconditionFailure("\(address) is not a URL") }
    let task = session.dataTask(with: url) { data, _, error in
      done(error.map { answer.error(behind: $0) }, data.map { _ in answer.value })
    }
    task.resume()
    return Load(task: task, answer: answer)
  }

  func finish(_ load: Load, with result: Result<Token, any Error>) { load.answer.give(result) }

  func cancel(_ load: Load) { load.task.cancel() }
}
