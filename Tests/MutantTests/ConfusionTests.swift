import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

@testable import APlusCases
@testable import APlusHosting
@testable import APlusReports

/// Each fault is named by its own number: the first of the headline, and no other that does not follow from it.
///
/// That takes minutes, and `make confusion` asks for it. Of each case two scenarios are performed, of a C++ mutant one,
/// as each takes a look at the kernel. With APLUS_CONFUSION=all it is all of them, and `follows` may say no more than
/// is seen. Races, which one performance need not show, are left to `make races`.
@Suite("Confusion of faults", .serialized) struct ConfusionTests {
  private static let isAsked = ProcessInfo.processInfo.environment["APLUS_CONFUSION"] != nil
  private static let isWhole = ProcessInfo.processInfo.environment["APLUS_CONFUSION"] == "all"
  private static let library = ProjectSpecs.whole
  private static let chapters: Set<String> = ["aplus", "once", "zalgo"]

  @Test func `the tables name requirements, and none as what follows from itself`() throws {
    let numbers = Set(try Self.library.get().requirements.all.map(\.number))
    for row in try ConfusionRow.Language.allCases.flatMap(ConfusionRow.rows) {
      #expect(numbers.isSuperset(of: [row.requirement] + row.follows), "\(row)")
      #expect(!row.follows.contains(row.requirement), "\(row)")
      #expect(Set(row.follows).count == row.follows.count, "\(row)")
    }
  }

  @Test(arguments: ["mutant", "mutants-javascript", "mutants-cpp", "mutants-python"])
  func `the tables say how other numbers follow`(folder: String) throws {
    for fault in try Repository.faults(in: folder) {
      #expect((fault.follows ?? []).isEmpty == (fault.why == nil), "\(fault.name)")
    }
  }

  @Test(.enabled(if: isAsked, "only with APLUS_CONFUSION")) func `a Swift mutant is named by its number`() async throws
  {
    let rows = try ConfusionRow.rows(of: .swift).filter { !$0.isRace }
    try await check(performed(rows, each: 2))
  }

  @Test(.enabled(if: isAsked && Node.isInstalled, "only with APLUS_CONFUSION, and node"))
  func `a JavaScript mutant is named by its number`() async throws {
    let rows = try ConfusionRow.rows(of: .javascript).filter { !$0.isRace }
    try await check(performed(rows, each: 2))
  }

  @Test(.enabled(if: isAsked && HostProcess.canBuildCpp, "only with APLUS_CONFUSION, g++ and make"))
  func `a C++ mutant is named by its number`() async throws {
    try #require(try await HostProcess.buildCppMutants() == nil)
    let rows = try ConfusionRow.rows(of: .cpp).filter { !$0.isRace }
    try await check(performed(rows, each: 1))
  }

  @Test(.enabled(if: isAsked && HostProcess.hasPython, "only with APLUS_CONFUSION, and python3"))
  func `a Python mutant is named by its number`() async throws {
    let rows = try ConfusionRow.rows(of: .python).filter { !$0.isRace }
    try await check(performed(rows, each: 2))
  }

  /// Performs scenarios on mutants that hosts have, on two at a time.
  private func performed(_ rows: [ConfusionRow], each count: Int) async throws -> [ConfusionRow] {
    let chosen = try rows.map { try scenarios(for: $0, each: count) }
    return await withTaskGroup(of: (Int, ConfusionRow).self) { group in
      var performed = rows
      for index in rows.indices {
        if index > 1, let (done, row) = await group.next() { performed[done] = row }
        group.addTask {
          var row = rows[index]
          row.take(await row.host.run(chosen[index]))
          return (index, row)
        }
      }
      for await (done, row) in group { performed[done] = row }
      return performed
    }
  }

  /// The scenarios that a mutant is asked: of its own case all, of each other one the first and, where two are wanted,
  /// the last.
  private func scenarios(for row: ConfusionRow, each count: Int) throws -> [Scenario] {
    let all = try Self.library.get().scenarios
    let own = all.first { $0.id == row.killedBy || $0.id.hasPrefix(row.killedBy + ".") }
    let chapters = Self.chapters.union([try #require(own, "\(row)").chapter])
    let cases = Dictionary(grouping: all.indices) { all[$0].source }
    let chosen = cases.values.flatMap { places -> [Int] in
      guard Self.isWhole || all[places[0]].source == own?.source else {
        return count > 1 ? [places[0], places[places.count - 1]] : [places[0]]
      }
      return places
    }
    return Set(chosen).sorted().map { all[$0] }.filter { chapters.contains($0.chapter) }
  }

  private func check(_ rows: [ConfusionRow]) {
    for row in rows {
      #expect(row.named.first == row.requirement, "\(row)")
      #expect(row.others.isEmpty, "\(row)")
      #expect(row.errors.isEmpty, "\(row)")
      #expect(!Self.isWhole || row.unseen.isEmpty, "\(row): \(row.unseen) was not seen to follow")
    }
    let right = rows.count { $0.named.first == $0.requirement }
    let others = rows.reduce(0) { $0 + $1.others.count }
    print(rows.map(\.description).joined(separator: "\n"))
    print(
      "\(rows.count) mutants: the first number is the mutant's own for \(right)",
      "(\(100 * right / max(rows.count, 1)) %); \(others) numbers do not follow from the fault")
  }
}
