import Synchronization
import Testing

/// The texts of the issues that code records in this task.
func recordedIssues(_ body: () async throws -> Void) async rethrows -> [String] {
  let texts = Mutex<[String]>([])
  try await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    texts.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
    return true
  }
  return texts.withLock { $0 }
}

/// The text of the only issue that code records; fails if there is none, or several.
func onlyIssue(_ body: () async throws -> Void) async throws -> String {
  let issues = try await recordedIssues(body)
  #expect(issues.count == 1, "\(issues)")
  return try #require(issues.first)
}
