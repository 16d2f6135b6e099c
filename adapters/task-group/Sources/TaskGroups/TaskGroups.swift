import APlusAdapter
import APlusHost

/// The task groups of Swift whose tasks throw nothing: a failure is one task's own.
@main struct TaskGroups: TaskScopeAdapter, AdapterMain {
  static let library = "TaskGroup"
  static let features: Set<ScopeFeature> = [.nested, .launch]
  static let claims: Set<Claim> = [.threads, .failureSparesSiblings]
  let driver = Driver.background

  func withScope(_ body: ScopeBody<TaskGroup<Void>>) async throws -> Token {
    let result = await withTaskGroup(of: Void.self) { group in
      do { return Result<Token, any Error>.success(try await body(&group)) } catch { return .failure(error) }
    }
    return try result.get()
  }
  func add(_ work: @escaping ScopeWork, to group: inout TaskGroup<Void>) { group.addTask { try? await work() } }
  func launch(_ work: @escaping ScopeWork, in group: inout TaskGroup<Void>) {
    _ = group.addTaskUnlessCancelled { try? await work() }
  }
  func cancel(_ group: inout TaskGroup<Void>) { group.cancelAll() }
}
