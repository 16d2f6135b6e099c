/// The words of what an adapter for promises that can be awaited declares, each a detail of a capability.
package enum AwaitProfile {
  /// The code after an await never runs inside the call that settles the promise.
  package static let later = Capability("resume", detail: "later")
  /// It may run there.
  package static let insideSettle = Capability("resume", detail: "inside-settle")
  /// A task is a thread, which its awaits block.
  package static let blocking = Capability("await", detail: "blocking")
  /// An await blocks no thread; so it is unless a library claims `blocking`.
  package static let suspending = Capability("await", detail: "suspending")
  /// An awaiting task can be cancelled.
  package static let cancel = Capability("await", detail: "cancel")
  /// An await can have a time limit.
  package static let limit = Capability("await", detail: "limit")

  /// The details of each capability.
  static let details = Dictionary(grouping: [later, insideSettle, blocking, suspending, cancel, limit], by: \.name)
    .mapValues { capabilities in Set(capabilities.compactMap(\.detail)) }
}
