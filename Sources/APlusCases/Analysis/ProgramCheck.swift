import APlusJSON
import APlusModel

/// Checks that the names of a program are bound, once, and used as what they are.
struct ProgramCheck {
  let decoded: DecodedProgram
  let diagnostics: Diagnostics
  let kinds: StaticKinds

  /// Every name that something binds, functions and thenables included.
  private var bound: Set<String> = []
  /// Functions that stand somewhere in the program.
  private var used: Set<String> = []
  /// Functions that stand behind a thenable's `then`, and so have a pair of resolvers.
  private var thenCode: Set<String> = []
  /// Names that `mark` gives.
  private(set) var marks: Set<String> = []

  init(_ decoded: DecodedProgram, _ diagnostics: Diagnostics) {
    self.decoded = decoded
    self.diagnostics = diagnostics
    kinds = StaticKinds(of: decoded.program)
  }

  /// Runs all checks of the program itself.
  mutating func run() {
    collect()
    let program = decoded.program
    check(program.steps, isThenCode: false)
    for (name, function) in program.functions {
      let place = decoded.place(ofFunction: name)
      check(function.steps, isThenCode: thenCode.contains(name))
      for ending in function.endings {
        ending.value.map { check($0, at: place) }
      }
      if !used.contains(name) {
        diagnostics.report(
          "found the function \"\(name)\", which nothing uses",
          at: place,
          isKey: true
        )
      }
    }
    reportUnusedContexts()
    if let prototype = program.prototype {
      let place = decoded.node["prototype"]?.place ?? decoded.node.place
      if let then = prototype.then { checkFunction(then, at: place) }
      for ending in prototype.get { ending.value.map { check($0, at: place) } }
    }
  }

  // MARK: Collecting

  private mutating func collect() {
    let program = decoded.program
    bound.formUnion(program.functions.keys)
    if let then = program.prototype?.then { useAsThen(.function(then)) }
    collect(program.steps)
    for (name, function) in program.functions.sorted(by: { $0.key < $1.key }) {
      collect(function.steps)
      for ending in function.endings {
        ending.value.map { collect($0, at: decoded.place(ofFunction: name)) }
      }
    }
  }

  private mutating func collect(_ steps: [Step]) {
    Program.walk(steps) { step in
      for value in step.action.values { collect(value, at: decoded.place(ofStep: step.id)) }
      switch step.action {
      case .bind(let name, _): bind(name, at: decoded.place(ofStep: step.id, "let"))
      case .then(let registration):
        bind(registration.result, at: decoded.place(ofStep: step.id, "as"))
        registration.onFulfilled.function.map { _ = used.insert($0) }
        registration.onRejected.function.map { _ = used.insert($0) }
      case .combine(let combination):
        bind(combination.result, at: decoded.place(ofStep: step.id, "as"))
        combination.function.map { _ = used.insert($0) }
      case .mark(let name): marks.insert(NameGrammar.base(of: name))
      case .settle, .call, .later, .repeated, .lanes, .wait, .drop, .probe, .cancel, .measure: break
      }
    }
  }

  private mutating func collect(_ value: Value, at place: Place) {
    value.walk { value in
      guard case .thenable(let thenable) = value else { return }
      bind(thenable.name, at: place)
      useAsThen(thenable.then)
    }
  }

  private mutating func useAsThen(_ handler: Handler) {
    guard let name = handler.function else { return }
    used.insert(name)
    thenCode.insert(name)
  }

  private mutating func bind(_ name: String?, at place: Place) {
    guard let name, !bound.insert(NameGrammar.base(of: name)).inserted else { return }
    diagnostics.report(
      "found \"\(name)\", which is bound elsewhere, expected a new name",
      at: place
    )
  }

  // MARK: Checking

  private func check(_ steps: [Step], isThenCode: Bool) {
    Program.walk(steps) { step in
      for key in ["be", "with", "ok", "bad"] {
        guard let place = decoded.stepNodes[step.id]?[key]?.place else { continue }
        for value in values(of: step.action, at: key) { check(value, at: place) }
      }
      check(step, isThenCode: isThenCode)
    }
  }

  private func values(of action: Action, at key: String) -> [Value] {
    guard case .then(let registration) = action else {
      return key == "ok" || key == "bad" ? [] : action.values
    }
    let handler = key == "ok" ? registration.onFulfilled : registration.onRejected
    return handler.value.map { [$0] } ?? []
  }

  private func check(_ step: Step, isThenCode: Bool) {
    func place(_ key: String) -> Place { decoded.place(ofStep: step.id, key) }
    switch step.action {
    case .settle(let settlement, let promise, let value):
      expect(promise, .promise, at: place(settlement.rawValue))
      guard settlement == .fulfill, isAdoptable(value) else { return }
      diagnostics.report(
        "found a promise or thenable, expected a value that \"fulfill\" can carry;"
          + " \"resolve\" takes it",
        at: place("with")
      )
    case .then(let registration):
      expect(registration.promise, .promise, at: place("then"))
      registration.onFulfilled.function.map { checkFunction($0, at: place("ok")) }
      registration.onRejected.function.map { checkFunction($0, at: place("bad")) }
      registration.context.map { checkContext($0, at: place("on")) }
    case .call(let resolver, _):
      if let thenable = resolver.thenable {
        expect(thenable, .thenable, at: place("call"))
      } else if !isThenCode {
        diagnostics.report(
          "found \"\(resolver)\" outside of a thenable's function, expected \"x.\(resolver)\"",
          at: place("call")
        )
      }
    case .wait(let gate):
      guard !marks.contains(NameGrammar.base(of: gate)) else { return }
      diagnostics.report(
        unknown: gate,
        expected: "the name of a \"mark\" step",
        among: marks,
        at: place("wait")
      )
    case .drop(let names): for name in names { expect(name, nil, at: place("drop")) }
    case .probe(let name): expect(name, nil, at: place("probe"))
    case .cancel(let promise, _): expect(promise, .promise, at: place("cancel"))
    case .combine(let combination):
      for name in combination.members { expect(name, nil, at: place("of")) }
      combination.function.map { checkFunction($0, at: place("call")) }
    case .measure(let promise, _): expect(promise, .promise, at: place("measure"))
    case .bind, .mark, .later, .repeated, .lanes: break
    }
  }

  private func check(_ value: Value, at place: Place) {
    value.walk { value in
      switch value {
      case .name(let name): expect(name, nil, at: place)
      case .promise(.fulfilled, let inner?, _) where isAdoptable(inner):
        diagnostics.report(
          "found a promise fulfilled with a promise or thenable, expected \"resolved\"",
          at: place
        )
      case .thenable(let thenable):
        thenable.then.function.map { checkFunction($0, at: place) }
        checkGives(thenable, at: place)
      case .scalar, .text, .special, .error, .list, .promise: break
      }
    }
  }

  private func checkGives(_ thenable: Thenable, at place: Place) {
    guard thenable.then == .absent, thenable.get?.contains(.givesThen) == true else { return }
    diagnostics.report("found \"give\" without \"then\", expected a function to give", at: place)
  }

  private func isAdoptable(_ value: Value) -> Bool {
    let kind = kinds.kind(of: value)
    return kind == .promise || kind == .thenable
  }

  /// Reports a name that nothing binds, or that is bound to something of another kind.
  func expect(_ name: String, _ kind: Kind?, at place: Place) {
    guard let found = kinds.kind(of: name) else {
      let words = bound.filter { kind == nil || kinds.kind(of: $0) == kind }
      diagnostics.report(
        unknown: name,
        expected: "the name of \(Self.article(kind))",
        among: words,
        at: place
      )
      return
    }
    guard let kind, found != kind else { return }
    diagnostics.report(
      "found \"\(name)\", \(Self.article(found)), expected \(Self.article(kind))",
      at: place
    )
  }

  /// Reports a function that is not there.
  func checkFunction(_ name: String, at place: Place) {
    guard decoded.program.functions[name] == nil else { return }
    diagnostics.report(
      unknown: name,
      expected: "the name of a function",
      among: decoded.program.functions.keys,
      at: place
    )
  }

  /// The kind with its article, for messages.
  private static func article(_ kind: Kind?) -> String {
    switch kind {
    case nil: "something bound"
    case .error, .object: "an \(kind?.rawValue ?? "")"
    case .mark, .promise, .thenable, .function, .list, .scalar: "a \(kind?.rawValue ?? "")"
    }
  }
}
