public import Testing

/// A requirement that a promise library conforms to or violates: an argument of your test.
///
///     @Test(arguments: try await Requirement.all(of: "mylib-adapter"))
///     func conforms(_ requirement: Requirement) throws { try requirement.expectConforms() }
public struct Requirement: Sendable, Identifiable, CustomTestStringConvertible {
  /// Its number, such as "2.2.4".
  public let id: String
  /// What it requires.
  public let text: String
  /// What the cases that ask for it showed.
  let outcome: Outcome

  /// The number and the text, as test reports show it.
  public var testDescription: String { text.isEmpty ? id : "\(id): \(text)" }

  /// Runs the cases on an adapter, and returns each requirement that one of them asks for.
  ///
  /// The adapter is an executable product of your package, which the same build has put beside the
  /// tests: nothing is built here. `aplus-check` starts it as a process of its own, so that a library
  /// that traps or hangs fails its cases, and not the test run.
  ///
  /// The program `aplus-check` is the one that `APLUS_CHECK` names, or that of the installation or
  /// checkout that this library was compiled from, or one on the `PATH`.
  ///
  /// - Parameters:
  ///   - adapter: The name of the executable; or, with a slash, the path of any adapter.
  ///   - options: Options of `aplus-check`; `["--quick"]` takes a second or two.
  ///   - baseline: The file of expected failures; by default `expected-failures.txt` beside the test,
  ///     if there is one.
  ///   - testFile: The file of the test.
  /// - Returns: The requirements in the order of the specification.
  /// - Throws: `ConformanceError` if the cases cannot be run.
  public static func all(
    of adapter: String, options: [String] = [], baseline: String? = nil, testFile: String = #filePath
  ) async throws(ConformanceError) -> [Requirement] {
    let run = try ConformanceRun(adapter, options: options, baseline: baseline, testFile: testFile)
    return try await run.results().requirements
  }

  /// Records an issue for each way in which the library violates the requirement.
  ///
  /// A failure that the baseline expects is a known issue. If no case applies to the library, the
  /// test is cancelled with the reason.
  ///
  /// - Parameter sourceLocation: Where issues are shown.
  /// - Throws: What cancels the test.
  public func expectConforms(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for failure in outcome.failures { Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation) }
    for known in outcome.known {
      withKnownIssue(Comment(rawValue: known.reason), sourceLocation: sourceLocation) {
        Issue.record(Comment(rawValue: known.text), sourceLocation: sourceLocation)
      }
    }
    if let reason = outcome.skipped { try Test.cancel(Comment(rawValue: reason), sourceLocation: sourceLocation) }
  }

  /// What the cases of a requirement showed.
  struct Outcome: Sendable, Hashable {
    /// The messages about failures that are not expected.
    var failures: [String] = []
    /// Expected failures, with the baseline's reason.
    var known: [Known] = []
    /// Why no case was decided; nil if one was.
    var skipped: String?

    struct Known: Sendable, Hashable {
      var text: String
      var reason: String
    }
  }
}

/// Why the cases cannot be run on an adapter.
public struct ConformanceError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String
}
