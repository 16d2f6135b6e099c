import APlusCases
import APlusJSON
import APlusModel
import Foundation
import Testing

@Suite("Faults in case files") struct SpecErrorTests {
  @Test func `the sample itself loads`() throws {
    let library = try SpecLibrary(files: SampleSpecs.files())
    #expect(library.scenarios.map(\.id) == ["X.1-a.fulfilled", "X.1-a.rejected"])
    #expect(library.chapters == ["own"])
  }

  @Test func `an unknown verb is shown with its place and the nearest word`() {
    #expect(
      SampleSpecs.errors(replacing: #"{"fulfill": "p""#, by: #"{"fullfill": "p""#) == """
        specs/own/cases.json:10:31: at /cases/0/steps/4/do/0: found "fullfill", expected a step \
        with a verb; did you mean "fulfill"? (in X.1-a.fulfilled)
        """)
  }

  @Test func `an argument that a case does not give an entry is missing in the case`() {
    let errors = SampleSpecs.errors(replacing: #"{"$": "state", "with": "S"}"#, by: #"{"$": "state", "wiht": "S"}"#)
    #expect(errors.contains("specs/own/cases.json:7:"), "\(errors)")
    #expect(errors.contains(#"found no "with", expected this argument"#), "\(errors)")
    #expect(!errors.contains("specs/tables.json:"), "\(errors)")
  }

  @Test(arguments: [
    (#"{"abandon": "p"}, {"fulfill": "p", "with": "S"}"#, #"found "fulfill" of "p", whose settler "abandon" gives up"#),
    (#"{"abandon": "p"}, {"abandon": "p"}"#, #"found "abandon" of "p", whose settler "abandon" gives up"#),
    (
      #"{"lanes": [[{"abandon": "p"}], [{"reject": "p", "with": "S"}]]}"#,
      #"found "reject" of "p", whose settler "abandon" gives up"#
    ), (#"{"then": "p", "as": "r"}, {"abandon": "r"}"#, #"found "r", expected a promise that "let" makes pending"#),
    (
      #"{"let": "r", "be": {"promise": "fulfilled", "with": "S"}}, {"abandon": "r"}"#,
      #"found "r", expected a promise that "let" makes pending"#
    ),
  ]) func `a settler that is given up must be there, and is needed no more`(steps: String, message: String) {
    let fulfill = #"{"fulfill": "p", "with": {"$": "fresh", "mark": "D"}}"#
    let errors = SampleSpecs.errors(replacing: fulfill, by: steps)
    #expect(errors.contains(message), "\(errors)")
  }

  @Test func `a file of cases has a limit`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aplus-check-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(count: (16 << 20) + 1).write(to: folder.appending(path: "tables.json"))
    let error = #expect(throws: (any Error).self) { try SpecLibrary(directory: folder.path) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("expected at most 16"))
  }

  /// A host could not write them in a line of the protocol.
  @Test(arguments: [
    "{\"text\": \"\(String(repeating: "x", count: 600_000))\"}",
    "{\"list\": [\(Array(repeating: "\"S\"", count: 40_000).joined(separator: ","))]}",
    "\"S\(String(repeating: "1", count: 600_000))\"",
  ]) func `a value that is too long for a trace is refused`(_ value: String) {
    let errors = SampleSpecs.errors(
      replacing: #"{"$": "state", "with": "S"}"#, by: #"{"$": "state", "with": "# + value + "}")
    #expect(errors.contains("specs/own/cases.json:7:"), "\(errors.prefix(500))")
    #expect(errors.contains("bytes in a trace, expected at most 524288"), "\(errors.prefix(500))")
  }

  @Test(arguments: LanguageKind.Place.allCases) func `an error about a kind of a language names the dimension`(
    _ place: LanguageKind.Place
  ) {
    let errors = SampleSpecs.errors(replacing: "\"STATE\"}", by: "\"\(place.table)\"}")
    #expect(!errors.isEmpty)
    for error in errors.split(separator: "\n") {
      #expect(error.contains(/^specs\/own\/cases\.json:\d+:\d+: at \/cases\/0/), "\(error)")
    }
  }

  @Test func `a requirements file says that its chapter is opt-in`() throws {
    func files(_ value: String) -> [TextFile] {
      SampleSpecs.files().map { file in
        guard file.name.hasSuffix("requirements.json") else { return file }
        let text = String(decoding: file.bytes, as: UTF8.self)
        return TextFile(
          name: file.name, bytes: Array(text.replacing("\"sections\"", with: "\"optIn\": \(value), \"sections\"").utf8))
      }
    }
    #expect(try SpecLibrary(files: files("true")).requirements.optIn == ["own"])
    for value in ["false", "\"yes\""] {
      let error = #expect(throws: ReadErrors.self) { try SpecLibrary(files: files(value)) }
      #expect(error?.description.contains("found \(value), expected true") == true)
    }
  }

  @Test func `a chapter without requirements is reported once, not per case`() {
    let files = SampleSpecs.files().filter { !$0.name.hasSuffix("requirements.json") }
    let error = #expect(throws: ReadErrors.self) { try SpecLibrary(files: files) }
    #expect(
      error?.description == """
        specs/own/cases.json:1:1: found no requirements of the chapter "own", expected the file \
        own/requirements.json
        """)
  }

  @Test(
    "every kind of fault is reported",
    arguments: [
      (#""title""#, #""titel""#, #"did you mean "title"?"#), (#"["once"]"#, #"["onse"]"#, #"did you mean "once"?"#),
      (#""STATE""#, #""STATES""#, #"did you mean "STATE"?"#),
      (#""STATE""#, "\"\"", #"/state: found "", expected the name of a table"#),
      (#""STATE""#, #""+""#, #"/state: found "", expected the name of a table"#),
      (#""STATE""#, #""STATE+""#, #"/state: found "", expected the name of a table"#),
      (#""$": "state","#, #""$": "stat","#, #"did you mean "state"?"#),
      (#""state.ending""#, #""state.endign""#, #"found no "endign" in the entry"#),
      (#""functions": {"#, #""functions": {"idle": {}, "#, #"found the function "idle", which nothing uses"#),
      (#""dimensions": {"#, #""dimensions": {"more": "STATE", "#, #"found the dimension "more", which no hole names"#),
      (#"{"let": "q2""#, #"{"let": "p""#, #"found "p", which is already bound"#),
      (#"{"then": "p""#, #"{"then": "pp""#, #"found "pp", expected the name of a promise; did you mean "p"?"#),
      (#"{"then": "p""#, #"{"then": "h""#, #"found "h", a function, expected a promise"#),
      (#""with": {"$": "fresh", "mark": "D"}"#, #""with": "q2""#, "found a promise or thenable, expected a value"),
      (
        #"{"let": "q2""#, #"{"measure": "h", "times": 16}, {"let": "q2""#, #"found "h", a function, expected a promise"#
      ), (#"{"let": "q2""#, #"{"measure": "p", "times": 15}, {"let": "q2""#, "expected an integer from 16 to 1000000"),
      (#"{"let": "q2""#, #"{"measure": "p"}, {"let": "q2""#, #"found no "times", expected"#),
      (#""expect": ["#, #""expect": [{"constant": "p"}, "#, #"found "p", which no "measure" step times"#),
      (#""dimensions""#, #""contexts": {"c1": "cereal"}, "dimensions""#, #"did you mean "serial"?"#),
      (
        #""dimensions""#, #""contexts": {"c1": "xyz"}, "dimensions""#,
        #"found "xyz", expected a kind of context: "serial", "inline", "dead", "ambient" (in"#
      ),
      (
        #""dimensions""#, #""contexts": {"c1": 5}, "dimensions""#,
        #"found 5, expected a string, a kind of context: "serial", "inline", "dead", "ambient" (in"#
      ),
      (
        #""dimensions""#, #""contexts": {"c1": ["serial"]}, "dimensions""#,
        "found an array, expected a string, a kind of context"
      ),
      (
        #""dimensions""#, #""contexts": {"c1": "serial"}, "dimensions""#,
        #"found the context "c1", which no "then" step names"#
      ), (#"{"then": "p","#, #"{"then": "p", "on": "c2","#, #"found "c2", expected the name of a context"#),
      (#""dimensions""#, #""contexts": {"c#": "serial"}, "dimensions""#, #"found "c#", expected a name such as "c1""#),
      (#"{"outcome": "q""#, #"{"outcome": "q2""#, #"found "q2", which no "then" step observes"#),
      (
        #"{"outcome": "q""#, #"{"order": ["h", "ok"]}, {"outcome": "q""#, "expected an order among those of one promise"
      ),
      (
        #"{"outcome": "q""#, #"{"order": []}, {"outcome": "q""#,
        "/order: found no functions, expected an order of two functions or more"
      ),
      (
        #"{"outcome": "q""#, #"{"order": ["ok", "ok"]}, {"outcome": "q""#,
        #"/order: found only "ok", expected an order of two functions or more"#
      ),
      (
        #"{"outcome": "q""#, #"{"runs": "all", "after": "m"}, {"outcome": "q""#,
        #"/after: found "after" beside "all", expected it only beside a function's name"#
      ), (#""id": "X.1-a""#, #""id": "X.2-a""#, #"found "X.2", expected the number of a requirement"#),
      (#"{"later": "idle""#, #"{"call": "resolve"}, {"later": "idle""#, "outside of a thenable's function"),
      (
        #"{"later": "idle""#, #"{"let": "x", "be": {"thenable": {"then": "ok", "reading": "ok"}}}, {"later": "idle""#,
        #"found "reading" without "get", expected an accessor"#
      ),
      (
        #"{"later": "idle""#,
        #"{"let": "x", "be": {"thenable": {"get": [], "reading": {"ends": [{"return": 1}]}}}}, {"later": "idle""#,
        #"found more than steps in the function "reading1" of "reading""#
      ),
      (
        #""ok": {}"#, #""ok": {"shared": true, "released": {}}"#,
        #"found "released" in "ok", expected it only in a function that is one closure for each registration"#
      ),
      (
        #""ok": {}"#, #""ok": {"released": {"ends": [{"return": 1}]}}"#,
        #"found more than steps in the function "released1" of "released""#
      ),
      (
        #""ok": {}"#, #""ok": {"released": {"steps": [{"then": "p", "ok": "ok"}]}}"#,
        #"found the function "ok", which registers itself without end"#
      ),
      (
        #"{"later": "idle""#, #"{"combine": "all", "of": ["p"], "throws": "E"}, {"later": "idle""#,
        #"/throws: found "throws", expected "list": "generator" beside it: "all""#
      ),
      (
        #"{"later": "idle""#, #"{"combine": "delay", "of": ["p", "q"]}, {"later": "idle""#,
        #"/of: found 2 members, expected one: "delay""#
      ),
      (
        #"{"later": "idle""#, #"{"combine": "executor", "of": ["p"]}, {"later": "idle""#,
        #"/of: found "p", expected a thenable: "executor""#
      ),
      (
        #"{"later": "idle""#,
        #"{"let": "x", "be": {"thenable": {}}}, {"combine": "executor", "of": ["x"]}, {"later": "idle""#,
        #"/of: found "x", expected a thenable with a function in "then": "executor""#
      ),
      (
        #"{"later": "idle""#, #"{"combine": "finally", "of": ["p"]}, {"later": "idle""#,
        #"found no "call", expected a function: "finally""#
      ), (#""later": "idle""#, #""later": "soon""#, #"found "soon", expected "turn", "idle""#),
      (#""title": "A title""#, #""title": "A title", "title": "B""#, #"found the key "title" a second time"#),
      (
        #"{"later": "idle""#, #"{"later": "turn", "do": [{"mark": "m"}]}, {"wait": "m"}, {"later": "idle""#,
        #"/wait: found a wait for "m", which is marked only after the waiting code has returned"#
      ),
      (
        #"{"let": "p""#, #"{"repeat": 460000, "do": [{"then": "p", "ok": "ok"}]}, {"let": "p""#,
        "/steps: found a program that takes 1840017 events, expected at most 900000"
      ),
      (
        #"{"let": "p""#,
        #"{"repeat": 2, "do": [{"repeat": 2, "do": [{"repeat": 2, "do": [{"repeat": 2, "do": [{"mark": "m"}]}]}]}]}, {"let": "p""#,
        "/steps: found repeats inside one another, 4 around one step, expected at most 3"
      ),
      (
        #""ok": {}"#, #""ok": {"steps": [{"then": "p", "bad": "ok"}]}"#,
        #"found the function "ok", which registers itself without end"#
      ),
    ]) func isReported(_ old: String, _ new: String, _ expected: String)
  {
    let errors = SampleSpecs.errors(replacing: old, by: new)
    #expect(errors.contains(expected), "\(errors)")
  }

  @Test func `all faults of all files are reported at once`() {
    let files = SampleSpecs.files(
      tables: SampleSpecs.tables.replacing("\"key\": \"fulfilled\"", with: "\"kee\": 1"),
      requirements: SampleSpecs.requirements.replacing("must", with: "mast"),
      cases: SampleSpecs.cases.replacing("once", with: "onse"))
    let error = #expect(throws: ReadErrors.self) { try SpecLibrary(files: files) }
    #expect(
      Set(error?.errors.map(\.name) ?? []) == [
        "specs/tables.json", "specs/own/requirements.json", "specs/own/cases.json",
      ])
  }
}
