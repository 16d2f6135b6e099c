extension Decisions {
  /// Simpler decisions: all that differ from these by one edit.
  ///
  /// An edit removes steps that stand next to each other, replaces a step by the steps of a block
  /// inside it, or lowers one value.
  var edits: [Decisions] {
    items.indices.flatMap { place -> [Decisions] in
      switch items[place] {
      case .value(let value): Self.lower(value).map { replacing(place, by: .value($0)) }
      case .block(let steps): Self.edits(of: steps).map { replacing(place, by: .block($0)) }
      }
    }
  }

  private func replacing(_ place: Int, by item: Item) -> Decisions {
    var changed = self
    changed.items[place] = item
    return changed
  }

  /// The simplest value, half of it, and one less.
  private static func lower(_ value: Int) -> [Int] {
    Set([0, value / 2, value - 1]).filter { $0 >= 0 && $0 < value }.sorted()
  }

  private static func edits(of steps: [Decisions]) -> [[Decisions]] {
    var found = removals(from: steps)
    for (place, step) in steps.enumerated() {
      func replaced(by new: [Decisions]) -> [Decisions] {
        var changed = steps
        changed.replaceSubrange(place...place, with: new)
        return changed
      }
      for case .block(let inner) in step.items where !inner.isEmpty { found.append(replaced(by: inner)) }
      found += step.edits.map { replaced(by: [$0]) }
    }
    return found
  }

  /// The steps without runs of them: all, halves, quarters, down to single steps.
  private static func removals(from steps: [Decisions]) -> [[Decisions]] {
    var found: [[Decisions]] = []
    var size = steps.count
    while size > 0 {
      for start in stride(from: 0, to: steps.count, by: size) {
        found.append(Array(steps[..<start] + steps[min(start + size, steps.count)...]))
      }
      size /= 2
    }
    return found
  }
}
