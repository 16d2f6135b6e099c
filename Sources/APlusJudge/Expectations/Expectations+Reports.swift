import APlusModel

/// Checks which rejections were reported as unhandled.
extension Expectations {
  func unhandled(_ reason: Expected, _ times: Int?, after mark: String?, _ round: Int) -> Violation? {
    // An object is of one round, whenever it is reported; other values look the same in each.
    let reports = facts.reports.filter { report in
      (report.reason.reference != nil || report.round == round) && fits(report.reason, reason, round)
    }
    let name = text(reason)
    let wanted = times.map(phrase) ?? "at least once"
    guard times.map({ reports.count == $0 }) ?? !reports.isEmpty else {
      return violation(
        .count, "\(name) was \(reported(reports.count)) as unhandled, expected \(wanted)",
        expected: "\(name) is reported as unhandled \(wanted)", observed: "\(name) was \(reported(reports.count))",
        event: reports.count > times ?? .max ? reports[times ?? 0].event : nil)
    }
    guard let mark, let first = reports.first else { return nil }
    guard let passed = facts.marks[round]?[mark], passed < first.event else {
      return violation(
        .state, "\(name) was reported as unhandled before `\(mark)`", expected: "`\(mark)`, then the report of \(name)",
        observed: "the report of \(name) first", event: first.event)
    }
    return nil
  }

  private func reported(_ times: Int) -> String { times == 0 ? "never reported" : "reported \(phrase(times))" }
}
