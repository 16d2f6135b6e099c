import APlusModel

/// What performing a failure once more, alone in a new host, showed.
enum RepetitionText {
  /// One line about a failure that could not be repeated; nil for others.
  static func line(for result: CaseResult) -> String? {
    switch result.repetition {
    case .notRepeated: "repeated  not repeated: alone in a new host, the case did not fail again"
    case .repeated, .aftermath, nil: nil
    }
  }

  /// What is told of a case that passes alone, and fails after another one in the same host.
  static func aftermath(of cause: String) -> String {
    "passes alone, and fails after \(cause) in one host"
  }
}

extension CaseResult.Repetition {
  /// The word that stands for it in documents.
  var word: String {
    switch self {
    case .repeated: "repeated"
    case .notRepeated: "not repeated"
    case .aftermath: "aftermath"
    }
  }
}
