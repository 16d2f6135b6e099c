import APlusAdapter
import Foundation
import FoundationNetworking
import Synchronization

/// Loads addresses of the form `answer:7` once their answer is there.
final class AnswerProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "answer" }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() { Answer.of(request.url)?.begin(Loading(loader: self)) }

  override func stopLoading() { Answer.of(request.url)?.stop() }
}

/// A request that has come.
private struct Loading: @unchecked Sendable {
  // SAFETY: a loader has no state of its own, and the session lets any thread answer.
  let loader: AnswerProtocol
}

/// What one request is answered with.
final class Answer: Sendable {
  private struct State {
    var result: Result<Token, any Error>?
    var loading: Loading?
  }

  private static let all = Mutex<[Answer]>([])

  let address: String
  private let state = Mutex(State())

  private init(_ address: String) { self.address = address }

  /// The answer to a request that will come.
  static func make() -> Answer {
    all.withLock { all in
      let answer = Answer("answer:\(all.count)")
      all.append(answer)
      return answer
    }
  }

  /// The answer that an address names.
  static func of(_ url: URL?) -> Answer? {
    let number = url.flatMap { Int($0.absoluteString.dropFirst("answer:".count)) }
    return number.flatMap { number in all.withLock { $0.indices.contains(number) ? $0[number] : nil } }
  }

  /// The value that was given; nothing for a request that needs no answer.
  var value: Token { (try? state.withLock { $0.result }?.get()) ?? .nothing }

  /// The error that was given, unless the session has one of its own.
  func error(behind error: any Error) -> any Error {
    if (error as? URLError)?.code == .cancelled { return error }
    if case .failure(let given)? = state.withLock({ $0.result }) { return given }
    return error
  }

  /// Answers the request, now or when it comes; the first answer counts.
  func give(_ result: Result<Token, any Error>) {
    send(
      state.withLock { state in
        if state.result == nil { state.result = result }
        return state.loading.take()
      })
  }

  /// The request has come.
  fileprivate func begin(_ loading: Loading) {
    send(
      state.withLock { state in
        if state.result != nil { return loading }
        state.loading = loading
        return nil
      })
  }

  /// The session wants no answer any more.
  fileprivate func stop() { state.withLock { $0.loading = nil } }

  private func send(_ loading: Loading?) {
    guard let loader = loading?.loader, let client = loader.client, let url = loader.request.url else { return }
    switch state.withLock({ $0.result }) {
    case .success?:
      let response = URLResponse(url: url, mimeType: nil, expectedContentLength: 1, textEncodingName: nil)
      client.urlProtocol(loader, didReceive: response, cacheStoragePolicy: .notAllowed)
      client.urlProtocol(loader, didLoad: Data([0]))
      client.urlProtocolDidFinishLoading(loader)
    case .failure?: client.urlProtocol(loader, didFailWithError: URLError(.networkConnectionLost))
    case nil: break
    }
  }
}
