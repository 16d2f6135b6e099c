/// Where code of a program runs: its round, its place in repeats, and its thenable call, if any.
struct Scope: Sendable {
  var environment: Environment
  var place: Place
  var pair: UserPair?

  /// The scope inside an iteration of a repeat.
  func entering(_ index: Int) -> Scope {
    var scope = self
    scope.place = place.entering(index)
    return scope
  }
}
