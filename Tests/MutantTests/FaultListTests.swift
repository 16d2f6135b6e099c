import Foundation
import TestSupport
import Testing

/// Every known fault has a mutant, in every language that can have it, and a case that kills it.
@Suite("List of faults") struct FaultListTests {
  private static let ids: [String] = {
    let counts = [("Z", 7), ("C", 7), ("N", 7), ("O", 3), ("E", 9), ("S", 3), ("M", 1), ("F", 23)]
    return counts.flatMap { letter, count in (1...count).map { "\(letter)\($0)" } }
  }()

  @Test func `each fault has a row, and each row a mutant or a reason in each language`() throws {
    let list = try FaultList.load()
    #expect(list.faults.map(\.id) == Self.ids)
    for row in list.faults {
      for host in FaultList.Host.allCases {
        #expect((row.mutants[host] == nil) != (row.without[host] == nil), "\(row.id) \(host)")
      }
    }
  }

  @Test func `each mutant of a row is killed by a case, which other tests hold`() throws {
    for row in try FaultList.load().faults {
      for (host, mutant) in row.mutants {
        #expect(try FaultList.killing(mutant, in: host) != nil, "\(row.id): \(mutant) in \(host)")
      }
    }
  }

  @Test func `at least twelve mutants are races, and each is known`() throws {
    let races = try FaultList.load().races
    #expect(races.count >= 12)
    for race in races { #expect(try FaultList.killing(race.mutant, in: race.host) != nil, "\(race.mutant)") }
  }

  @Test func `the page says what the list says`() throws {
    let page = try FaultList.load().page()
    let path = Repository.root + "adapters/FAULTS.md"
    let published = try? String(contentsOf: URL(filePath: path), encoding: .utf8)
    if published != page {
      let copy = Repository.root + ".build/FAULTS.md"
      try page.write(toFile: copy, atomically: true, encoding: .utf8)
      Issue.record("adapters/FAULTS.md is out of date: copy \(copy)")
    }
  }
}
