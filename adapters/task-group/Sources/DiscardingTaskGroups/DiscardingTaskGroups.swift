import APlusAdapter
import APlusHost

/// The task groups of Swift in which the first failure cancels the other tasks.
@main struct DiscardingTaskGroups: TaskScopeAdapter, AdapterMain {
  typealias Group = ThrowingDiscardingTaskGroup<any Error>
  static let library = "ThrowingDiscardingTaskGroup"
  static let features: Set<ScopeFeature> = [.nested, .launch]
  static let claims: Set<Claim> = [.threads, .failureCancelsSiblings]
  let driver = Driver.background

  func withScope(_ body: ScopeBody<Group>) async throws -> Token {
    try await withThrowingDiscardingTaskGroup { group in try await body(&group) }
  }
  func add(_ work: @escaping ScopeWork, to group: inout Group) { group.addTask(operation: work) }
  func launch(_ work: @escaping ScopeWork, in group: inout Group) { _ = group.addTaskUnlessCancelled(operation: work) }
  func cancel(_ group: inout Group) { group.cancelAll() }
}
