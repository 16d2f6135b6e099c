package import APlusModel

/// A program as a few lines in a library's own language, to be run by hand beside its adapter.
///
/// It says what the program does with the library; `deferred`, `then` and the like are those of the adapter. What has no
/// counterpart there stands as a comment.
package struct SourceText {
  /// The languages that it is written in.
  package enum Language: String, Sendable {
    case javascript
    case python
    case swift
  }

  private let language: Language
  private let program: Program

  package init(_ program: Program, in language: Language) {
    self.program = program.named
    self.language = language
  }

  /// The lines: the functions that are used by name, then the steps.
  package var lines: [String] {
    let functions = program.functions.sorted { $0.key < $1.key }
    let isLone = { (name: String) in program.functions[name] == Function() }
    let shown = functions.filter { !isLone($0.key) }.flatMap { name, function in
      self.function(name, parameters: parameters(of: name), body(function))
    }
    let lone = functions.filter { isLone($0.key) }.flatMap { name, _ in
      self.function(name, parameters: ["value"], [said(name)])
    }
    return lone + shown + program.steps.flatMap(statement)
  }

  private func body(_ function: Function) -> [String] {
    let steps = function.steps.flatMap(statement)
    guard let ending = function.endings.first else { return steps.isEmpty ? [said("")] : steps }
    let more = function.endings.count > 1 ? [comment("later calls end otherwise")] : []
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

  /// A thenable's function gets a pair of resolvers, any other one value.
  private func parameters(of name: String) -> [String] {
    var isThen = false
    program.forEachValue { value in
      if case .thenable(let thenable) = value, thenable.then == .function(name) { isThen = true }
    }
    return isThen ? ["resolve", "reject"] : ["value"]
  }

  // MARK: Statements

  private func statement(_ step: Step) -> [String] {
    switch step.action {
    case .bind(let name, .promise(let state, let value, let isIdle)):
      return made(name, state, value, isIdle)
    case .bind(let name, let value): return [assign(name, text(value))]
    case .settle(let verb, let promise, let value): return [settle(verb, promise, value)]
    case .then(let then):
      let handlers = [then.onFulfilled, then.onRejected].map(text)
      return [assigned(then.result, call("then", [then.promise] + handlers))]
    case .combine(let combined):
      let rest = [combined.milliseconds, combined.times].compactMap { $0.map(String.init) }
      let list = "[\(combined.members.map(spelled).joined(separator: ", "))]"
      let words = [list] + rest + [combined.function].compactMap(\.self)
      return [assigned(combined.result, "\(combined.kind)(\(words.joined(separator: ", ")))")]
    case .call(let resolver, let value):
      let name = [resolver.thenable, resolver.rejects ? "reject" : "resolve"].compactMap(\.self)
      return ["\(name.joined(separator: "."))(\(value.map(text) ?? ""))" + end]
    case .cancel(let promise, let reason):
      return ["\(spelled(promise)).cancel(\(reason.map(text) ?? ""))" + end]
    case .later(let moment, let block): return later(moment, block.flatMap(statement))
    case .repeated(let count, let block):
      switch language {
      case .javascript:
        return opened("for (let i = 0; i < \(count); i++)", block.flatMap(statement))
      case .python: return opened("for i in range(\(count))", block.flatMap(statement))
      case .swift: return opened("for i in 0..<\(count)", block.flatMap(statement))
      }
    case .lanes(let blocks):
      return [comment("\(blocks.count) threads at once:")]
        + blocks.flatMap { opened("thread", $0.flatMap(statement)) }
    case .mark(let name): return [said(name)]
    case .wait(let gate): return [comment("wait for \(gate)")]
    case .drop(let names): return names.map { comment("drop \($0)") }
    case .probe(let name): return [comment("collect garbage; is \(name) gone?")]
    case .measure(let promise, let times):
      return [comment("time \(times) registrations on \(promise)")]
    }
  }

  private func made(
    _ name: String,
    _ state: PromiseState,
    _ value: Value?,
    _ isIdle: Bool
  ) -> [String] {
    let new =
      switch language {
      case .javascript:
        "\(assign("\(name)Deferred", "deferred()")) \(assign(name, "\(name)Deferred.promise"))"
      case .python: "\(spelled(name)), resolve_\(stem(name)), reject_\(stem(name)) = deferred()"
      case .swift: "let (\(spelled(name)), \(stem(name))Settler) = adapter.makeDeferred()"
      }
    guard let verb = state.settlement, let value else { return [new] }
    let settled = settle(verb, name, value)
    return [new] + (isIdle ? later(.idle, [settled]) : [settled])
  }

  private func settle(_ verb: Settlement, _ promise: String, _ value: Value) -> String {
    switch language {
    case .javascript:
      "\(promise)Deferred.\(verb == .reject ? "reject" : "resolve")(\(text(value)));"
    case .python: "\(verb == .reject ? "reject" : "resolve")_\(stem(promise))(\(text(value)))"
    case .swift: "adapter.\(verb.rawValue)(\(stem(promise))Settler, with: \(text(value)))"
    }
  }

  private func later(_ moment: Moment, _ body: [String]) -> [String] {
    switch language {
    case .javascript:
      ["setTimeout(() => {"] + body.map { "  " + $0 } + [moment == .idle ? "}, 20);" : "});"]
    case .python: opened("def later()", body) + ["call_soon(later)"]
    case .swift: opened(moment == .idle ? "whenIdle" : "later", body)
    }
  }

  // MARK: Words

  private var end: String { language == .javascript ? ";" : "" }

  private func said(_ words: String) -> String {
    switch language {
    case .javascript: "console.log('\(words)'\(words.isEmpty ? "" : ", value"));"
    case .python, .swift: "print(\"\(words)\")"
    }
  }

  private func comment(_ words: String) -> String { (language == .python ? "# " : "// ") + words }

  private func opened(_ head: String, _ body: [String]) -> [String] {
    language == .python
      ? ["\(head):"] + body.map { "    " + $0 } : ["\(head) {"] + body.map { "  " + $0 } + ["}"]
  }

  private func function(_ name: String, parameters: [String], _ body: [String]) -> [String] {
    switch language {
    case .javascript: opened("function \(name)(\(parameters.joined(separator: ", ")))", body)
    case .python: opened("def \(name)(\(parameters.joined(separator: ", ")))", body)
    case .swift:
      opened(
        "func \(name)(\(parameters.map { "_ \($0): Token" }.joined(separator: ", "))) throws",
        body
      )
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
    switch language {
    case .javascript:
      name.contains("#") ? "\(spelled(name)) = \(expression);" : "const \(name) = \(expression);"
    case .python: "\(spelled(name)) = \(expression)"
    case .swift:
      name.contains("#") ? "\(spelled(name)) = \(expression)" : "let \(name) = \(expression)"
    }
  }

  /// A name; that of an index is an element of an array.
  private func spelled(_ name: String) -> String {
    if name.hasSuffix("#-1") { return "\(name.dropLast(3))[i - 1]" }
    if name.hasSuffix("#") { return "\(name.dropLast())[i]" }
    return name
  }

  private func stem(_ name: String) -> String {
    name.hasSuffix("#") ? String(name.dropLast()) : name
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
    case .name(let name): return name.isMarkName ? "'\(name)'".quoted(for: language) : spelled(name)
    case .scalar(let scalar): return text(scalar)
    case .text(let text): return "'\(text)'".quoted(for: language)
    case .special(let word): return "\(word)()"
    case .error(let type, _): return language == .javascript ? "new \(type)()" : "\(type)()"
    case .list(let elements): return "[\(elements.map(text).joined(separator: ", "))]"
    case .promise(let state, let value, _):
      return "\(state.rawValue)(\(value.map(text) ?? ""))"
    case .thenable(let thenable):
      switch language {
      case .javascript: return "{ then: \(text(thenable.then)) }"
      case .python, .swift: return "Thenable(\(text(thenable.then)))"
      }
    }
  }

  private func text(_ scalar: Scalar) -> String {
    switch scalar {
    case .null: language == .javascript ? "null" : language == .python ? "None" : "nil"
    case .undefined: language == .javascript ? "undefined" : language == .python ? "None" : "()"
    case .notANumber: "NaN"
    case .negativeZero: "-0.0"
    case .bool(let value): language == .python ? (value ? "True" : "False") : "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    }
  }
}

extension String {
  fileprivate func quoted(for language: SourceText.Language) -> String {
    language == .swift ? replacing("'", with: "\"") : self
  }
}
