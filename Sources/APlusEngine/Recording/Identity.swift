import APlusTrace

/// Something with an identity, as it is recorded by the thread that met it first.
///
/// All that a trace says of it stands here, where one follows the other in memory: a run may make a
/// hundred thousand entities, and to look each of them up when it is over takes longer than the rest.
struct Identity: ~Copyable {
  let entity: Entity
  let number: Int
  /// What makes two promises the same; nil where nothing does.
  let identifier: ObjectIdentifier?
  let description: Entity.Description

  init(_ entity: Entity, _ description: Entity.Description) {
    self.entity = entity
    number = entity.number
    identifier = description.kind == .promise ? entity.subject?.objectIdentifier : nil
    self.description = description
  }
}
