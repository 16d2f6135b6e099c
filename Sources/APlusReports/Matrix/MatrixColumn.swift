package import APlusModel

/// One library of a matrix.
package struct MatrixColumn: Sendable, Hashable {
  /// The name of the adapter.
  package var name: String
  /// The name as a link may have it; no two columns have the same.
  package var anchor: String
  /// What the host says of the library; empty where there was no hello.
  package var library: String
  package var version: String
  package var language: String
  package var capabilities: [Capability]
  /// How well the host knows that nothing can run any more.
  package var quiescence: Strength?
  /// The result in a few words.
  package var headline: String
  /// The command that repeats the column.
  package var replay: String

  /// The library and its version, as far as they are known.
  var about: String {
    [library.isEmpty ? name : library, version].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Makes the columns of a run.
  static func all(of result: RunResult, in context: ReportContext) -> [MatrixColumn] {
    var anchors: Set<String> = []
    return result.adapters.map { adapter in
      var anchor = identifier(adapter.name)
      while !anchors.insert(anchor).inserted { anchor += "-" }
      func line(_ text: String?) -> String {
        Excerpt.line(text ?? "", limit: Excerpt.nameLimit)
      }
      return MatrixColumn(
        name: adapter.name,
        anchor: anchor,
        library: line(adapter.identity?.library),
        version: line(adapter.identity?.version),
        language: line(adapter.identity?.language),
        capabilities: adapter.identity?.capabilities ?? [],
        quiescence: adapter.identity?.quiescence,
        headline: Headline.text(for: adapter),
        replay: ReplayCommand.text(for: [], adapter: adapter, seed: result.seed, in: context)
      )
    }
  }

  /// The text with a hyphen for whatever a link should not have.
  static func identifier(_ text: String) -> String {
    String(
      text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": Character(scalar)
        default: "-"
        }
      }
    )
  }
}

extension Strength {
  /// What the word means.
  var meaning: String {
    switch self {
    case .proved: "the executor is drained, or the runtime says that it is idle"
    case .quiescent: "the kernel showed that no thread could run within the horizon"
    case .bounded: "nothing came within a bound that was calibrated in the run"
    }
  }
}
