import APlusJSON
package import APlusModel

/// A run as read from a file.
package struct SavedRun: Sendable {
  package var result: RunResult
  /// The options of the command line that affect the result of a case.
  package var options: [String]
  /// The requirements that the file describes; empty for a file of events.
  package var requirements: [Requirement]
  /// The numbers of the selected requirements that are not machine-checkable.
  package var untestable: [String]
  /// Warnings about the file; all results in it are still valid.
  package var notes: [String] = []
}

/// The reason why a file cannot be read as results or saved traces.
package struct SavedFileError: Error, Sendable, Hashable {
  /// The file, and what was expected of it, in one line.
  package var message: String
}

extension JSON {
  /// Parses the text of a saved file, or a line of it.
  init(saved bytes: some Collection<UInt8>, name: String) throws(SavedFileError) {
    do { self = try JSON(parsing: bytes.withoutByteOrderMark, name: name) } catch {
      throw SavedFileError(message: String(describing: error))
    }
  }
}

extension SavedRun {
  /// Reads a file of `--report json` or `jsonl`.
  ///
  ///     try SavedRun(parsing: bytes, name: "aplus.json", scenario: { byID[$0] })
  ///
  /// - Parameters:
  ///   - bytes: The file's text in UTF-8.
  ///   - name: The file's name, for errors.
  ///   - scenario: Returns the case with an id, for cases that a killed run did not reach.
  /// - Throws: What is wrong with the file, in one line.
  package init(parsing bytes: [UInt8], name: String, scenario: @escaping (String) -> Scenario?) throws(SavedFileError) {
    let firstLine = bytes.prefix { $0 != UInt8(ascii: "\n") }
    if let first = try? JSON(parsing: firstLine, name: name), first["schema"]?.stringValue == JournalLine.form {
      self = try JournalReader(name: name, scenario: scenario).run(of: bytes)
      return
    }
    let document = try JSON(saved: bytes, name: name)
    guard document["schema"]?.stringValue == JSONReport.form else {
      throw SavedFileError(
        message: "\(name): expected a file of --report json or jsonl, with \"schema\":"
          + " \"\(JSONReport.form)\" or \"\(JournalLine.form)\"")
    }
    let reader = ResultReader(document, name)
    let requirements = try reader.list("requirements").map(Self.requirement)
    let adapters = try reader.list("adapters").map { part throws(SavedFileError) in
      var adapter = try AdapterResult(facts: part)
      let baseline = adapter.baseline?.file ?? ""
      adapter.cases = try part.list("cases").map { entry throws(SavedFileError) in
        try CaseResult(entry, baseline: baseline)
      }
      adapter.baseline?.stale = try part.list("stale").map { entry throws(SavedFileError) in
        BaselineResult.StaleEntry(
          entry: try ExpectedFailure(entry.part("entry"), baseline), message: try entry.string("message"))
      }
      return adapter
    }
    self.init(
      result: try RunResult(reader, adapters), options: try reader.list("options").map { $0.json.stringValue ?? "" },
      requirements: requirements, untestable: requirements.filter { $0.untestable != nil }.map(\.number))
  }

  private static func requirement(_ part: ResultReader) throws(SavedFileError) -> Requirement {
    Requirement(
      number: try part.string("number"), level: try part.word("level"), source: try part.string("source"),
      text: try part.string("text"), untestable: part.json["untestable"]?.stringValue,
      chapter: try part.string("chapter"), section: "")
  }
}

/// A part of a document, whose members are read by name and type.
struct ResultReader {
  let json: JSON
  /// The file and the path of the part, for errors: `aplus.json, adapters[0]`.
  private let place: String

  init(_ json: JSON, _ place: String) {
    self.json = json
    self.place = place
  }

  func error(_ key: String, _ expected: String) -> SavedFileError {
    SavedFileError(message: "\(place): expected \"\(key)\" to be \(expected)")
  }

  func string(_ key: String) throws(SavedFileError) -> String {
    guard let value = json[key]?.stringValue else { throw error(key, "a string") }
    return value
  }

  func integer(_ key: String) throws(SavedFileError) -> Int {
    guard let value = json[key]?.intValue else { throw error(key, "an integer") }
    return value
  }

  func bool(_ key: String) throws(SavedFileError) -> Bool {
    guard let value = json[key]?.boolValue else { throw error(key, "true or false") }
    return value
  }

  /// A duration in seconds.
  func seconds() throws(SavedFileError) -> Double { Double(try integer("microseconds")) / 1_000_000 }

  func seed() throws(SavedFileError) -> UInt64 {
    guard let seed = UInt64(try string("seed")) else { throw error("seed", "digits in a string") }
    return seed
  }

  func word<Word: RawRepresentable<String>>(_ key: String) throws(SavedFileError) -> Word {
    guard let word = Word(rawValue: try string(key)) else {
      throw error(key, "a known word, not \"\(Excerpt.line(try string(key)))\"")
    }
    return word
  }

  /// The elements of an array; empty where the member is missing.
  func list(_ key: String) throws(SavedFileError) -> [ResultReader] {
    guard let member = json[key] else { return [] }
    guard let elements = member.arrayValue else { throw error(key, "an array") }
    return elements.enumerated().map { ResultReader($1, "\(place), \(key)[\($0)]") }
  }

  func strings(_ key: String) throws(SavedFileError) -> [String] {
    try list(key).map { part throws(SavedFileError) in
      guard let value = part.json.stringValue else { throw error(key, "strings") }
      return value
    }
  }

  func part(_ key: String) throws(SavedFileError) -> ResultReader {
    guard let part = partIfPresent(key) else { throw error(key, "an object") }
    return part
  }

  /// The object at a key; nil where the value is missing, null or not an object.
  func partIfPresent(_ key: String) -> ResultReader? {
    guard let value = json[key], value.objectValue != nil else { return nil }
    return ResultReader(value, "\(place), \(key)")
  }
}
