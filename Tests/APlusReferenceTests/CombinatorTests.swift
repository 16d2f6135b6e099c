import APlusReference
import Testing

@Suite("all, allSettled, race and any") struct CombinatorTests {
  let context = ManualContext()
  let log = Log()

  @Test func `all keeps the order of members`() {
    let members = (0..<3).map { _ in Deferred<Int>(on: context) }
    Promise.all(members.map(\.promise), on: context).log(to: log)
    for index in [2, 0, 1] { members[index].fulfill(index) }
    #expect(log.words.isEmpty)
    context.drain()
    #expect(log.words == ["=[0, 1, 2]"])
  }

  @Test func `all takes the first rejection and leaves the others alone`() {
    let members = (0..<3).map { _ in Deferred<Int>(on: context) }
    let all = Promise.all(members.map(\.promise), on: context)
    all.log(to: log)
    members[1].reject(Failure("one"))
    members[0].reject(Failure("zero"))
    context.drain()
    #expect(log.words == ["!one"])
    #expect(members[2].promise.status == .pending)
  }

  @Test func `optional nothings count as fulfilled`() {
    let members = [Promise<Int?>.fulfilled(nil, on: context), .fulfilled(1, on: context)]
    Promise.all(members, on: context).log(to: log)
    context.drain()
    #expect(log.words == ["=[nil, Optional(1)]"])
  }

  @Test func `empty input settles or rejects, asynchronously for handlers`() {
    Promise.all([Promise<Int>](), on: context).log(to: log, as: "all")
    Promise.allSettled([Promise<Int>](), on: context).log(to: log, as: "allSettled")
    Promise<Int>.race([], on: context).catch { [log] reason in log.write("race \(reason)") }
    Promise<Int>.any([], on: context).catch { [log] reason in log.write("any \(reason)") }
    #expect(log.words.isEmpty)
    context.drain()
    #expect(log.words == ["all=[]", "allSettled=[]", "race empty", "any empty"])
  }

  @Test func `cancelling all leaves its members alone`() {
    let member = Deferred<Int>(on: context)
    let all = Promise.all([member.promise], on: context)
    all.cancel()
    #expect(member.promise.status == .pending)
    #expect(member.fulfill(1))
    context.drain()
    #expect(all.status == .cancelled)
  }

  @Test func `a cancelled member rejects all with its reason`() {
    let reason = Failure("stop")
    let members = (0..<2).map { _ in Deferred<Int>(on: context) }
    let all = Promise.all(members.map(\.promise), on: context)
    members[0].promise.cancel(reason)
    context.drain()
    #expect(all.status == .rejected)
    #expect(throws: reason) { try all.result?.get() }
    #expect(members[1].promise.status == .pending)
  }

  @Test func `allSettled waits for all and keeps the order`() throws {
    let members = (0..<3).map { _ in Deferred<Int>(on: context) }
    let all = Promise.allSettled(members.map(\.promise), on: context)
    members[2].reject(Failure("two"))
    members[0].fulfill(0)
    context.drain()
    #expect(all.status == .pending)
    members[1].promise.cancel()
    context.drain()
    let results = try #require(try all.result?.get())
    #expect(try results[0].get() == 0)
    #expect(throws: PromiseError.self) { try results[1].get() }
    #expect(throws: Failure.self) { try results[2].get() }
  }

  @Test func `race takes the first settled member, either way`() {
    let winner = Deferred<Int>(on: context)
    let loser = Deferred<Int>(on: context)
    Promise.race([loser.promise, winner.promise], on: context).log(to: log)
    winner.reject(Failure("first"))
    loser.fulfill(2)
    context.drain()
    #expect(log.words == ["!first"])
    #expect(loser.promise.status == .fulfilled)
  }

  @Test func `any takes the first fulfilled member`() {
    let members = (0..<3).map { _ in Deferred<Int>(on: context) }
    Promise.any(members.map(\.promise), on: context).log(to: log)
    members[0].reject(Failure())
    members[2].fulfill(2)
    members[1].fulfill(1)
    context.drain()
    #expect(log.words == ["=2"])
  }

  @Test func `any reports all reasons in the order of members`() {
    let members = (0..<3).map { _ in Deferred<Int>(on: context) }
    Promise.any(members.map(\.promise), on: context).catch { [log] reason in
      if case PromiseError.allRejected(let reasons) = reason { log.write(reasons) }
    }
    for index in [2, 0, 1] { members[index].reject(Failure("\(index)")) }
    context.drain()
    #expect(log.words == ["[0, 1, 2]"])
  }

  @Test func `all of very many members is one pass`() throws {
    let members = (0..<100_000).map { Promise.fulfilled($0, on: context) }
    let all = Promise.all(members, on: context)
    context.drain()
    #expect(try all.result?.get().count == 100_000)
  }
}
