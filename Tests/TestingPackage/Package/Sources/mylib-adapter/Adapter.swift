import APlusAdapter
import APlusHost
import MyLib

@main struct MyLibAdapter: PromiseAdapter, AdapterMain {
  func makeDeferred() -> (Promise<Token>, Promise<Token>) {
    let promise = Promise<Token>()
    return (promise, promise)
  }
  func fulfill(_ promise: Promise<Token>, with value: Token) { promise.settle(.success(value)) }
  func reject(_ promise: Promise<Token>, with reason: Reason) { promise.settle(.failure(reason)) }
  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    switch handlers.onOutcome({ outcome in Promise(outcome) }) {
    case .value(let handle): promise.map(handle)
    case .promise(let handle): promise.flatMap(handle)
    }
  }
  func meaning(of error: any Error) -> ErrorMeaning {
    error is Promise<Token>.SelfResolution ? .selfResolution : .other
  }
}
