import APlusJSON
package import APlusModel
import OrderedCollections

/// The lines of a report in JSON Lines, which is written while the run goes on.
///
///     {"event": "run", "schema": "aplus-events/1", "seed": "42", …}
///     {"event": "adapter", "name": "node", "host": {…}, …}
///     {"event": "case", "adapter": "node", "id": "2.2.4-a", "verdict": "conforms", …}
///     {"event": "end", "microseconds": 412000, "interrupted": false}
///
/// A later line about the same adapter or case replaces an earlier one. Members are those of
/// `aplus-results/1`, except those that follow from a baseline: the adapter's line has its entries.
package enum JournalLine {
  /// The name and version of the form.
  package static let form = "aplus-events/1"

  /// The first line: the run, its adapters and its cases.
  package static func run(_ result: RunResult, cases: [String], in context: ReportContext) -> String {
    var members = result.facts(as: form, in: context)
    members["untestable"] = .array(context.untestable.map { .string($0.number) })
    members["adapters"] = .array(result.adapters.map { .object($0.facts(in: context)) })
    members["cases"] = .array(cases.map(JSON.string))
    return line("run", members)
  }

  /// The line with the facts about an adapter.
  package static func adapter(_ adapter: AdapterResult, in context: ReportContext) -> String {
    line("adapter", adapter.facts(in: context))
  }

  /// The line of a case.
  package static func result(_ result: CaseResult, of adapter: AdapterResult, seed: UInt64, in context: ReportContext)
    -> String
  {
    var result = result
    result.expectedFailure = nil
    var members = result.members(of: adapter, seed: seed, in: context)
    members["adapter"] = .string(adapter.name)
    return line("case", members)
  }

  /// The last line.
  package static func end(_ result: RunResult) -> String {
    line("end", ["microseconds": .microseconds(result.seconds), "interrupted": .bool(result.isInterrupted)])
  }

  /// A whole run in this form.
  package static func text(_ result: RunResult, in context: ReportContext) -> String {
    let cases = OrderedSet(result.adapters.flatMap(\.cases).map(\.scenario.id))
    let lines = result.adapters.flatMap { adapter in
      [self.adapter(adapter, in: context)]
        + adapter.cases.map { self.result($0, of: adapter, seed: result.seed, in: context) }
    }
    return ([run(result, cases: Array(cases), in: context)] + lines + [end(result)]).joined()
  }

  private static func line(_ event: String, _ members: JSONObject) -> String {
    let all: [(String, JSON)] = [("event", .string(event))] + members.map { ($0, $1) }
    let object = JSONObject(uniqueKeysWithValues: all)
    return JSONEscaping.text(JSON.object(object).serialized()) + "\n"
  }
}
