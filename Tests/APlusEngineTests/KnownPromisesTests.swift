import Testing

@testable import APlusEngine

@Suite("Known promises") struct KnownPromisesTests {
  private final class Thing {}

  private func entry(_ number: Int) -> KnownPromises.Entry {
    KnownPromises.Entry(object: Int32(number), number: Int32(2 * number))
  }

  @Test(arguments: [0, 5, 5000])
  func `each is found by itself, however many there are`(reserved: Int) {
    // Neighbours in memory, so that many want the same place.
    let things = (0..<3000).map { _ in Thing() }
    var known = KnownPromises()
    known.reserve(reserved)
    for (number, thing) in things.enumerated() {
      #expect(known[ObjectIdentifier(thing)] == nil)
      known.note(ObjectIdentifier(thing), entry(number))
    }
    #expect(known[ObjectIdentifier(Thing())] == nil)
    for (number, thing) in things.enumerated() {
      #expect(known[ObjectIdentifier(thing)]?.object == Int32(number))
      #expect(known[ObjectIdentifier(thing)]?.number == Int32(2 * number))
    }
  }

  @Test func `the last that is noted of one counts`() {
    let thing = Thing()
    var known = KnownPromises()
    known.note(ObjectIdentifier(thing), entry(1))
    known.note(ObjectIdentifier(thing), entry(7))
    #expect(known[ObjectIdentifier(thing)]?.object == 7)
  }
}
