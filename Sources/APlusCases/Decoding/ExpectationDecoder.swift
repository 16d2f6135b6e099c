import APlusJSON
import APlusModel

/// Reads the expectations of a case, and checks them against the program.
struct ExpectationDecoder {
  let decoded: DecodedProgram
  let check: ProgramCheck
  let diagnostics: Diagnostics
  private var values: ProgramDecoder

  /// The key that identifies each kind of expectation, with the keys allowed beside it.
  private static let forms: [(word: String, keys: [String])] = [
    ("runs", ["times", "with", "after"]), ("never", []), ("order", []), ("sequence", []), ("outcome", ["is", "with"]),
    ("reads", ["times"]), ("calls", ["times"]), ("receiver", ["is"]), ("arguments", ["count"]), ("distinct", []),
    ("gives", ["is"]), ("freed", ["is"]), ("pending", ["at"]), ("constant", []), ("unhandled", ["times", "after"]),
  ]

  private static let keysByForm = Dictionary(uniqueKeysWithValues: forms.map { ($0.word, [$0.word] + $0.keys) })

  init(_ decoded: DecodedProgram, _ check: ProgramCheck, _ diagnostics: Diagnostics) {
    self.decoded = decoded
    self.check = check
    self.diagnostics = diagnostics
    values = ProgramDecoder(.wire, diagnostics)
  }

  /// Reads an expectation; reports an invalid one, and returns nil.
  mutating func expectation(_ node: Node) -> Expectation? {
    guard let members = node.object else {
      diagnostics.report("found \(node.summary), expected an expectation", at: node.place)
      return nil
    }
    guard let word = Self.forms.first(where: { node[$0.word] != nil })?.word else {
      let key = members.first?.key ?? ""
      diagnostics.report(
        "found \(members.isEmpty ? "no word" : "\"\(key)\""), expected an expectation", at: node.place,
        suggestion: Self.forms.map(\.word).nearest(to: key))
      return nil
    }
    let keys = Self.keysByForm[word] ?? []
    guard let object = ObjectReader(node, "\"\(word)\"", keys: keys, diagnostics) else { return nil }
    return read(word, object)
  }

  private mutating func read(_ word: String, _ object: ObjectReader) -> Expectation? {
    switch word {
    case "runs": return runs(object)
    case "never": return function(object, word).map { .never(function: $0) }
    case "order": return order(object)
    case "sequence": return functions(object, word, atLeast: 2).map { .sequence($0) }
    case "outcome": return outcome(object)
    case "reads":
      guard let subject = object.string(word), let times = times(object) else { return nil }
      checkReadable(subject, object)
      return .reads(subject: subject, times: times)
    case "calls":
      guard let name = function(object, word), let times = times(object) else { return nil }
      return .calls(function: name, times: times)
    case "receiver":
      let words = ["undefined", "global", "subject"]
      guard let name = function(object, word), object.required("is") != nil,
        let receiver = object.wordIfPresent("is", among: words)
      else { return nil }
      return .receiver(function: name, is: receiver)
    case "arguments":
      guard let name = function(object, word), object.required("count") != nil,
        let count = object.integerIfPresent("count", in: 0...100)
      else { return nil }
      return .arguments(function: name, count: count)
    case "distinct": return functions(object, word, atLeast: 1).map { .distinct($0) }
    case "gives":
      _ = object.wordIfPresent("is", among: ["promise"])
      return promise(object, word).map { .givesPromise($0) }
    case "freed":
      guard let name = object.string(word) else { return nil }
      object[word].map { check.expect(name, nil, at: $0.place) }
      return .freed(name: name, object.boolIfPresent("is") ?? true)
    case "constant": return constant(object)
    case "unhandled": return unhandled(object)
    default:
      guard let name = promise(object, word), let mark = mark(object, "at") else { return nil }
      return .pendingAt(promise: name, mark: mark)
    }
  }

  /// Requires a `measure` step on the promise: without one, the expectation would always be met.
  private func constant(_ object: ObjectReader) -> Expectation? {
    guard let name = promise(object, "constant") else { return nil }
    var isMeasured = false
    decoded.program.forEachStep { step in if case .measure(name, _) = step.action { isMeasured = true } }
    if !isMeasured, let place = object["constant"]?.place {
      diagnostics.report("found \"\(name)\", which no \"measure\" step times", at: place)
    }
    return .constant(promise: name)
  }

  private mutating func unhandled(_ object: ObjectReader) -> Expectation? {
    let after = object["after"] == nil ? nil : mark(object, "after")
    guard let reason = object["unhandled"].flatMap({ expected($0) }) else { return nil }
    guard object["times"] != nil else { return .unhandled(reason, times: nil, after: after) }
    return times(object).map { .unhandled(reason, times: $0, after: after) }
  }

  private mutating func runs(_ object: ObjectReader) -> Expectation? {
    let with = object["with"].flatMap { expected($0) }
    let after = object["after"] == nil ? nil : mark(object, "after")
    guard let times = times(object) else { return nil }
    if object["runs"]?.string == "all" {
      if let place = object["after"]?.place {
        diagnostics.report(
          "found \"after\" beside \"all\", expected it only beside a function's name", at: place, isKey: true)
      }
      return .runsAll(times: times, with: with)
    }
    return function(object, "runs").map { .runs(function: $0, times: times, with: with, after: after) }
  }

  /// The count at `times`; 1 if it is missing.
  private func times(_ object: ObjectReader) -> Int? {
    object["times"] == nil ? 1 : object.integerIfPresent("times", in: 0...1_000_000_000)
  }

  private func order(_ object: ObjectReader) -> Expectation? {
    let before = diagnostics.count
    guard let nodes = object.stringsIfPresent("order") else { return nil }
    let names = nodes.compactMap(\.string)
    if Set(names).count < 2, diagnostics.count == before, let place = object["order"]?.place {
      let found = names.first.map { "only \"\($0)\"" } ?? "no functions"
      diagnostics.report("found \(found), expected an order of two functions or more", at: place)
    }
    var parents: Set<String> = []
    for (node, name) in zip(nodes, names) {
      check.checkFunction(name, at: node.place)
      parents.formUnion(registrations { $0 == name })
    }
    if parents.count > 1 {
      let list = parents.sorted().map { "\"\($0)\"" }.joined(separator: " and ")
      diagnostics.report(
        "found handlers of the promises \(list), expected an order among those of one promise", at: object.node.place)
    }
    return .order(names)
  }

  /// Reads a list of functions; reports one of too few.
  private func functions(_ object: ObjectReader, _ key: String, atLeast count: Int) -> [String]? {
    guard let nodes = object.stringsIfPresent(key) else { return nil }
    let names = nodes.compactMap(\.string)
    if Set(names).count < count, let place = object[key]?.place {
      let found = names.first.map { "only \"\($0)\"" } ?? "no functions"
      diagnostics.report("found \(found), expected \(count) function\(count == 1 ? "" : "s") or more", at: place)
    }
    for (node, name) in zip(nodes, names) { check.checkFunction(name, at: node.place) }
    return names
  }

  /// The promise of each registration that has a matching function.
  private func registrations(_ matches: (String) -> Bool) -> [String] {
    var parents: [String] = []
    decoded.program.forEachStep { step in
      guard case .then(let registration) = step.action else { return }
      let functions = [registration.onFulfilled.function, registration.onRejected.function]
      if functions.contains(where: { $0.map(matches) ?? false }) { parents.append(registration.promise) }
    }
    return parents
  }

  private mutating func outcome(_ object: ObjectReader) -> Expectation? {
    let words = ["fulfilled", "rejected", "pending"]
    let with = object["with"].flatMap { expected($0) }
    guard let name = promise(object, "outcome"), object.required("is") != nil,
      let outcome = object.wordIfPresent("is", among: words).flatMap(ExpectedOutcome.init)
    else { return nil }
    let isObserved = check.kinds.kind(of: name) == .call || registrations { _ in true }.contains { name == $0 }
    if !isObserved, let place = object["outcome"]?.place {
      diagnostics.report("found \"\(name)\", which no \"then\" step observes", at: place)
    }
    return .outcome(promise: name, is: outcome, with: with)
  }

  private func checkReadable(_ subject: String, _ object: ObjectReader) {
    guard let place = object["reads"]?.place else { return }
    guard subject.hasSuffix(".prototype") else {
      check.expect(subject, .thenable, at: place)
      return
    }
    let patched = decoded.program.prototype.map { "\($0.type).prototype" }
    if patched != subject {
      diagnostics.report("found \"\(subject)\", expected the prototype that is patched", at: place)
    }
  }

  private func function(_ object: ObjectReader, _ key: String) -> String? {
    guard let name = object.string(key), let place = object[key]?.place else { return nil }
    check.checkFunction(name, at: place)
    return name
  }

  private func promise(_ object: ObjectReader, _ key: String) -> String? {
    guard let name = object.string(key), let place = object[key]?.place else { return nil }
    if check.kinds.kind(of: name) != .call { check.expect(name, .promise, at: place) }
    return name
  }

  private func mark(_ object: ObjectReader, _ key: String) -> String? {
    guard let name = object.string(key), let place = object[key]?.place, check.checkMark(name, at: place) else {
      return nil
    }
    return name
  }

  /// Reads an expected value: one that needs no new object, or a kind of error of the library.
  private mutating func expected(_ node: Node) -> Expected? {
    if node["anyError"] != nil {
      let object = ObjectReader(node, "an expected error", keys: ["anyError"], diagnostics)
      return object?.string("anyError").map { .anyError(type: $0) }
    }
    for (word, expected) in [("cancellation", Expected.cancellation), ("timeout", .timeout)] where node[word] != nil {
      _ = ObjectReader(node, "an expected reason", keys: [word], diagnostics)
      guard node[word]?.bool == true else {
        diagnostics.report("found \(node.summary), expected {\"\(word)\": true}", at: node.place)
        return nil
      }
      return expected
    }
    if node["outcomes"] != nil { return outcomes(node) }
    if node["errors"] != nil { return errors(node) }
    guard let value = values.value(node) else { return nil }
    switch value {
    case .promise, .thenable, .error:
      diagnostics.report(
        "found a new object, expected a value that can be compared; bind it with \"let\"", at: node.place)
      return nil
    case .name(let name): check.expect(name, nil, at: node.place)
    case .list(let items): return .value(.list(items.flatMap { spelledOut($0, at: node.place) }))
    case .scalar, .text, .special: break
    }
    return .value(value)
  }

  private mutating func outcomes(_ node: Node) -> Expected? {
    guard let object = ObjectReader(node, "expected outcomes", keys: ["outcomes"], diagnostics),
      let nodes = object["outcomes"].flatMap({ list($0, of: "outcomes") })
    else { return nil }
    var found: [ExpectedSettlement] = []
    for element in nodes {
      let words = [SettledWord.fulfilled, .rejected].filter { element[$0.rawValue] != nil }
      let keys = words.map(\.rawValue)
      guard let word = words.first, ObjectReader(element, "an expected outcome", keys: [keys[0]], diagnostics) != nil
      else {
        if words.isEmpty {
          diagnostics.report(
            "found \(element.summary), expected {\"fulfilled\": VALUE} or {\"rejected\": VALUE}", at: element.place)
        }
        return nil
      }
      guard let content = element[word.rawValue] else { return nil }
      found += expectedOnes(content).map { ExpectedSettlement(word, $0) }
    }
    return .outcomes(found)
  }

  private mutating func errors(_ node: Node) -> Expected? {
    guard let object = ObjectReader(node, "expected errors", keys: ["errors"], diagnostics),
      let nodes = object["errors"].flatMap({ list($0, of: "reasons") })
    else { return nil }
    var found: [Expected] = []
    for element in nodes { found += expectedOnes(element) }
    return .errors(found)
  }

  /// An expected value, once for each index where its name stands for all.
  private mutating func expectedOnes(_ node: Node) -> [Expected] {
    guard let expected = expected(node) else { return [] }
    guard case .value(let value) = expected else { return [expected] }
    return spelledOut(value, at: node.place).map { .value($0) }
  }

  private func list(_ node: Node, of what: String) -> [Node]? {
    if let elements = node.array { return elements }
    diagnostics.report("found \(node.summary), expected a list of \(what)", at: node.place)
    return nil
  }

  /// A name with `#` in a list stands for all indices of the repeat that uses it.
  private func spelledOut(_ item: Value, at place: Place) -> [Value] {
    guard case .name(let name) = item, name.hasSuffix("#") else { return [item] }
    var indices = 0..<0
    decoded.program.forEachStep { step in
      guard case .repeated(let count, let block) = step.action else { return }
      if block.contains(where: { $0.action.values.contains(item) }) { indices = 0..<count }
    }
    if indices.isEmpty { diagnostics.report("found \"\(name)\", which no \"repeat\" uses as a value", at: place) }
    return indices.map { .name("\(name.dropLast())\($0)") }
  }
}
