import APlusTesting
import MyLib
import Testing

@Test func `a settled promise calls its observer later, on the main queue`() async {
  let promise = Promise<Int>(.success(3))
  await expectCallback(.later, on: .main) { done in promise.observe { _ in done() } }
}
