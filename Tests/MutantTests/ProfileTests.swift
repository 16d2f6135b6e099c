import APlusCases
import APlusJudge
import APlusModel
import TestSupport
import Testing
import aplus_mutants

/// For every set of claims about its cancels that a library can make, a promise meets all that is asked of it.
///
/// So no two cases that one library is asked exclude one another.
@Suite("cancellation profiles") struct ProfileTests {
  private static let library = ProjectSpecs.library

  /// Every set of claims that no two of contradict each other, the profile first; only `downstream` has cases for
  /// more details than one.
  private static let claims: [[String]] = {
    func sets(of details: [String]) -> [[String]] {
      (0..<(1 << details.count)).map { bits in details.indices.filter { bits >> $0 & 1 == 1 }.map { details[$0] } }
    }
    let details = Capability.adoptionOfCancels + ["handler-reason", "reason"]
    return Capability.cancellationProfiles.flatMap { profile in
      let others = ["listener", "counted", "token"].contains(profile) ? ["rejects"] : ["reason"]
      return sets(of: profile == "downstream" ? details : others).map { [profile] + $0 }
    }.filter { words in
      let claims = words.map { Capability("cancellation", detail: $0) }
      return Capability.contradiction(in: claims) == nil
    }
  }()

  private func scenarios(_ process: InProcess, naming detail: String? = nil) throws -> [Scenario] {
    try Self.library.get().scenarios.filter { scenario in
      process.canPerform(scenario)
        && scenario.capabilities.contains { capability in
          capability.name == "cancellation" && (detail == nil || capability.detail == detail)
        }
    }
  }

  @Test func `a library claims one profile and one kind of adoption`() { #expect(Self.claims.count == 3 * 4 + 7 * 2) }

  @Test(arguments: claims) func `some promise meets all that is asked of a set of claims`(claims: [String]) throws {
    let promises = CancellationProfiles.promises(of: claims[0], with: Set(claims.dropFirst()))
    #expect(!promises.isEmpty)
    for promise in promises {
      let process = InProcess(promise, cancellation: claims)
      for profile in Capability.cancellationProfiles {
        #expect(try scenarios(process, naming: profile).isEmpty == (profile != claims[0]))
      }
      for scenario in try scenarios(process) {
        let verdict = try #require(process.verdict(on: scenario))
        #expect(verdict.outcome == .conforms, "\(promise.name) \(scenario.id): \(verdict.violations)")
        #expect(verdict.incidental.isEmpty, "\(promise.name) \(scenario.id): \(verdict.incidental)")
      }
    }
  }

  @Test(arguments: ["upstream", "chain", "listener", "counted", "silences", "token", "linked", "handler-reason"])
  func `a promise that only cancels downstream fails other claims`(detail: String) throws {
    let isProfile = Capability.cancellationProfiles.contains(detail)
    let process = InProcess(Mutant.correct, cancellation: isProfile ? [detail] : ["downstream", detail])
    let verdicts = try scenarios(process, naming: detail).map { process.verdict(on: $0) }
    #expect(verdicts.contains { $0?.outcome == .violates })
  }

  @Test(arguments: ProfileFault.all) func `a promise with a fault against its profile is detected`(fault: ProfileFault)
    throws
  {
    let process = InProcess(fault.mutant, cancellation: [fault.profile, "reason"])
    let found = try scenarios(process, naming: fault.profile).filter { $0.id.hasPrefix(fault.killedBy) }
    #expect(!found.isEmpty)
    #expect(found.contains { process.verdict(on: $0)?.outcome == .violates }, "\(fault.killedBy)")
  }

  @Test func `each case about the profiles has a fault that it finds`() throws {
    let cases = Set(try Self.library.get().scenarios.map { $0.id.prefix { $0 != "." } }).filter { id in
      (3...8).contains { id.hasPrefix("CP-\($0)-") }
    }
    let found = Set(ProfileFault.all.map { $0.killedBy.prefix { $0 != "." } })
    // `RejectionProfileTests` has the fault of a combined promise, JavaScript those of shared functions and of members.
    #expect(cases.subtracting(found) == ["CP-4-d", "CP-8-a", "CP-8-b"])
  }

  /// Such a case is for libraries of both kinds, and so says nothing of the promise that is followed.
  @Test(arguments: ["linked", "linked-reference"])
  func `a case that needs neither kind of adoption takes either for right`(name: String) throws {
    func be(_ state: PromiseState) -> Value { .promise(state, with: nil, whenIdle: false) }
    let program = Program(steps: [
      Step(id: 0, .bind(name: "i", value: be(.pending))), Step(id: 1, .bind(name: "p", value: be(.pending))),
      Step(id: 2, .settle(.resolve, promise: "p", value: .name("i"))),
      Step(
        id: 3,
        .later(
          .idle,
          [
            Step(id: 4, .cancel(promise: "p", reason: nil)),
            Step(id: 5, .later(.idle, [Step(id: 6, .settle(.fulfill, promise: "i", value: .name("S")))])),
          ])),
    ])
    var scenario = Scenario(generated: program, id: "followed", title: "followed", claims: [])
    scenario.capabilities.append(Capability("cancellation", detail: "downstream"))
    let promise = CancellationProfiles.promises(of: "downstream", with: ["linked"]).first { $0.name == name }
    let process = InProcess(try #require(promise), cancellation: ["downstream", "linked"])
    #expect(process.verdict(on: scenario)?.outcome == .conforms)
    scenario.capabilities.append(.oneWayCancel)
    let violations = try #require(process.verdict(on: scenario)).violations
    #expect(violations.map(\.requirement) == (name == "linked-reference" ? ["2.1.1.1"] : []))
  }

  @Test func `a linked promise without that claim is detected`() throws {
    for promise in CancellationProfiles.promises(of: "downstream", with: ["linked"]) {
      let process = InProcess(promise, cancellation: ["downstream"])
      let verdicts = try scenarios(process, naming: "one-way").map { process.verdict(on: $0) }
      #expect(verdicts.contains { $0?.outcome == .violates }, "\(promise.name)")
    }
  }
}
