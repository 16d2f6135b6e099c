/// What a promise owes to somebody once it is settled.
@usableFromInline enum Reaction<Value: Sendable>: Sendable {
  /// Code to run on a context.
  case handler(context: any Context, body: @Sendable (Outcome<Value>) -> Void)
  /// A promise that is locked in to this one and takes its outcome without any turn between.
  case follower(Promise<Value>)
}
