import APlusReference
import Testing

@Suite("long chains use no stack") struct DepthTests {
  private static let links = 100_000

  private let context = ManualContext()

  private func chain(from promise: Promise<Int>, links: Int = links) -> Promise<Int> {
    var last = promise
    for _ in 0..<links { last = last.then { value in value + 1 } }
    return last
  }

  @Test func `a chain that was built pending is fulfilled to its end`() throws {
    let deferred = Deferred<Int>(on: context)
    let last = chain(from: deferred.promise)
    deferred.fulfill(0)
    context.drain()
    #expect(try last.result?.get() == Self.links)
  }

  @Test func `a chain that was built settled is fulfilled to its end`() throws {
    let last = chain(from: .fulfilled(0, on: context))
    context.drain()
    #expect(try last.result?.get() == Self.links)
  }

  @Test func `a rejection passes through to the end of a chain`() {
    let deferred = Deferred<Int>(on: context)
    let last = chain(from: deferred.promise)
    deferred.reject(Failure())
    context.drain()
    #expect(last.status == .rejected)
  }

  @Test func `a chain that is dropped unresolved is freed`() {
    weak var first: Promise<Int>?
    do {
      let deferred = Deferred<Int>(on: context)
      first = deferred.promise
      _ = chain(from: deferred.promise)
    }
    #expect(first == nil)
  }

  @Test func `a chain whose jobs are discarded is freed`() {
    _ = chain(from: .fulfilled(0, on: context))
    context.discard()
    #expect(context.isIdle)
  }

  @Test func `a cancel reaches the end of a chain`() {
    let deferred = Deferred<Int>(on: context)
    let last = chain(from: deferred.promise)
    deferred.promise.cancel()
    #expect(last.status == .cancelled)
    context.drain()
  }

  @Test func `a chain runs on an immediate context`() throws {
    let deferred = Deferred<Int>(on: ImmediateContext.shared)
    let last = chain(from: deferred.promise)
    deferred.fulfill(0)
    #expect(try last.result?.get() == Self.links)
  }

  @Test("promises that follow one another settle together", arguments: [true, false]) func deepAdoption(
    isBuiltForwards: Bool
  ) throws {
    let all = (0...20_000).map { _ in Deferred<Int>(on: context) }
    let links = zip(all, all.dropFirst()).map { ($0, $1) }
    for (follower, followed) in isBuiltForwards ? links : links.reversed() { follower.resolve(with: followed.promise) }
    all.last?.fulfill(7)
    #expect(try all.first?.promise.result?.get() == 7)
  }

  @Test func `promises that follow one another are freed together`() {
    weak var last: Promise<Int>?
    do {
      var deferred = Deferred<Int>(on: context)
      last = deferred.promise
      for _ in 0..<100_000 {
        let follower = Deferred<Int>(on: context)
        follower.resolve(with: deferred.promise)
        deferred = follower
      }
    }
    #expect(last == nil)
  }

  @Test func `nested thenables take one turn each and no stack`() throws {
    let deferred = Deferred<Int>(on: context)
    deferred.resolve(with: countdown(from: 100_000))
    context.drain()
    #expect(try deferred.promise.result?.get() == 0)
  }

  @Test func `promises that are kept and then dropped backwards are freed`() {
    var all = [Promise.fulfilled(0, on: context)]
    let pending = Deferred<Int>(on: context)
    for _ in 0..<20_000 { all.append(all[all.count - 1].then { value in value }) }
    var last: Promise<Int>? = all[all.count - 1].then { _ in pending.promise }
    context.drain()
    let root = all[0]
    while all.popLast() != nil {}
    root.cancel()
    #expect(last?.status == .cancelled)
    last = nil
  }
}

private func countdown(from number: Int) -> Sample<Int> {
  Sample { deferred in
    if number == 0 { deferred.fulfill(0) } else { deferred.resolve(with: countdown(from: number - 1)) }
  }
}
