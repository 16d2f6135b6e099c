import APlusCases
import APlusHosting
import APlusJSON
import APlusJudge
import APlusModel
import APlusReports
import APlusRunner

extension Corpus {
  /// The readers of the library targets; what is quick to read comes more often.
  package var readers: [FuzzedReader] {
    let (wire, streamed, judge) = (wire, streamedReader, judge)
    let (manifests, baselines) = (manifestReader, baselineReader)
    let quick = Array(repeating: [wire, judge, streamed, judge, manifests, baselines], count: 5)
    return [caseReader, resultReader, journalReader] + quick.joined()
  }

  /// Lines of hosts, read whole and in pieces.
  private var wire: FuzzedReader {
    let hello = #"""
      {"hello":"aplus-host/1","adapter":"a","language":"l","library":"b","version":"1",
       "capabilities":["threads","combinators:all","cancellation"],"quiescence":"proved"}
      """#
    let late = #"{"late":3,"during":4,"event":{"n":9,"s":0,"e":"phase"}}"#
    let texts = [hello, late, #"{"fatal":"no such library"}"#].map { Array($0.utf8) }
    let traces = savedTraces.compactMap { bytes -> [UInt8]? in
      guard let trace = (try? JSON(parsing: bytes, name: ""))?["trace"] else { return nil }
      let message: JSON = ["run": 1, "trace": trace]
      return Array(message.serialized().utf8)
    }
    return FuzzedReader("wire", texts + traces) { bytes, random throws(FuzzedReader.Finding) in
      var line = HostLine.short(bytes[...])
      if random.isOne(in: 2) {
        var long = LongLine()
        var rest = bytes[...]
        while !rest.isEmpty {
          let part = rest.prefix(1 + random.below(bytes.count))
          unsafe part.withUnsafeBytes { unsafe long.append($0) }
          rest = rest.dropFirst(part.count)
        }
        line = .long(long)
      }
      let message: HostMessage
      do throws(HostMessage.ProtocolViolation) { message = try HostMessage(line: line) } catch {
        return try FuzzedReader.check(error.message) { text in
          ["wrote a line", "wrote a wrong", "said hello", "speaks "].contains(where: text.hasPrefix)
        }
      }
      guard case .trace(_, .failure(let error)) = message else { return true }
      return try FuzzedReader.check(error.description) { text in
        ["event ", "object ", "trace"].contains(where: text.hasPrefix)
      }
    }
  }

  /// Saved traces, judged as the command `judge` does, with the report on them.
  private var judge: FuzzedReader {
    let scenarios = scenariosByID
    let context = ReportContext(toolVersion: "1", workingDirectory: "/")
    return FuzzedReader("judge", savedTraces) { bytes, _ throws(FuzzedReader.Finding) in
      let traces: [SavedTrace]
      do throws(SavedFileError) { traces = try SavedTrace.all(parsing: bytes, name: "trace.json") } catch {
        return try FuzzedReader.check(error.message) { $0.hasPrefix("trace.json:") }
      }
      for saved in traces {
        guard let scenario = scenarios[saved.scenario] else { return false }
        let performed: Scenario
        do throws(SavedFileError) { performed = try saved.performed(scenario) } catch {
          return try FuzzedReader.check(error.message) { $0.hasPrefix("the trace of ") }
        }
        let verdict = Judge.judge(performed, saved.trace)
        _ = Judge.judgeStrictly(performed, saved.trace)
        guard verdict.outcome == .violates else { continue }
        let result = CaseResult(scenario: performed, status: .judged(verdict), trace: saved.trace)
        _ = ConsoleReport(Self.run(of: [result]), in: context, style: ConsoleStyle(usesColor: false, usesUnicode: true))
          .text()
      }
      return true
    }
  }

  private var scenariosByID: [String: Scenario] {
    Dictionary(cases.scenarios.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func run(of cases: [CaseResult]) -> RunResult {
    let adapter = AdapterResult(name: "a", argument: "a", identity: nil, cases: cases, seconds: 0)
    return RunResult(adapters: [adapter], seed: 1, seconds: 0, timestamp: "2026-11-20T20:53:25", isInterrupted: false)
  }

  private var manifestReader: FuzzedReader {
    FuzzedReader("manifest", manifests) { bytes, _ throws(FuzzedReader.Finding) in
      do throws(AdapterError) {
        _ = try Manifest(parsing: bytes, path: "adapter.json")
        return true
      } catch { return try FuzzedReader.check(error.message) { $0.hasPlace(in: "adapter.json") } }
    }
  }

  private var baselineReader: FuzzedReader {
    FuzzedReader("baseline", baselines) { bytes, random throws(FuzzedReader.Finding) in
      do throws(BaselineError) {
        _ = try Baseline(
          String(decoding: bytes, as: UTF8.self), file: "expected-failures.txt",
          allowsMissingReasons: random.isOne(in: 2))
        return true
      } catch { return try FuzzedReader.check(error.description) { $0.hasPlace(in: "expected-failures.txt") } }
    }
  }

  /// Reports that are read back, and written again as `merge` does.
  private var resultReader: FuzzedReader {
    let scenarios = scenariosByID
    return FuzzedReader("results", [results]) { bytes, _ throws(FuzzedReader.Finding) in try Self.read(bytes, scenarios)
    }
  }

  private var journalReader: FuzzedReader {
    // Each line is a document; what is changed is one of them, or the order of some.
    let lines = journal
    let scenarios = scenariosByID
    return FuzzedReader("journal", lines) { bytes, random throws(FuzzedReader.Finding) in
      var all = lines
      all[random.below(all.count)] = bytes
      if random.isOne(in: 3) { all.removeLast(random.below(all.count)) }
      return try Self.read(Array(all.joined(separator: [UInt8(ascii: "\n")])), scenarios)
    }
  }

  private static func read(_ bytes: [UInt8], _ scenarios: [String: Scenario]) throws(FuzzedReader.Finding) -> Bool {
    do throws(SavedFileError) {
      let saved = try SavedRun(parsing: bytes, name: "results") { scenarios[$0] }
      let context = ReportContext(toolVersion: "1", workingDirectory: "/")
      _ = JUnitReport(saved.result, in: context).text()
      _ = JSONReport(saved.result, in: context).text()
      return true
    } catch { return try FuzzedReader.check(error.message) { $0.hasPrefix("results") } }
  }

  /// A case of the project at a time, with the tables and the requirements of its chapter.
  private var caseReader: FuzzedReader {
    let tables = TextFile(name: "specs/tables.json", bytes: specs["tables.json"] ?? [])
    var requirements: [String: TextFile] = [:]
    var cases: [[UInt8]] = []
    for (path, bytes) in specs.sorted(by: { $0.key < $1.key }) {
      guard let slash = path.firstIndex(of: "/") else { continue }
      let chapter = String(path[..<slash])
      guard !path.hasSuffix("/requirements.json") else {
        requirements[chapter] = TextFile(name: "specs/\(path)", bytes: bytes)
        continue
      }
      let document = try? JSON(parsing: bytes, name: path)
      for element in document?["cases"]?.arrayValue ?? [] {
        let file: JSON = ["format": "aplus-cases/1", "chapter": .string(chapter), "cases": [element]]
        cases.append(Array(file.serialized().utf8))
      }
    }
    return FuzzedReader("cases", cases) { bytes, random throws(FuzzedReader.Finding) in
      let chapter = (try? JSON(parsing: bytes, name: ""))?["chapter"]?.stringValue ?? ""
      let name = requirements[chapter] == nil ? "aplus" : chapter
      guard let others = requirements[name] else { return true }
      var files = [tables, others, TextFile(name: "specs/\(name)/case.json", bytes: bytes)]
      // One time in eight, the tables or requirements are corrupted instead.
      if random.isOne(in: 8) {
        let place = random.below(2)
        let spoilt = TextMutation.spoilt(files[place].bytes, using: &random)
        files[place] = TextFile(name: files[place].name, bytes: spoilt)
      }
      do throws(ReadErrors) {
        _ = try SpecLibrary(files: files)
        return true
      } catch {
        for error in error.errors where error.position == nil || error.name.isEmpty {
          throw FuzzedReader.Finding("an error that names no place: \(error)")
        }
        return false
      }
    }
  }
}

extension Substring {
  /// Whether an error begins with a file and a line in it.
  fileprivate func hasPlace(in file: String) -> Bool {
    hasPrefix("\(file):") && dropFirst(file.count + 1).first?.isNumber == true
  }
}
