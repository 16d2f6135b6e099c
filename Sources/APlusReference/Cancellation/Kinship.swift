/// What a promise knows of those above and below it.
///
/// It is kept apart from the rest of the state because it does not depend on the type of value:
/// code that is not generic needs no type metadata at run time, which is most of its cost here.
@usableFromInline struct Kinship: Sendable {
  /// The promises that were made from this one; nothing until there is one.
  @usableFromInline var lineage: Lineage?
  /// The lineage that this promise belongs to.
  @usableFromInline var parent: Lineage?

  /// Knows nobody.
  @usableFromInline init() {}
}
