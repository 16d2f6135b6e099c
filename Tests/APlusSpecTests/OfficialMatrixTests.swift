import APlusSpec
import Foundation
import Testing

@Suite("The chapter aplus") struct OfficialMatrixTests {
  /// Cases of the official suite by requirement; 2.2.7.1 is empty there.
  private static let counts = [
    "2.1.2.1": 6, "2.1.3.1": 6, "2.2.1.1": 10, "2.2.1.2": 10, "2.2.2.1": 3, "2.2.2.2": 2,
    "2.2.2.3": 6, "2.2.3.1": 3, "2.2.3.2": 2, "2.2.3.3": 6, "2.2.4": 16, "2.2.5": 4,
    "2.2.6.1": 15, "2.2.6.2": 15, "2.2.7": 1, "2.2.7.2": 66, "2.2.7.3": 18, "2.2.7.4": 18,
    "2.3.1": 2, "2.3.2.1": 2, "2.3.2.2": 4, "2.3.2.3": 4, "2.3.3.1": 6, "2.3.3.2": 22,
    "2.3.3.3": 4, "2.3.3.3.1": 472, "2.3.3.3.2": 44, "2.3.3.3.3": 34, "2.3.3.3.4.1": 12,
    "2.3.3.3.4.2": 6, "2.3.3.4": 10, "2.3.4": 42,
  ]

  private func scenarios() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "aplus" }
  }

  @Test func `every requirement has as many scenarios as the official matrix`() throws {
    let found = Dictionary(grouping: try scenarios(), by: \.requirement).mapValues(\.count)
    #expect(found == Self.counts)
    #expect(Self.counts.values.reduce(0, +) == 871)
  }

  @Test func `ids are unique`() throws {
    let ids = try ProjectSpecs.library.get().scenarios.map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}
