package import APlusModel

/// A program as a few lines in a library's own language, to be run by hand beside its adapter.
///
/// It shows the calls of the library; `deferred`, `then` and the like are those of the adapter. A
/// step without a counterpart there becomes a comment. The promises of a repeat are elements of an
/// array; the promise that the first one is made from has the index -1. Names that functions bind
/// are declared at the top, as any code may use them.
package struct SourceText {
  /// The languages that a program can be written in.
  package enum Language: String, Sendable {
    case javascript
    case python
    case swift
  }

  private let language: Language
  private let program: Program
  /// Names that differ in each iteration of a repeat, without `#`.
  private let families: Set<String>
  /// Names that are bound in a function or a block.
  private let inner: Set<String>
  /// Names of promises that are made with a settler.
  private let settlers: Set<String>

  package init(_ program: Program, in language: Language) {
    let named = program.named
    self.program = named
    self.language = language
    var bound: [String: Bool] = [:]
    named.forEachStep { step in
      guard let name = step.action.boundName else { return }
      bound[name] = if case .bind(_, .promise) = step.action { true } else { false }
    }
    let outer = Set(named.steps.compactMap(\.action.boundName))
    families = Set(bound.keys.filter { $0.hasSuffix("#") }.map { String($0.dropLast()) })
    inner = Set(bound.keys.filter { !outer.contains($0) && !$0.hasSuffix("#") && !$0.hasSuffix("-start") })
    settlers = Set(bound.filter(\.value).keys)
  }

  /// The lines: declarations, functions, then steps.
  package var lines: [String] {
    let functions = program.functions.sorted { $0.key < $1.key }
    let isLone = { (name: String) in program.functions[name] == Function() }
    let shown = functions.filter { !isLone($0.key) }.flatMap { name, function in
      self.function(name, parameters: parameters(of: name), pairs(of: name) + body(function))
    }
    let lone = functions.filter { isLone($0.key) }.flatMap { name, _ in
      self.function(name, parameters: ["value"], [printStatement(name, value: "value")])
    }
    return declarations + lone + shown + program.steps.flatMap(statement)
  }

  private var declarations: [String] {
    let names = inner.sorted()
    let settled = names.filter(settlers.contains)
    let arrays = families.sorted()
    let settledArrays = arrays.filter { settlers.contains("\($0)#") }
    switch language {
    case .javascript:
      let lets = names + settled.map { "\($0)Deferred" }
      let objects = arrays + settledArrays.map { "\($0)Deferred" }
      return (lets.isEmpty ? [] : ["let \(lets.joined(separator: ", "));"])
        + (objects.isEmpty ? [] : ["const \(objects.map { "\($0) = {}" }.joined(separator: ", "));"])
    case .python: return (arrays + settledArrays.flatMap { ["resolve_\($0)", "reject_\($0)"] }).map { "\($0) = {}" }
    case .swift:
      return names.map { "var \($0): Promise!" } + settled.map { "var \($0)Settler: Settler!" }
        + arrays.map { "var \($0): [Int: Promise] = [:]" }
        + settledArrays.map { "var \($0)Settler: [Int: Settler] = [:]" }
    }
  }

  /// A `global` statement, by which a function in Python can assign to names outside of it.
  private func globals(_ steps: [Step]) -> [String] {
    guard language == .python else { return [] }
    var names: Set<String> = []
    Program.walk(steps) { names.formUnion(Program.names(in: $0.action).filter(inner.contains)) }
    let all = names.sorted().flatMap { name in
      [name] + (settlers.contains(name) ? ["resolve_\(name)", "reject_\(name)"] : [])
    }
    return all.isEmpty ? [] : ["global \(all.joined(separator: ", "))"]
  }

  private func body(_ function: Function) -> [String] {
    let steps = globals(function.steps) + function.steps.flatMap(statement)
    guard let ending = function.endings.first else { return steps.isEmpty ? [printStatement("")] : steps }
    let more = function.endings.count > 1 ? [comment("later calls end differently")] : []
    switch ending {
    case .returns(let value): return steps + more + ["return \(text(value))" + end]
    case .throwing(let value):
      let thrown = text(value)
      switch language {
      case .javascript, .swift: return steps + more + ["throw \(thrown)" + end]
      case .python: return steps + more + ["raise Rejection(\(thrown))"]
      }
    case .givesThen: return steps
    }
  }

  /// The parameters of a function: a pair of resolvers for a thenable's, one value for any other.
  private func parameters(of name: String) -> [String] {
    var isThen = false
    program.forEachValue { value in
      if case .thenable(let thenable) = value, thenable.then == .function(name) { isThen = true }
    }
    return isThen ? ["resolve", "reject"] : ["value"]
  }

  /// Statements that store the resolvers of named thenables, for other code to call.
  private func pairs(of function: String) -> [String] {
    var thenables: Set<String> = []
    program.forEachStep { step in
      guard case .bind(let name, .thenable(let thenable)) = step.action else { return }
      if thenable.then == .function(function) { thenables.insert(name) }
    }
    return thenables.sorted().map { name in
      switch language {
      case .javascript: "Object.assign(\(name), { resolve, reject });"
      case .python, .swift: "\(name).resolve, \(name).reject = resolve, reject"
      }
    }
  }

  // MARK: Statements

  private func statement(_ step: Step) -> [String] {
    switch step.action {
    case .bind(let name, .promise(let state, let value, let isIdle)): return made(name, state, value, isIdle)
    case .bind(let name, let value): return [assign(name, text(value))]
    case .settle(let verb, let promise, let value): return [settle(verb, promise, value)]
    case .then(let then):
      let handlers = [then.onFulfilled, then.onRejected].map(text)
      return [assigned(then.result, call("then", [then.promise] + handlers))]
    case .combine(let combined):
      let rest = [combined.milliseconds, combined.times].compactMap { $0.map(String.init) }
      let list = "[\(combined.members.map(spelled).joined(separator: ", "))]"
      let words = [list] + rest + [combined.function].compactMap(\.self)
      let isWord = ["try", "finally"].contains(combined.kind)
      let kind = isWord ? "\(combined.kind)_" : combined.kind
      return [assigned(combined.result, "\(kind)(\(words.joined(separator: ", ")))")]
    case .call(let resolver, let value):
      let name = [resolver.thenable, resolver.rejects ? "reject" : "resolve"].compactMap(\.self)
      return ["\(name.joined(separator: "."))(\(value.map(text) ?? ""))" + end]
    case .cancel(let promise, let reason): return ["\(spelled(promise)).cancel(\(reason.map(text) ?? ""))" + end]
    case .later(let moment, let block): return later(moment, globals(block) + block.flatMap(statement))
    case .repeated(let count, let block):
      switch language {
      case .javascript: return opened("for (let i = 0; i < \(count); i++)", block.flatMap(statement))
      case .python: return opened("for i in range(\(count))", block.flatMap(statement))
      case .swift: return opened("for i in 0..<\(count)", block.flatMap(statement))
      }
    case .lanes(let blocks):
      return [comment("\(blocks.count) threads at once:")]
        + blocks.flatMap { block in
          let body = globals(block) + block.flatMap(statement)
          return language == .python
            ? opened("def lane()", body) + ["Thread(target=lane).start()"] : opened("thread", body)
        }
    case .mark(let name): return [printStatement(name)]
    default: return [comment(step.action.phrase(text))]
    }
  }

  private func made(_ name: String, _ state: PromiseState, _ value: Value?, _ isIdle: Bool) -> [String] {
    let promise = spelled(name)
    let settler = settlerName(of: name)
    let new: String
    switch language {
    case .javascript where isDeclared(name): new = "\(settler) = deferred(); \(promise) = \(settler).promise;"
    case .javascript: new = "const \(settler) = deferred(), \(promise) = \(settler).promise;"
    case .python: new = "\(promise), \(resolver("resolve", name)), \(resolver("reject", name)) = deferred()"
    case .swift: new = "\(isDeclared(name) ? "" : "let ")(\(promise), \(settler)) = adapter.makeDeferred()"
    }
    guard let verb = state.settlement, let value else { return [new] }
    let settled = settle(verb, name, value)
    return [new] + (isIdle ? later(.idle, [settled]) : [settled])
  }

  private func settle(_ verb: Settlement, _ promise: String, _ value: Value) -> String {
    let word = verb == .reject ? "reject" : "resolve"
    return switch language {
    case .javascript: "\(settlerName(of: promise)).\(word)(\(text(value)));"
    case .python: "\(resolver(word, promise))(\(text(value)))"
    case .swift: "adapter.\(verb.rawValue)(\(settlerName(of: promise)), with: \(text(value)))"
    }
  }

  private func settlerName(of promise: String) -> String {
    let (stem, index) = parts(of: promise)
    return stem + (language == .javascript ? "Deferred" : "Settler") + (index.map { "[\($0)]" } ?? "")
  }

  private func resolver(_ word: String, _ promise: String) -> String {
    let (stem, index) = parts(of: promise)
    return "\(word)_\(stem)" + (index.map { "[\($0)]" } ?? "")
  }

  private func later(_ moment: Moment, _ body: [String]) -> [String] {
    switch language {
    case .javascript: ["setTimeout(() => {"] + body.map { "  " + $0 } + [moment == .idle ? "}, 20);" : "});"]
    case .python: opened("def later()", body) + ["call_soon(later)"]
    case .swift: opened(moment == .idle ? "whenIdle" : "later", body)
    }
  }

  // MARK: Words

  private var end: String { language == .javascript ? ";" : "" }

  private func printStatement(_ words: String, value: String? = nil) -> String {
    switch language {
    case .javascript: "console.log('\(words)'\(value.map { ", \($0)" } ?? ""));"
    case .python, .swift: "print(\"\(words)\")"
    }
  }

  private func comment(_ words: String) -> String { (language == .python ? "# " : "// ") + words }

  private func opened(_ head: String, _ body: [String]) -> [String] {
    language == .python
      ? ["\(head):"] + (body.isEmpty ? ["pass"] : body).map { "    " + $0 }
      : ["\(head) {"] + body.map { "  " + $0 } + ["}"]
  }

  private func function(_ name: String, parameters: [String], _ body: [String]) -> [String] {
    switch language {
    case .javascript: opened("function \(name)(\(parameters.joined(separator: ", ")))", body)
    case .python: opened("def \(name)(\(parameters.joined(separator: ", ")))", body)
    case .swift: opened("func \(name)(\(parameters.map { "_ \($0): Token" }.joined(separator: ", "))) throws", body)
    }
  }

  private func call(_ verb: String, _ words: [String]) -> String {
    var words = words.enumerated().map { $0 == 0 ? spelled($1) : $1 }
    let none = text(.absent)
    while words.count > 2, words.last == none { words.removeLast() }
    switch language {
    case .javascript: return "\(words[0]).\(verb)(\(words.dropFirst().joined(separator: ", ")))"
    case .python: return "\(verb)(\(words.joined(separator: ", ")))"
    case .swift: return "adapter.\(verb)(\(words.joined(separator: ", ")))"
    }
  }

  private func assigned(_ name: String?, _ expression: String) -> String {
    name.map { assign($0, expression) } ?? expression + end
  }

  private func assign(_ name: String, _ expression: String) -> String {
    let declaration =
      switch language {
      case .javascript: isDeclared(name) ? "" : "const "
      case .python: ""
      case .swift: isDeclared(name) ? "" : "let "
      }
    return "\(declaration)\(spelled(name)) = \(expression)" + end
  }

  private func isDeclared(_ name: String) -> Bool { inner.contains(name) || parts(of: name).index != nil }

  /// A name, or an element of an array where iterations have names of their own.
  private func spelled(_ name: String) -> String {
    let (stem, index) = parts(of: name)
    return index.map { "\(stem)[\($0)]" } ?? stem
  }

  /// A name without its index, and the index if it has one.
  private func parts(of name: String) -> (stem: String, index: String?) {
    for (suffix, index) in [("#-1", "i - 1"), ("#", "i"), ("-start", "-1")] where name.hasSuffix(suffix) {
      return (String(name.dropLast(suffix.count)), index)
    }
    let stem = String(name.reversed().drop { $0.isNumber }.reversed())
    return families.contains(stem) ? (stem, String(name.dropFirst(stem.count))) : (name, nil)
  }

  private func text(_ handler: Handler) -> String {
    switch handler {
    case .function(let name): name
    case .notFunction(let value): text(value)
    case .absent:
      switch language {
      case .javascript: "undefined"
      case .python: "None"
      case .swift: "nil"
      }
    }
  }

  private func text(_ value: Value) -> String {
    switch value {
    case .name(let name): return name.isMarkName ? mark(name) : spelled(name)
    case .scalar(let scalar): return text(scalar)
    case .text(let text): return "'\(text)'".quoted(for: language)
    case .special(let word): return "special('\(word)')".quoted(for: language)
    case .error(let type, _): return language == .javascript ? "new \(type)()" : "\(type)()"
    case .list(let elements): return "[\(elements.map(text).joined(separator: ", "))]"
    case .promise(let state, let value, _): return "\(state.rawValue)(\(value.map(text) ?? ""))"
    case .thenable(let thenable):
      if let accessor = accessor(of: thenable) { return accessor }
      switch language {
      case .javascript: return "{ then: \(text(thenable.then)) }"
      case .python, .swift: return "Thenable(\(text(thenable.then)))"
      }
    }
  }

  /// A thenable whose `then` is read through code, with what the first read does; nil for others.
  private func accessor(of thenable: Thenable) -> String? {
    guard let first = thenable.get?.first else { return nil }
    let value = text(first.value.map(Handler.notFunction) ?? thenable.then)
    let isThrown = if case .throwing = first { true } else { false }
    switch language {
    case .javascript:
      let call = thenable.reading.map { "\($0)(); " } ?? ""
      let more = (thenable.get?.count ?? 0) > 1 ? " /* later reads end differently */" : ""
      return "{ get then() { \(call)\(isThrown ? "throw" : "return") \(value);\(more) } }"
    case .python:
      let call = thenable.reading.map { "\($0)(None), " } ?? ""
      return "Thenable(get=lambda: (\(call)\(isThrown ? "throw(\(value))" : value))[-1])"
    case .swift: return nil
    }
  }

  /// A mark as a string, which differs in each iteration of a repeat.
  private func mark(_ name: String) -> String {
    guard name.hasSuffix("#") else { return "'\(name)'".quoted(for: language) }
    let stem = name.dropLast()
    return switch language {
    case .javascript: "'\(stem)' + i"
    case .python: "f'\(stem){i}'"
    case .swift: "\"\(stem)\\(i)\""
    }
  }

  private func text(_ scalar: Scalar) -> String {
    switch scalar {
    case .null: language == .javascript ? "null" : language == .python ? "None" : "nil"
    case .undefined: language == .javascript ? "undefined" : language == .python ? "None" : "()"
    case .notANumber: language == .javascript ? "NaN" : language == .python ? "float('nan')" : ".nan"
    case .negativeZero: "-0.0"
    case .bool(let value): language == .python ? (value ? "True" : "False") : "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    }
  }
}

extension Action {
  /// The name that the step binds; nil if there is none.
  fileprivate var boundName: String? { if case .bind(let name, _) = self { name } else { resultName } }
}

extension String {
  fileprivate func quoted(for language: SourceText.Language) -> String {
    language == .swift ? replacing("'", with: "\"") : self
  }
}
