import APlusCases
import APlusJSON
import APlusModel

/// A small specification in memory, for tests to corrupt.
enum SampleSpecs {
  static let tables = """
    {"format": "aplus-tables/1", "tables": {
      "STATE": [
        {"key": "fulfilled", "ending": "fulfilled", "value": {"promise": "fulfilled", "with": {"$": "with"}}},
        {"key": "rejected", "ending": "rejected", "value": {"promise": "rejected", "with": {"$": "with"}}}]}}
    """

  static let requirements = """
    {"format": "aplus-requirements/1", "chapter": "own", "source": "Tests", "sections": [
      {"title": "One", "requirements": [{"number": "X.1", "level": "must", "text": "It holds."}]}]}
    """

  static let cases = """
    {"format": "aplus-cases/1", "chapter": "own", "cases": [
      {"id": "X.1-a", "title": "A title", "decides": ["once"],
       "dimensions": {"state": "STATE"},
       "functions": {"h": {"ends": [{"return": "q2"}]}, "ok": {}, "bad": {}},
       "steps": [
         {"let": "p", "be": {"promise": "pending"}},
         {"let": "q2", "be": {"$": "state", "with": "S"}},
         {"then": "p", "ok": "h", "as": "q"},
         {"then": "q", "ok": "ok", "bad": "bad"},
         {"later": "idle", "do": [{"fulfill": "p", "with": {"$": "fresh", "mark": "D"}}]}],
       "expect": [{"outcome": "q", "is": {"$": "state.ending"}, "with": "S"}]}]}
    """

  /// The three files, with some replaced.
  static func files(tables: String = tables, requirements: String = requirements, cases: String = cases) -> [TextFile] {
    [
      TextFile(name: "specs/tables.json", bytes: Array(tables.utf8)),
      TextFile(name: "specs/own/requirements.json", bytes: Array(requirements.utf8)),
      TextFile(name: "specs/own/cases.json", bytes: Array(cases.utf8)),
    ]
  }

  /// Loads the sample after a replacement in its cases, and gives the errors.
  static func errors(replacing old: String, by new: String) -> String {
    let spoilt = cases.replacing(old, with: new)
    do throws(ReadErrors) {
      _ = try SpecLibrary(files: files(cases: spoilt))
      return ""
    } catch { return error.description }
  }
}
