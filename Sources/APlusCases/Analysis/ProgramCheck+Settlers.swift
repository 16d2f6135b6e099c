import APlusJSON
import APlusModel

/// Giving up settlers: what settles a promise must be there, and nothing may need it afterwards.
extension ProgramCheck {
  /// A step that settles a promise or gives up its settler, and where it stands.
  private struct Use {
    let step: Step
    let name: String
    let isAbandoning: Bool
    /// The function that it stands in; nil in the script.
    let function: String?
    /// The lanes around it, each with its place among the lanes of its step.
    let lanes: [Int: Int]
  }

  /// Reports settlers that a promise does not have, or has no longer.
  func checkSettlers() {
    guard program.abandons else { return }
    var uses = settlerUses(in: program.steps, function: nil, lanes: [:])
    for (name, function) in program.functions.sorted(by: { $0.key < $1.key }) {
      uses += settlerUses(in: function.steps, function: name, lanes: [:])
    }
    for (place, abandoning) in uses.enumerated() where abandoning.isAbandoning {
      let at = decoded.place(ofStep: abandoning.step.id, "abandon")
      if kinds.kind(of: abandoning.name) == .promise, !isPending(abandoning.name) {
        diagnostics.report("found \"\(abandoning.name)\", expected a promise that \"let\" makes pending", at: at)
      }
      for (other, use) in uses.enumerated() where other != place && use.name == abandoning.name {
        let isBefore = other < place && use.function == abandoning.function
        let isBeside = abandoning.lanes.contains { step, lane in use.lanes[step].map { $0 != lane } ?? false }
        guard !isBefore || isBeside else { continue }
        diagnostics.report(
          "found \"\(use.step.action.verb)\" of \"\(use.name)\", whose settler \"abandon\" gives up; expected it in a step"
            + " before that", at: decoded.place(ofStep: use.step.id, use.step.action.verb))
      }
    }
  }

  private func settlerUses(in steps: [Step], function: String?, lanes: [Int: Int]) -> [Use] {
    steps.flatMap { step -> [Use] in
      switch step.action {
      case .settle(_, let name, _), .abandon(let name):
        let isAbandoning = if case .abandon = step.action { true } else { false }
        return [Use(step: step, name: name, isAbandoning: isAbandoning, function: function, lanes: lanes)]
      case .lanes(let blocks):
        return blocks.enumerated().flatMap { index, block in
          settlerUses(in: block, function: function, lanes: lanes.merging([step.id: index]) { $1 })
        }
      default: return step.action.blocks.flatMap { settlerUses(in: $0, function: function, lanes: lanes) }
      }
    }
  }

  private func isPending(_ name: String) -> Bool {
    if case .promise(.pending, _, false)? = kinds.definition(of: .name(name)) { true } else { false }
  }
}

extension Program {
  fileprivate var abandons: Bool {
    var isFound = false
    forEachStep { if case .abandon = $0.action { isFound = true } }
    return isFound
  }
}
