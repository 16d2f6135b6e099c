import APlusModel

extension Program {
  /// The number of steps, including those of functions.
  package var stepCount: Int {
    var count = 0
    forEachStep { _ in count += 1 }
    return count
  }

  /// Programs with one promise replaced by another: the result of a registration by the promise
  /// that it was made on, and a promise that a `let` makes by the first such promise.
  var aliases: [Program] {
    var programs: [Program] = []
    var first: String?
    forEachStep { step in
      var pair: (old: String, new: String)?
      switch step.action {
      case .then(let then): pair = then.result.map { ($0, then.promise) }
      case .bind(let name, .promise): if let first { pair = (name, first) } else { first = name }
      default: break
      }
      guard let (old, new) = pair, !old.contains("#"), !new.contains("#") else { return }
      let without = replacing { $0.id == step.id ? [] : [$0] }
      programs.append(without.renaming { $0 == old ? new : $0 })
    }
    return programs
  }
}
