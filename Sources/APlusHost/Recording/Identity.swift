import APlusModel

/// Something with an identity, as recorded by the thread that encountered it first.
///
/// This holds everything that a trace says about it, contiguous in memory with the others: a run
/// may make a hundred thousand entities, and looking each of them up at the end would be slow.
struct Identity: ~Copyable {
  /// An object that must live as long as the run, so that no other object gets its address.
  private let owner: AnyObject
  let number: Int
  /// What two records of one promise have in common; nil if the promise is not an object.
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
