import APlusModel

extension ProgramIndex {
  /// What is wrong with the result of a `measure` frame; nil where nothing is.
  func fault(of frame: Frame, _ result: FrameResult) -> String? {
    guard case .operation(let step, "measure", _) = frame else { return nil }
    return measured[step].flatMap { result.fault(measuring: $0) }
  }
}

extension FrameResult {
  /// What is wrong with the result of a `measure` step; nil where nothing is.
  ///
  /// A host that stops measuring too early must not pass as conforming.
  fileprivate func fault(measuring times: Int) -> String? {
    switch self {
    case .threw: return nil
    case .measured(let readings):
      let levels = Measurement.levels(in: times)
      let last = readings.enumerated().first { Measurement.isLast(level: $0, reading: $1) }
      let expected = last.map { $0.offset + 1 } ?? levels
      guard readings.count == min(expected, levels) else {
        return "\(readings.count) readings of \(times) registrations,"
          + " expected \(min(expected, levels))"
      }
      return nil
    case .nothing, .gives, .accepted, .returned: return "registrations were not timed"
    }
  }
}
