import APlusModel

/// Two cases that one library can be asked, and that it cannot both pass.
struct Contradiction: CustomStringConvertible {
  let one: String
  let other: String
  let reason: String

  var description: String { "\(one) and \(other): \(reason)" }

  /// All that are found among some scenarios.
  ///
  /// Compared is a program with those that are equal to it up to names, and with those that begin like it and go on at a
  /// quiescence. Lanes run one after another, in each order: a library that passes the case passes all of them.
  static func all(in scenarios: [Scenario]) -> [Contradiction] {
    let plans = scenarios.map { scenario in
      (scenario, Plan.all(of: scenario.program).map { CanonicalProgram($0, scenario) })
    }
    var wholes: [String: [(scenario: Scenario, form: CanonicalProgram)]] = [:]
    for (scenario, forms) in plans {
      for form in forms { wholes[form.stages.joined(), default: []].append((scenario, form)) }
    }
    var found: [String: Contradiction] = [:]
    for (scenario, forms) in plans {
      for form in forms {
        for count in 1...form.stages.count {
          let beginning = form.stages.prefix(count).joined()
          for (shorter, whole) in wholes[beginning] ?? [] {
            let isWhole = count == form.stages.count
            guard shorter.id != scenario.id, canBothBeAsked(shorter, scenario),
              let reason = whole.conflict(withLonger: form, isEqual: isWhole)
            else { continue }
            let ids = [shorter.id, scenario.id].sorted()
            found[ids.joined(separator: " ")] = Contradiction(one: ids[0], other: ids[1], reason: reason)
          }
        }
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func canBothBeAsked(_ one: Scenario, _ other: Scenario) -> Bool {
    Capability.contradiction(in: one.capabilities + other.capabilities) == nil
  }
}

/// A program as its stages, which quiescence parts.
struct Plan {
  var stages: [[Step]] = []
  let program: Program

  /// The plans of a program, one for each order of its lanes.
  static func all(of program: Program) -> [Plan] {
    var stages = [program.steps]
    let isSplit = !program.hasHiddenIdleBlocks
    var index = 0
    while isSplit, index < stages.count {
      for case .later(.idle, let block) in stages[index].map(\.action) { stages.append(block) }
      stages[index].removeAll { step in if case .later(.idle, _) = step.action { true } else { false } }
      index += 1
    }
    var plans = [Plan(program: program)]
    for stage in stages {
      let orders = Self.orders(of: stage)
      plans = plans.flatMap { plan in
        orders.map { order in
          var longer = plan
          longer.stages.append(order)
          return longer
        }
      }
    }
    return plans
  }

  /// The stage with its lanes one after another; as it is where there are gates, many lanes or none.
  private static func orders(of stage: [Step]) -> [[Step]] {
    let place = stage.firstIndex { step in if case .lanes(let lanes) = step.action { lanes.count < 4 } else { false } }
    guard let place, case .lanes(let lanes) = stage[place].action,
      !lanes.joined().contains(where: { if case .wait = $0.action { true } else { false } })
    else { return [stage] }
    return permutations(lanes).map { order in Array(stage[..<place]) + order.joined() + Array(stage[(place + 1)...]) }
  }

  private static func permutations(_ lanes: [[Step]]) -> [[[Step]]] {
    guard lanes.count > 1 else { return [lanes] }
    return lanes.indices.flatMap { index in
      var rest = lanes
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}

extension Program {
  /// Whether idle blocks are queued elsewhere than among the steps of the program and of its idle blocks.
  fileprivate var hasHiddenIdleBlocks: Bool {
    func isQueuing(_ steps: [Step], inOpen isOpen: Bool) -> Bool {
      steps.contains { step in
        switch step.action {
        case .later(.idle, let block): !isOpen || isQueuing(block, inOpen: true)
        case .later(.turn, let block), .repeated(_, let block): isQueuing(block, inOpen: false)
        case .lanes(let lanes): lanes.contains { isQueuing($0, inOpen: false) }
        default: false
        }
      }
    }
    var isFound = isQueuing(steps, inOpen: true) || functions.values.contains { isQueuing($0.steps, inOpen: false) }
    forEachValue { value in if case .promise(_, _, whenIdle: true) = value { isFound = true } }
    return isFound
  }
}
