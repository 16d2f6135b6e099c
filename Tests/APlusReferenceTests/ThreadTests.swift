import APlusReference
import Synchronization
import Testing

@Suite("many threads") struct ThreadTests {
  @Test func `handlers from eight threads run once each, in the order of each thread`() {
    for _ in 0..<50 {
      let context = QueueContext()
      let deferred = Deferred<Int>(on: context)
      let seen = Mutex<[[Int]]>(Array(repeating: [], count: 9))
      let latch = Latch(count: 8 * 100)
      lanes(9) { lane in
        if lane == 8 {
          deferred.fulfill(1)
          return
        }
        for index in 0..<100 {
          deferred.promise.then { _ in
            seen.withLock { seen in seen[lane].append(index) }
            latch.open()
          }
        }
      }
      #expect(latch.wait())
      let lists = seen.withLock { seen in seen }
      #expect(lists.dropLast().allSatisfy { list in list == Array(0..<100) })
    }
  }

  @Test func `exactly one of many settlements is accepted, and every handler sees it`() {
    for _ in 0..<500 {
      let context = ManualContext()
      let deferred = Deferred<Int>(on: context)
      let winners = Mutex<[Int]>([])
      let log = Log()
      lanes(4) { lane in
        deferred.promise.log(to: log)
        if deferred.fulfill(lane) { winners.withLock { winners in winners.append(lane) } }
        deferred.promise.log(to: log)
      }
      context.drain()
      let list = winners.withLock { winners in winners }
      #expect(list.count == 1)
      #expect(log.words == Array(repeating: "=\(list[0])", count: 8))
    }
  }

  @Test func `cancel against fulfill has one winner, and every descendant follows it`() {
    for round in 0..<1000 {
      let context = ManualContext()
      let deferred = Deferred<Int>(on: context)
      let child = deferred.promise.then { value in value }
      let grandchild = child.recover { _ in 0 }
      let accepted = Mutex<[String]>([])
      lanes(2) { lane in
        let isAccepted = lane == round % 2 ? deferred.promise.cancel() : deferred.fulfill(1)
        if isAccepted { accepted.withLock { list in list.append(lane == round % 2 ? "cancel" : "fulfill") } }
      }
      context.drain()
      let list = accepted.withLock { list in list }
      #expect(list.count == 1)
      if list == ["cancel"] {
        #expect(deferred.promise.status == .cancelled)
        #expect(child.status == .cancelled)
        #expect(grandchild.status == .cancelled)
      } else {
        // A cancel that came second was still forwarded, to those that were pending.
        #expect(deferred.promise.status == .fulfilled)
        #expect(child.status == .fulfilled || child.status == .cancelled)
        #expect(grandchild.status == child.status || child.status == .fulfilled)
      }
    }
  }

  @Test func `adoption across threads loses nothing`() {
    for _ in 0..<500 {
      let context = ManualContext()
      let one = Deferred<Int>(on: context)
      let two = Deferred<Int>(on: context)
      let log = Log()
      lanes(3) { lane in
        switch lane {
        case 0: one.resolve(with: two.promise)
        case 1: two.fulfill(1)
        default: one.promise.log(to: log)
        }
      }
      context.drain()
      #expect(log.words == ["=1"])
    }
  }

  @Test func `descendants die and join while ancestors are cancelled`() {
    let root = Promise.fulfilled(0)
    lanes(4) { lane in
      for _ in 0..<2000 {
        if lane == 0 { root.cancel() } else { root.then { value in value }.then { value in value }.catch { _ in } }
      }
    }
    let latch = Latch()
    root.then { _ in latch.open() }
    #expect(latch.wait())
  }
}
