#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The results of a run on one adapter, `aplus-results/1`.
struct Results {
  /// Each requirement that a case asks for, with what the cases showed.
  let requirements: [Requirement]

  /// Reads the file of `--report json`.
  ///
  /// - Parameters:
  ///   - data: The file.
  ///   - baseline: The path of the baseline.
  ///   - failure: How the run failed; nil if it did not. It fails a requirement of its own where no
  ///     other one fails.
  /// - Throws: What is wrong with the file, or with the adapter.
  init(_ data: Data, baseline: String?, unless failure: String?) throws {
    let document = try JSONDecoder().decode(Document.self, from: data)
    guard document.schema == "aplus-results/1", let adapter = document.adapters.first else {
      throw ConformanceError(description: "expected aplus-results/1, found \(document.schema)")
    }
    if let failure = adapter.launchFailure {
      throw ConformanceError(description: "the adapter \(adapter.name) cannot be checked: \(failure.message)")
    }
    let cases = Dictionary(grouping: adapter.cases, by: \.requirement)
    let elsewhere = Dictionary(grouping: adapter.collected, by: \.requirement)
    let asked = document.requirements.filter { cases[$0.number] != nil || elsewhere[$0.number] != nil }
    let found =
      asked.map { requirement in
        let outcome = Requirement.Outcome(
          of: cases[requirement.number] ?? [], and: elsewhere[requirement.number] ?? [], baseline: baseline)
        return Requirement(id: requirement.number, text: requirement.text, outcome: outcome)
      } + Self.rest(adapter, baseline)
    if let failure, found.allSatisfy(\.outcome.failures.isEmpty) {
      let outcome = Requirement.Outcome(failures: [failure])
      requirements = found + [Requirement(id: "run", text: "It ends without errors.", outcome: outcome)]
    } else {
      requirements = found
    }
  }

  /// What fails a run besides requirements: the baseline, and capabilities that are missing.
  private static func rest(_ adapter: Document.Adapter, _ baseline: String?) -> [Requirement] {
    var rest: [Requirement] = []
    if let baseline {
      let stale = adapter.stale.map { "\(baseline):\($0.entry.line): \($0.message)" }
      rest.append(
        Requirement(id: "baseline", text: "Every entry is needed.", outcome: Requirement.Outcome(failures: stale)))
    }
    if !adapter.missing.isEmpty {
      let missing = adapter.missing.map { "the adapter lacks the capability \($0)" }
      rest.append(
        Requirement(id: "capabilities", text: "None is missing.", outcome: Requirement.Outcome(failures: missing)))
    }
    return rest
  }

  /// The part of the document that is read here.
  struct Document: Decodable {
    var schema: String
    var requirements: [Requirement]
    var adapters: [Adapter]

    struct Requirement: Decodable {
      var number: String
      var text: String
    }

    struct Adapter: Decodable {
      var name: String
      var launchFailure: Failure?
      var missing: [String]
      var stale: [Stale]
      var collected: [Elsewhere]
      var cases: [Case]
    }

    struct Failure: Decodable {
      var type: String
      var message: String
    }

    struct Stale: Decodable {
      var entry: Entry
      var message: String
    }

    struct Entry: Decodable {
      var reason: String
      var line: Int
      var inSomeRuns: Bool
    }

    struct Elsewhere: Decodable {
      var requirement: String
      var cases: Int
      var firstCase: String
      var first: Violation
      var expected: Entry?
    }

    struct Violation: Decodable {
      var type: String
      var message: String
      var expected: String
      var observed: String
    }

    struct Case: Decodable {
      var id: String
      var title: String
      var requirement: String
      var verdict: String
      var level: String?
      var reason: String?
      var because: [String]?
      var violations: [Violation]?
      var error: Failure?
      var expected: Entry?
      var picture: [String]?
      var replay: String?
    }
  }
}
