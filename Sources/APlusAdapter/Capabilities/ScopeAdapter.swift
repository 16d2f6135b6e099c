/// Connects a library of cancel scopes to the checks: bags whose members a cancel reaches.
///
/// The checks make the members, and observe what reaches them. The adapter only says how the library's own functions are
/// called:
///
///     struct MyScopes: ScopeAdapter, AdapterMain {
///       static var features: Set<ScopeFeature> { [.weak, .release] }
///       func makeScope(inside outer: Bag?) -> Bag { Bag() }
///       func makeItem(_ cancelled: @escaping @Sendable () -> Void) -> Member { Member(onCancel: cancelled) }
///       func add(_ item: Member, to scope: Bag) { scope.insert(item) }
///       func complete(_ item: Member) { item.complete() }
///       func cancel(_ scope: Bag) { scope.cancel() }
///     }
///
/// A function that has a feature is called only if that is among ``features``. Where completion callbacks run, is
/// claimed: ``Claim/notifiesBeforeItems`` or ``Claim/notifiesAfterItems``. Task groups, whose end waits for their tasks,
/// are for ``TaskScopeAdapter``.
public protocol ScopeAdapter: LibraryAdapter {
  /// The library's type for a scope.
  associatedtype Scope: Sendable

  /// What a scope holds.
  associatedtype Item: Sendable

  /// What the library has besides adding an item and cancelling.
  static var features: Set<ScopeFeature> { get }

  /// Makes a scope, inside another one if the feature is ``ScopeFeature/nested``.
  func makeScope(inside outer: Scope?) -> Scope

  /// Makes an item that calls a function each time a cancel reaches it.
  ///
  /// Nothing but what this returns may hold the function: with ``ScopeFeature/weak``, the checks find out whether the
  /// scope holds the item.
  func makeItem(_ cancelled: @escaping @Sendable () -> Void) -> Item

  /// Adds an item to a scope.
  func add(_ item: Item, to scope: Scope)

  /// Completes an item, so that it leaves its scope.
  ///
  /// With ``ScopeFeature/weak``, items may also complete before they are added.
  func complete(_ item: Item)

  /// Cancels a scope.
  func cancel(_ scope: Scope)

  /// Starts work in a scope, unless that is cancelled.
  func launch(_ work: @escaping @Sendable () -> Void, in scope: Scope)

  /// Adds a completion callback to a scope.
  func notify(_ callback: @escaping @Sendable () -> Void, of scope: Scope)

  /// Whether a scope has no item.
  func isEmpty(_ scope: Scope) -> Bool
}

extension ScopeAdapter {
  /// The library has no such function.
  public func launch(_ work: @escaping @Sendable () -> Void, in scope: Scope) {}

  /// The library has no such function.
  public func notify(_ callback: @escaping @Sendable () -> Void, of scope: Scope) {}

  /// The library has no such function.
  public func isEmpty(_ scope: Scope) -> Bool { true }
}

/// Connects a library of structured scopes to the checks: groups of tasks whose end waits for the tasks.
///
/// The checks make the body of the group and its tasks:
///
///     struct MyGroups: TaskScopeAdapter, AdapterMain {
///       typealias Group = ThrowingTaskGroup<Void, any Error>
///       static var features: Set<ScopeFeature> { [.nested] }
///       func withScope(_ body: ScopeBody<Group>) async throws -> Token {
///         try await withThrowingTaskGroup(of: Void.self) { group in try await body(&group) }
///       }
///       func add(_ work: @escaping ScopeWork, to group: inout Group) {
///         group.addTask { try? await work() }
///       }
///       func cancel(_ group: inout Group) { group.cancelAll() }
///     }
///
/// Body and tasks have the types ``ScopeBody`` and ``ScopeWork``. What the failure of a task does is claimed:
/// ``Claim/failureCancelsSiblings`` or ``Claim/failureSparesSiblings``.
public protocol TaskScopeAdapter: LibraryAdapter {
  /// The library's type for what a body adds tasks to.
  associatedtype Group

  /// What the library has besides adding a task and cancelling: ``ScopeFeature/nested`` and ``ScopeFeature/launch``.
  static var features: Set<ScopeFeature> { get }

  /// Performs a body with a group, and waits for the tasks of the group.
  ///
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or the failure of a task.
  func withScope(_ body: ScopeBody<Group>) async throws -> Token

  /// Adds a task to a group.
  func add(_ work: @escaping ScopeWork, to group: inout Group)

  /// Adds a task to a group, unless that is cancelled.
  func launch(_ work: @escaping ScopeWork, in group: inout Group)

  /// Cancels the tasks of a group.
  func cancel(_ group: inout Group)
}

/// The body of a scope, which adds tasks to a group.
public typealias ScopeBody<Group> = @concurrent (inout Group) async throws -> Token

/// What a task of a scope does.
public typealias ScopeWork = @concurrent @Sendable () async throws -> Void

extension TaskScopeAdapter {
  /// The library has no such function.
  public func launch(_ work: @escaping ScopeWork, in group: inout Group) {}
}

/// Something that only some libraries of scopes have.
public struct ScopeFeature: Sendable, Hashable {
  /// The word that follows `scopes:` in manifests and reports.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// Holds its items weakly, and a completed one leaves.
  public static let weak = ScopeFeature("weak")

  /// A scope can be inside another.
  public static let nested = ScopeFeature("nested")

  /// The release of a scope cancels it.
  public static let release = ScopeFeature("release")

  /// Starts work, unless the scope is cancelled.
  public static let launch = ScopeFeature("launch")

  /// Has completion callbacks.
  public static let notify = ScopeFeature("notify")

  /// Says whether it holds an item.
  public static let holds = ScopeFeature("holds")
}
