import APlusModel

/// Something with an identity, as it is recorded by the thread that met it first.
///
/// All that a trace says of it stands here, where one follows the other in memory: a run may make a
/// hundred thousand entities, and to look each of them up when it is over takes longer than the rest.
struct Identity: ~Copyable {
  /// What must live as long as the run, so that no other object gets its place in memory.
  private let owner: AnyObject
  let number: Int
  /// What makes two promises the same; nil where nothing does.
  let identifier: ObjectIdentifier?
  let description: Entity.Description

  init(_ entity: Entity, _ description: Entity.Description) {
    owner = entity
    number = entity.number
    identifier = description.kind == .promise ? entity.subject?.objectIdentifier : nil
    self.description = description
  }

  /// The identity of a promise that the program has no name for.
  init(_ subject: Handle, number: Int, _ description: Entity.Description) {
    owner = subject.owner
    self.number = number
    identifier = subject.objectIdentifier
    self.description = description
  }
}
