import APlusJSON
package import APlusModel

/// A trace in a file of its own, with what is needed to judge it again.
///
///     {"saved": "aplus-saved-trace/1", "adapter": "node", "scenario": "2.2.4-a", "seed": "42", "trace": {…}}
package struct SavedTrace: Sendable, Hashable {
  /// The name and version of the form.
  package static let form = "aplus-saved-trace/1"

  package var scenario: String
  package var adapter: String
  package var seed: UInt64
  package var trace: Trace

  package init(scenario: String, adapter: String, seed: UInt64, trace: Trace) {
    self.scenario = scenario
    self.adapter = adapter
    self.seed = seed
    self.trace = trace
  }

  /// The file's text.
  package var text: String {
    let document: JSON = [
      "saved": .string(Self.form),
      "scenario": .string(scenario),
      "adapter": .string(adapter),
      "seed": .string(String(seed)),
      "trace": trace.json,
    ]
    return document.serialized() + "\n"
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's text in UTF-8.
  ///   - name: The file's name, for the error.
  /// - Throws: What is wrong with the file, in one line.
  package init(parsing bytes: [UInt8], name: String) throws(SavedTraceError) {
    let document: JSON
    do {
      document = try JSON(parsing: bytes, name: name)
    } catch {
      throw SavedTraceError(message: String(describing: error))
    }
    guard document["saved"]?.stringValue == Self.form else {
      throw SavedTraceError(message: "\(name): expected \"saved\": \"\(Self.form)\"")
    }
    guard
      let scenario = document["scenario"]?.stringValue,
      let adapter = document["adapter"]?.stringValue,
      let seed = document["seed"]?.stringValue.flatMap(UInt64.init),
      let trace = document["trace"]
    else {
      throw SavedTraceError(
        message:
          "\(name): expected the strings \"scenario\", \"adapter\" and \"seed\", and a \"trace\""
      )
    }
    self.scenario = scenario
    self.adapter = adapter
    self.seed = seed
    do {
      self.trace = try Trace(json: trace)
    } catch {
      throw SavedTraceError(message: "\(name): \(error)")
    }
  }
}

/// Why a file holds no saved trace.
package struct SavedTraceError: Error, Sendable, Hashable {
  /// The file's name, and what was expected of it.
  package var message: String
}
