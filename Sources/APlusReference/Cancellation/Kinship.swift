internal import Synchronization

/// What a promise knows of those above and below it, and whether it owes somebody something.
///
/// It is kept apart from the rest of the state because it does not depend on the type of value:
/// code that is not generic needs no type metadata at run time, which is most of its cost here. A
/// promise that is freed looks at nothing else, unless it was never settled.
@usableFromInline struct Kinship: ~Copyable, Sendable {
  struct Lineages: Sendable {
    /// The promises that were made from this one; nothing until there is one.
    var own: Lineage?
    /// The lineage that this promise belongs to.
    var parent: Lineage?
  }

  private let lineages: Locked<Lineages>
  private let owes = Atomic(false)

  /// Belongs to a lineage, or to none.
  @usableFromInline init(in parent: Lineage? = nil) {
    lineages = Locked(Lineages(parent: parent))
  }

  /// The promises that were made from this one; nothing until there is one.
  var lineage: Lineage? { lineages.withLock { lineages in lineages.own } }

  /// The lineage for a promise that is made from this one.
  @usableFromInline borrowing func makeLineage() -> Lineage {
    lineages.withLock { lineages in
      let lineage = lineages.own ?? Lineage()
      lineages.own = lineage
      return lineage
    }
  }

  /// Belongs to another lineage from now on, or to none.
  borrowing func join(_ parent: Lineage?) {
    lineages.withLock { lineages in lineages.parent = parent }
  }

  /// Leaves the lineage, and leaves the promises that were made from this one to it.
  @usableFromInline borrowing func leave() {
    let lineages = lineages.withLock { lineages in lineages }
    lineages.own?.bequeath(to: lineages.parent)
    lineages.parent?.memberLeft()
  }

  /// Whether there are reactions to hand over.
  @usableFromInline var isOwing: Bool {
    get { owes.load(ordering: .relaxed) }
    nonmutating set { owes.store(newValue, ordering: .relaxed) }
  }
}
