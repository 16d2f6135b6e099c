import APlusModel
import APlusReports
import APlusRunner
import Foundation

/// The saved results of runs, merged into one.
struct ResultFiles {
  var result: RunResult
  var options: [String]
  /// Requirements that the catalogue lacks.
  var requirements: [Requirement]
  var untestable: Set<String>
  /// What is wrong with the files, one line each.
  var notes: [String]
  /// The parts of a run that no file has, such as `3/4`, or `3/4 of node`.
  var missingShards: [String]

  /// Reads a file of `--report json` or `jsonl`.
  static func read(_ path: String, in catalogue: Catalogue) throws(Failure) -> SavedRun {
    let known = Dictionary(catalogue.scenarios.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return try read(path) { known[$0] }
  }

  /// Reads a file of `--report json` or `jsonl`; the function returns the case with an id, for
  /// cases that a run was cut off before.
  static func read(_ path: String, _ scenario: @escaping (String) -> Scenario?) throws(Failure) -> SavedRun {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw Failure(.harnessError, "cannot read \(path): \(SystemMessage.text(of: error))")
    }
    do { return try SavedRun(parsing: Array(data), name: path, scenario: scenario) } catch {
      let hint = data.first == UInt8(ascii: "{") ? "" : "; only the files of --report json and jsonl can be read back"
      throw Failure(.harnessError, error.message + hint)
    }
  }

  /// Merges files: the cases of each adapter that is not dropped together, in the order of the
  /// catalogue.
  ///
  /// Of two results of one case, the later file's counts, unless that case was not run there.
  init(_ paths: [String], in catalogue: Catalogue, dropping dropped: [String] = []) throws(Failure) {
    var runs: [SavedRun] = []
    for path in paths {
      var run = try Self.read(path, in: catalogue)
      run.result.adapters.removeAll { dropped.contains($0.name) }
      runs.append(run)
    }
    result = runs[0].result
    options = runs[0].options
    untestable = Set(runs.flatMap(\.untestable))
    notes = runs.flatMap(\.notes)
    let numbers = Set(catalogue.requirements.map(\.number))
    requirements = runs.flatMap(\.requirements).filter { !numbers.contains($0.number) }
    missingShards = Self.missing(in: runs)
    result.shard = runs.count == 1 ? runs[0].result.shard : nil
    result.adapters = []
    result.isInterrupted = runs.contains(where: \.result.isInterrupted)
    result.seconds = runs.reduce(0) { $0 + $1.result.seconds }
    result.timestamp = runs.map(\.result.timestamp).min() ?? ""
    for run in runs {
      let differs = run.result.seed != result.seed || run.options != options
      let origin = CaseResult.Origin(seed: run.result.seed, options: run.options)
      for adapter in run.result.adapters {
        var adapter = adapter
        if differs {
          for place in adapter.cases.indices where adapter.cases[place].origin == nil {
            adapter.cases[place].origin = origin
          }
        }
        try add(adapter)
      }
    }
    order(by: catalogue)
    applyBaselines(of: catalogue)
  }

  private mutating func add(_ part: AdapterResult) throws(Failure) {
    guard let place = result.adapters.firstIndex(where: { $0.name == part.name }) else {
      result.adapters.append(part)
      return
    }
    let whole = result.adapters[place]
    if let one = whole.identity, let other = part.identity,
      (one.library, one.version, one.language) != (other.library, other.version, other.language)
    {
      throw Failure(
        .usage,
        "the files have two adapters named \(part.name): \(one.library) \(one.version) and"
          + " \(other.library) \(other.version); 'compare' sets them side by side")
    }
    var merged = whole
    merged.identity = whole.identity ?? part.identity
    merged.launchFailure = whole.launchFailure ?? part.launchFailure
    merged.seconds += part.seconds
    merged.scope = whole.scope.union(part.scope)
    merged.missing += part.missing.filter { !whole.missing.contains($0) }
    merged.withdrawn += part.withdrawn.filter { !whole.withdrawn.contains($0) }
    merged.hint = whole.hint ?? part.hint
    merged.performances = Performances.sum([whole.performances, part.performances].compactMap(\.self))
    merged.baseline = whole.baseline ?? part.baseline
    var places = Dictionary(
      whole.cases.enumerated().map { ($1.scenario.id, $0) }, uniquingKeysWith: { first, _ in first })
    for result in part.cases {
      if let place = places[result.scenario.id] {
        if result.verdict != nil { merged.cases[place] = result }
      } else {
        places[result.scenario.id] = merged.cases.count
        merged.cases.append(result)
      }
    }
    result.adapters[place] = merged
  }

  private mutating func order(by catalogue: Catalogue) {
    let ranks = Dictionary(
      catalogue.scenarios.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for place in result.adapters.indices {
      var cases = result.adapters[place].cases
      cases.sort { (ranks[$0.scenario.id] ?? .max) < (ranks[$1.scenario.id] ?? .max) }
      for number in cases.indices {
        guard let rank = ranks[cases[number].scenario.id] else { continue }
        let known = catalogue.scenarios[rank]
        if cases[number].scenario.source.line == 0 { cases[number].scenario.source = known.source }
        // A file has the program only of a case with a trace.
        if cases[number].scenario.program.steps.isEmpty { cases[number].scenario.program = known.program }
      }
      result.adapters[place].cases = cases
    }
  }

  /// Compares the merged result with the baselines, whose entries are in the files.
  private mutating func applyBaselines(of catalogue: Catalogue) {
    let known = Baseline.Known(cases: catalogue.scenarios.map(\.id), requirements: catalogue.requirements.map(\.number))
    for place in result.adapters.indices where result.adapters[place].launchFailure == nil {
      guard let old = result.adapters[place].baseline else { continue }
      var baseline = Baseline(file: old.file)
      baseline.entries = old.entries
      result.adapters[place] = baseline.applied(to: result.adapters[place], known: known)
    }
  }

  /// The parts that are missing of an adapter's cases, where there are parts: `3/4 of node`.
  private static func missing(in runs: [SavedRun]) -> [String] {
    let names = Set(runs.flatMap(\.result.adapters).map(\.name)).sorted()
    return names.flatMap { name -> [String] in
      let parts = runs.filter { $0.result.adapters.contains { $0.name == name } }
      let found = Set(parts.compactMap(\.result.shard))
      let wholes = parts.filter { $0.result.shard == nil }.map { Self.cases(of: name, in: $0) }
      // A run that is no part may have the cases of all parts.
      let needed = parts.filter { part in !wholes.contains { Self.cases(of: name, in: part).isSubset(of: $0) } }
      let missing = Set(needed.compactMap(\.result.shard?.count)).sorted().flatMap { count in
        (1...count).compactMap { Shard($0, of: count) }.filter { !found.contains($0) }
      }
      return missing.map { names.count > 1 ? "\($0) of \(name)" : "\($0)" }
    }
  }

  private static func cases(of adapter: String, in run: SavedRun) -> Set<String> {
    Set(run.result.adapters.filter { $0.name == adapter }.flatMap(\.cases).map(\.scenario.id))
  }

  /// Refuses a result that lacks parts of a run.
  func checkParts() throws(Failure) {
    guard !missingShards.isEmpty else { return }
    let parts = missingShards.joined(separator: ", ")
    throw Failure(.harnessError, "the result is incomplete: no file has shard \(parts)")
  }

  /// What reports need besides the result.
  func context(_ catalogue: Catalogue, specs: String?) -> ReportContext {
    let all = catalogue.requirements + requirements
    return ReportContext(
      toolVersion: Version.current, program: CommandLine.arguments.first ?? "aplus-check", requirements: all,
      untestable: all.filter { untestable.contains($0.number) },
      workingDirectory: FileManager.default.currentDirectoryPath,
      repository: ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"], specsArgument: specs,
      replayArguments: options)
  }
}
