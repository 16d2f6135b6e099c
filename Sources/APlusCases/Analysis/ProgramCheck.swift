import APlusJSON
import APlusModel

/// Checks that each name of a program is bound exactly once, and used according to its kind.
final class ProgramCheck {
  let decoded: DecodedProgram
  let kinds: Kinds
  let diagnostics: Diagnostics
  var program: Program { decoded.program }

  /// All bound names, including functions and thenables.
  private var bound: Set<String> = []
  private var usedFunctions: Set<String> = []
  private var usedContexts: Set<String> = []
  /// The functions that are a thenable's `then`, and so get a pair of resolvers.
  private var thenCode: Set<String> = []
  private var marks: Set<String> = []

  init(_ decoded: DecodedProgram, _ diagnostics: Diagnostics) {
    self.decoded = decoded
    self.diagnostics = diagnostics
    kinds = Kinds(of: decoded.program)
  }

  /// Runs all checks of the program itself.
  func run() {
    collect()
    check(program.steps, isThenCode: false)
    for (name, function) in program.functions {
      let place = decoded.place(ofFunction: name)
      check(function.steps, isThenCode: thenCode.contains(name))
      for ending in function.endings { ending.value.map { check($0, at: place) } }
      checkRelease(of: name, function, at: place)
      guard !usedFunctions.contains(name) else { continue }
      diagnostics.report("found the function \"\(name)\", which nothing uses", at: place, isKey: true)
    }
    for member in decoded.node["contexts"]?.object ?? [] where !usedContexts.contains(member.key) {
      diagnostics.report(
        "found the context \"\(member.key)\", which no \"then\" step names", at: member.value.place, isKey: true)
    }
    if let prototype = program.prototype {
      let place = decoded.node["prototype"]?.place ?? decoded.node.place
      if let then = prototype.then { checkFunction(then, at: place) }
      for ending in prototype.get { ending.value.map { check($0, at: place) } }
    }
    checkSettlers()
    checkCourse()
  }

  /// Reports what keeps a performance from its end on any library: more events than a host records,
  /// and a wait for what comes only after it.
  private func checkCourse() {
    let count = program.eventCount(kinds)
    let endless = program.endlessFunction
    if let endless {
      diagnostics.report(
        "found the function \"\(endless)\", which registers itself without end", at: decoded.place(ofFunction: endless),
        isKey: true)
    } else if count > Double(Program.mostEvents) {
      diagnostics.report(
        "found a program that takes \(Int(min(count, 1e15))) events, expected at most \(Program.mostEvents), as many as a"
          + " host records", at: decoded.node["steps"]?.place ?? decoded.node.place)
    }
    let depth = program.repeatDepth
    if endless == nil, depth > RepeatIndices.limit {
      diagnostics.report(
        "found repeats inside one another, \(depth) around one step, expected at most \(RepeatIndices.limit); a function"
          + " is inside the repeats where it is registered", at: decoded.node["steps"]?.place ?? decoded.node.place)
    }
    for step in WaitCheck.endlessWaits(in: program) {
      guard case .wait(let gate) = step.action, marks.contains(NameGrammar.base(of: gate)) else { continue }
      diagnostics.report(
        "found a wait for \"\(gate)\", which is marked only after the waiting code has returned",
        at: decoded.place(ofStep: step.id, "wait"))
    }
  }

  /// Reports what needs more of a line than a host may write.
  private func checkSize(_ bytes: Int, of what: String, at place: Place) {
    guard bytes > Program.mostPartBytes else { return }
    diagnostics.report(
      "found \(what) that takes up to \(bytes) bytes in a trace, expected at most \(Program.mostPartBytes)", at: place)
  }

  // MARK: Collecting

  private func collect() {
    bound.formUnion(program.functions.keys)
    if let then = program.prototype?.then { useAsThen(.function(then)) }
    collect(program.steps)
    for (name, function) in program.functions.sorted(by: { $0.key < $1.key }) {
      collect(function.steps)
      function.released.map { _ = usedFunctions.insert($0) }
      for ending in function.endings { ending.value.map { collect($0, at: decoded.place(ofFunction: name)) } }
    }
  }

  private func collect(_ steps: [Step]) {
    Program.walk(steps) { step in
      for value in step.action.values { collect(value, at: decoded.place(ofStep: step.id)) }
      step.action.forEachField { field, argument in
        if case .name(let name) = argument {
          checkSize(name.tracedBytes, of: "a name", at: decoded.place(ofStep: step.id, field.key))
        }
        switch (field.type, argument) {
        case (.binding, .name(let name)): bind(name, at: decoded.place(ofStep: step.id, field.key))
        case (_, .handler(.function(let name))), (.function, .name(let name)): usedFunctions.insert(name)
        case (.context, .name(let name)): usedContexts.insert(name)
        case (.mark, .name(let name)): marks.insert(NameGrammar.base(of: name))
        default: break
        }
      }
    }
  }

  private func collect(_ value: Value, at place: Place) {
    checkSize(value.tracedBytes, of: "a value", at: place)
    value.walk { value in
      guard case .thenable(let thenable) = value else { return }
      if let name = thenable.name { bind(name, at: place) }
      useAsThen(thenable.then)
      thenable.reading.map { _ = usedFunctions.insert($0) }
    }
  }

  private func useAsThen(_ handler: Handler) {
    guard let name = handler.function else { return }
    usedFunctions.insert(name)
    thenCode.insert(name)
  }

  private func bind(_ name: String, at place: Place) {
    guard !bound.insert(NameGrammar.base(of: name)).inserted else { return }
    diagnostics.report("found \"\(name)\", which is already bound, expected a new name", at: place)
  }

  // MARK: Checking

  private func check(_ steps: [Step], isThenCode: Bool) {
    Program.walk(steps) { step in
      if case .combine(let call) = step.action { check(call, ofStep: step.id) }
      if case .start(let start) = step.action, !checkChannel(start, ofStep: step.id),
        !checkScope(start, ofStep: step.id)
      {
        check(start, ofStep: step.id)
      }
      step.action.forEachField { field, argument in
        check(field, argument, isThenCode: isThenCode, at: decoded.place(ofStep: step.id, field.key))
      }
    }
  }

  private func check(_ field: Field, _ argument: FieldValue, isThenCode: Bool, at place: Place) {
    if let value = argument.value { check(value, at: place) }
    switch (field.type, argument) {
    case (.name(.promise), .name(let name)) where field.takesCall && kinds.kind(of: name) == .call: break
    case (.name(.promise), .name(let name)) where field.key == "cancel" && kinds.kind(of: name) == .task: break
    case (.name(let kind), .name(let name)): expect(name, kind, at: place)
    case (_, .names(let names)): for name in names { expect(name, nil, at: place) }
    case (_, .handler(.function(let name))), (.function, .name(let name)): checkFunction(name, at: place)
    case (.context, .name(let name)):
      guard program.contexts[name] == nil else { return }
      diagnostics.report(unknown: name, expected: "the name of a context", among: program.contexts.keys, at: place)
    case (.gate, .name(let name)): _ = checkMark(name, at: place)
    case (_, .resolver(let resolver)):
      if let thenable = resolver.thenable {
        expect(thenable, .thenable, at: place)
      } else if !isThenCode {
        diagnostics.report(
          "found \"\(resolver)\" outside of a thenable's function, expected \"x.\(resolver)\"", at: place)
      }
    case (.value(.fulfillment), .value(let value)) where kinds.isAdoptable(value):
      diagnostics.report(
        "found a promise or thenable, expected a value that \"fulfill\" can carry;" + " \"resolve\" takes it", at: place
      )
    default: break
    }
  }

  /// Reports a sequence of something else than tasks, and tasks of what is no sequence.
  private func check(_ start: CallStart, ofStep id: Int) {
    let isSequence = start.kind == CallKind.sequence.rawValue
    for name in start.members { expect(name, .thenable, at: decoded.place(ofStep: id, "of")) }
    if !start.members.isEmpty, !isSequence {
      diagnostics.report(
        "found \"of\", expected it only beside \"start\": \"sequence\"", at: decoded.place(ofStep: id, "of"))
    }
    if start.kind == CallKind.echo.rawValue, start.value == nil {
      diagnostics.report(
        "found no \"with\", expected the value of the \"echo\"", at: decoded.place(ofStep: id, "start"))
    }
  }

  /// Reports what a combinator of this kind needs, and does not get.
  private func check(_ call: CombinatorCall, ofStep id: Int) {
    func report(_ found: String, _ expected: String, _ key: String) {
      diagnostics.report("found \(found), expected \(expected): \"\(call.kind)\"", at: decoded.place(ofStep: id, key))
    }
    if call.isOfOne, call.members.count != 1 {
      report("\(call.members.count) members", "one", "of")
    } else if call.kind == "executor", let member = call.members.first {
      if case .thenable(let thenable)? = kinds.definition(of: .name(member)) {
        guard case .function = thenable.then else {
          return report("\"\(member)\"", "a thenable with a function in \"then\"", "of")
        }
      } else if kinds.kind(of: member) != .thenable {
        report("\"\(member)\"", "a thenable", "of")
      }
    }
    checkSize(call.tracedBytes, of: "a combinator", at: decoded.place(ofStep: id, "of"))
    if call.list.thrown != nil, call.list.form != .generator {
      report("\"throws\"", "\"list\": \"generator\" beside it", "throws")
    }
    if call.callsFunction, call.function == nil { report("no \"call\"", "a function", "call") }
  }

  private func check(_ value: Value, at place: Place) {
    value.walk { value in
      switch value {
      case .name(let name): expect(name, nil, at: place)
      case .promise(.fulfilled, let inner?, _) where kinds.isAdoptable(inner):
        diagnostics.report("found a promise fulfilled with a promise or thenable, expected \"resolved\"", at: place)
      case .thenable(let thenable):
        for function in thenable.functions { checkFunction(function, at: place) }
        checkReading(of: thenable, at: place)
        guard thenable.then == .absent, thenable.get?.contains(.givesThen) == true else { return }
        diagnostics.report("found \"give\" without \"then\", expected a function in \"then\"", at: place)
      default: break
      }
    }
  }

  /// Reports a function that no read of `then` performs, or that says how the read ends.
  private func checkReading(of thenable: Thenable, at place: Place) {
    guard let name = thenable.reading, let function = program.functions[name] else { return }
    if thenable.get == nil {
      diagnostics.report(
        "found \"reading\" without \"get\", expected an accessor, such as [{\"give\": \"then\"}]", at: place)
    }
    if !function.endings.isEmpty || function.kind != nil || function.isShared {
      diagnostics.report(
        "found more than steps in the function \"\(name)\" of \"reading\", expected only \"steps\";"
          + " \"get\" says how reads end", at: place)
    }
  }

  /// Reports code for the release of a closure that is none of a single registration, and code that is more than steps.
  private func checkRelease(of name: String, _ function: Function, at place: Place) {
    guard let released = function.released else { return }
    checkFunction(released, at: place)
    if function.isShared || thenCode.contains(name) {
      diagnostics.report(
        "found \"released\" in \"\(name)\", expected it only in a function that is one closure for each registration",
        at: place)
    }
    guard let code = program.functions[released],
      !code.endings.isEmpty || code.kind != nil || code.isShared || code.released != nil
    else { return }
    diagnostics.report(
      "found more than steps in the function \"\(released)\" of \"released\", expected only \"steps\"", at: place)
  }

  /// Reports a name that is not bound, or that is bound to another kind.
  func expect(_ name: String, _ kind: Kind?, at place: Place) {
    guard let found = kinds.kind(of: name) else {
      diagnostics.report(
        unknown: name, expected: "the name of \(kind?.withArticle ?? "something bound")",
        among: bound.filter { kind == nil || kinds.kind(of: $0) == kind }, at: place)
      return
    }
    guard let kind, found != kind else { return }
    diagnostics.report("found \"\(name)\", \(found.withArticle), expected \(kind.withArticle)", at: place)
  }

  /// Reports a function that does not exist.
  func checkFunction(_ name: String, at place: Place) {
    guard program.functions[name] == nil else { return }
    diagnostics.report(unknown: name, expected: "the name of a function", among: program.functions.keys, at: place)
  }

  /// Reports a mark that no step makes; returns whether one does.
  func checkMark(_ name: String, at place: Place) -> Bool {
    if marks.contains(NameGrammar.base(of: name)) { return true }
    diagnostics.report(unknown: name, expected: "the name of a \"mark\" step", among: marks, at: place)
    return false
  }
}

extension Kind {
  /// The kind with its article, for messages.
  fileprivate var withArticle: String { self == .error || self == .object ? "an \(rawValue)" : "a \(rawValue)" }
}

extension Field {
  /// Whether the name may also be that of a call with a completion handler.
  fileprivate var takesCall: Bool { ["fulfill", "reject", "cancel"].contains(key) }
}
