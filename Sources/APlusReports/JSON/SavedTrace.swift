package import APlusJSON
package import APlusModel

/// A trace with everything needed to judge it again.
///
/// A trace file holds one; a JSON report holds the traces of its cases:
///
///     {"saved": "aplus-saved-trace/2", "scenario": "2.2.4-a", "adapter": "node", "seed": "42",
///      "options": ["--strict"], "program": {…}, "trace": {…}}
///
/// `limits` lists those of the library, if it has any.
package struct SavedTrace: Sendable, Hashable {
  /// The name and version of the form.
  package static let form = "aplus-saved-trace/2"

  package var scenario: String
  package var adapter: String
  package var seed: UInt64
  /// The options of the command line that affect the result of a case.
  package var options: [String]
  /// The program as the host received it, with the number of rounds of the run.
  package var program: JSON
  package var trace: Trace
  /// The limits of the library, by which the trace was judged.
  package var limits: Set<Limit>

  package init(of scenario: Scenario, adapter: String, seed: UInt64, options: [String], trace: Trace) {
    self.scenario = scenario.id
    self.adapter = adapter
    self.seed = seed
    self.options = options
    program = scenario.program.json
    limits = scenario.limits
    self.trace = trace
  }

  /// Whether violations of advice beyond the specifications fail a case, too.
  package var isStrict: Bool { options.contains("--strict") }

  /// The text of the trace file.
  package var text: String {
    var document: JSONObject = [
      "saved": .string(Self.form), "scenario": .string(scenario), "adapter": .string(adapter),
      "seed": .string(String(seed)), "options": .array(options.map { .string($0) }), "program": program,
    ]
    if !limits.isEmpty { document["limits"] = .array(limits.map(\.rawValue).sorted().map { .string($0) }) }
    document["trace"] = trace.json
    return JSONEscaping.text(JSON.object(document).serialized()) + "\n"
  }

  /// Returns the scenario as it was performed.
  ///
  /// - Parameter scenario: The scenario of the catalogue, which has the expectations.
  /// - Returns: The scenario with the program of the trace.
  /// - Throws: An error if the saved program is not valid.
  package func performed(_ scenario: Scenario) throws(SavedFileError) -> Scenario {
    var performed = scenario
    do { performed.program = try Program(json: program) } catch {
      throw SavedFileError(message: "the trace of \(scenario.id) has no valid program: \(error)")
    }
    performed.limits = limits
    return performed
  }

  // MARK: Reading

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's text in UTF-8.
  ///   - name: The file's name, for errors.
  /// - Returns: The trace of a trace file, or all traces of a report.
  /// - Throws: What is wrong with the file, in one line.
  package static func all(parsing bytes: [UInt8], name: String) throws(SavedFileError) -> [SavedTrace] {
    let document = try JSON(saved: bytes, name: name)
    if document["saved"]?.stringValue == form { return [try SavedTrace(document, name: name)] }
    guard document["schema"]?.stringValue == JSONReport.form else {
      throw SavedFileError(message: "\(name): expected \"saved\": \"\(form)\", or \"schema\": \"\(JSONReport.form)\"")
    }
    var traces: [SavedTrace] = []
    for adapter in document["adapters"]?.arrayValue ?? [] {
      for result in adapter["cases"]?.arrayValue ?? [] where result["trace"] != nil {
        guard case .object(var members) = result else { continue }
        members["scenario"] = result["id"]
        members["adapter"] = adapter["name"]
        // A case of a merged run names the run that it comes from.
        let origin = result["origin"] ?? document
        members["seed"] = origin["seed"]
        members["options"] = origin["options"]
        members["limits"] = adapter["host"]?["capabilities"]
        traces.append(try SavedTrace(.object(members), name: name))
      }
    }
    return traces
  }

  private init(_ document: JSON, name: String) throws(SavedFileError) {
    guard let scenario = document["scenario"]?.stringValue, let adapter = document["adapter"]?.stringValue,
      let seed = document["seed"]?.stringValue.flatMap(UInt64.init), let options = document["options"]?.arrayValue,
      let program = document["program"], let trace = document["trace"]
    else {
      throw SavedFileError(
        message: "\(name): expected the strings \"scenario\", \"adapter\" and \"seed\", an array"
          + " \"options\", a \"program\" and a \"trace\"")
    }
    self.scenario = scenario
    self.adapter = adapter
    self.seed = seed
    self.options = options.compactMap(\.stringValue)
    self.program = program
    limits = Set((document["limits"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap(Limit.init) })
    do { self.trace = try Trace(json: trace) } catch { throw SavedFileError(message: "\(name): \(error)") }
  }
}
