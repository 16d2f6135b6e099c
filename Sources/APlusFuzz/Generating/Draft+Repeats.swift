import APlusModel

/// Writes repeats, with counts around the sizes at which queues and buffers grow and counters
/// overflow.
extension Draft {
  private static let small = [1, 2, 3, 4, 5, 7, 8, 9]
  private static let medium = [15, 16, 17, 31, 32, 33]
  private static let large = [63, 64, 65, 127, 128, 129, 255, 256, 257]
  private static let huge = [999, 1000, 1001, 1024, 1025]

  /// How often a repeat runs.
  mutating func count(at place: Place) -> Int {
    guard place.times == 1 else { return decide.number(in: 1...3) }
    let counts = choose([
      ("repeat small", 60, Self.small), ("repeat medium", 25, Self.medium),
      ("repeat large", 14, decide.happens(7) ? Self.huge : Self.large),
    ])
    return counts[decide.below(counts.count)]
  }

  /// A repeat, after the steps that it needs.
  mutating func repetition(_ place: inout Place) -> [Action] {
    note("in repeat")
    let count = count(at: place)
    var inside = place
    inside.isRepeated = true
    inside.times *= count
    if takes("repeat chain", 35), let chain = chain(count, &place, inside) { return chain }
    let known = place.promises.count
    let steps = block(&inside, most: decide.number(in: 1...3))
    guard !steps.isEmpty else { return [] }
    let bound = inside.promises.dropFirst(known)
    if place.isMain, place.nesting == 0 { series += bound.map { ($0, count) } }
    keepLast(bound, of: count, &place)
    return [.repeated(count, steps)]
  }

  /// A chain of registrations, or of promises that follow each other.
  private mutating func chain(_ count: Int, _ place: inout Place, _ inside: Place) -> [Action]? {
    // It takes two steps besides the repeat: its start and its link.
    guard stepsLeft > 1, let first = promise(at: place) else { return nil }
    let name = fresh("c", at: inside)
    let before = "\(name)-1"
    let start = Action.bind(name: "\(name.dropLast())-start", value: .name(first))
    stepsLeft -= 2
    let steps: [Action]
    if has("adopting-resolve"), decide.happens(50) {
      let isPending = stepsLeft > 0 && decide.happens(50)
      if isPending { stepsLeft -= 1 }
      steps =
        isPending
        ? [
          .bind(name: name, value: .promise(.pending, with: nil, whenIdle: false)),
          .settle(.resolve, promise: name, value: .name(before)),
        ] : [.bind(name: name, value: .promise(.resolved, with: .name(before), whenIdle: false))]
    } else {
      let (ok, bad) = (decide.happens(60), decide.happens(40))
      steps = [
        .then(
          Registration(
            promise: before, onFulfilled: ok ? .function(function(.handler, inside)) : .absent,
            onRejected: bad ? .function(function(.handler, inside)) : .absent, result: name))
      ]
    }
    if place.isMain, place.nesting == 0 { series.append((Place.Promise(name: name), count)) }
    keepLast([Place.Promise(name: name)], of: count, &place)
    return [start, .repeated(count, steps.map { Step(id: 0, $0) })]
  }

  /// Lets steps after the repeat name the promises of its last index.
  private func keepLast(_ promises: some Sequence<Place.Promise>, of count: Int, _ place: inout Place) {
    for promise in promises where promise.name.hasSuffix("#") {
      place.promises.append(
        Place.Promise(
          name: "\(promise.name.dropLast())\(count - 1)", hasSettler: promise.hasSettler, isDue: promise.isDue))
    }
  }
}
