import APlusModel

/// A value of the model.
enum Thing {
  /// A value without identity.
  case plain(TracedValue)
  case object(Object)
  case promise(Promise)
  case thenable(Thenable)

  static var undefined: Thing { .plain(.undefined) }

  var identity: Identity? {
    switch self {
    case .plain: nil
    case .object(let object): object
    case .promise(let promise): promise
    case .thenable(let thenable): thenable
    }
  }

  /// Whether its `then` is a function that a constructor can call.
  var canBeExecutor: Bool {
    switch self {
    case .plain, .object: false
    case .promise: true
    case .thenable(let thenable): thenable.get == nil && thenable.then.function != nil
    }
  }
}

/// A value with an identity.
///
/// The model learns which value of the trace it is from the first call with it.
class Identity {
  /// The value in the trace; nil until the model has learned it.
  final var traced: TracedValue?
}

/// An object without `then`.
final class Object: Identity {
  enum Nature {
    /// A mark, an error, a date and the like.
    case opaque
    case function
    case list([Thing])
    /// What `allSettled` gives: for each member its outcome, in the form of the library.
    case entries([Entry])
    /// The error of `any`: the reasons of the members, where the trace shows them.
    case errors([Thing])
    /// An error that the library makes: 2.3.1.
    case typeError
    /// A value that libraries make in different forms: any traced value fits.
    case anything
  }

  /// The outcome of a member.
  struct Entry {
    let isFulfilled: Bool
    let thing: Thing
  }

  let nature: Nature

  init(_ nature: Nature) { self.nature = nature }
}

/// An object of the program with a `then`.
final class Thenable: Identity {
  let then: Handler
  /// The value of `then` where that is no function of the program.
  let other: Thing?
  let get: [Ending]?
  /// What each read of `then` performs.
  let reading: [Step]
  let scope: Scope

  init(then: Handler, other: Thing?, get: [Ending]?, reading: [Step], scope: Scope) {
    self.then = then
    self.other = other
    self.get = get
    self.reading = reading
    self.scope = scope
  }
}

/// The names of one round.
final class Names { var bound: [String: Thing] = [:] }

/// Where a step stands: its round, the index of the innermost repeat, and the innermost pair of
/// resolvers.
struct Scope {
  let names: Names
  var index: Int?
  var pair: Pair?

  func entering(_ index: Int) -> Scope {
    var inner = self
    inner.index = index
    return inner
  }

  func isSame(as other: Scope) -> Bool { names === other.names && index == other.index }

  /// The name with its index: `q3` for `q#` at index 3.
  func key(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "#")) else { return name }
    let stem = name.prefix { $0 != "#" }
    let index = index ?? 0
    guard name.hasSuffix("#-1") else { return "\(stem)\(index)" }
    return index == 0 ? "\(stem)-start" : "\(stem)\(index - 1)"
  }
}

/// Relates values of the model to values of the trace.
struct Identities {
  let objects: [TracedObject]
  private var known: [Int: Thing] = [:]

  init(_ trace: Trace) { objects = trace.objects }

  /// Notes which value of the trace a value of the model is; the first note counts.
  mutating func note(_ thing: Thing, is traced: TracedValue?) {
    guard let traced, let identity = thing.identity, identity.traced == nil else { return }
    identity.traced = traced
    if case .reference(let reference) = traced, known[reference] == nil { known[reference] = thing }
  }

  /// The model's value for a value of the trace; a new one for a value that the program did not
  /// make.
  mutating func thing(for traced: TracedValue) -> Thing {
    guard case .reference(let reference) = traced else { return .plain(traced) }
    if let thing = known[reference] { return thing }
    let thing = Thing.object(Object(.opaque))
    note(thing, is: traced)
    return thing
  }

  /// Whether a handler that should get the value got it.
  mutating func isSame(_ thing: Thing, _ traced: TracedValue) -> Bool {
    switch thing {
    case .plain(.text(let text)):
      guard case .text(let seen) = traced else { return false }
      return seen == text || seen.isStart(of: text)
    case .plain(let value): return value == traced || isNothing(value) && isNothing(traced)
    case .promise, .thenable: return thing.identity?.traced == traced
    case .object(let object):
      if object.traced == nil, case .opaque = object.nature { note(thing, is: traced) }
      if let known = object.traced, known == traced { return true }
      return switch object.nature {
      case .typeError: isTypeError(traced)
      case .anything: true
      case .list(let items): isCopy(traced, of: items)
      case .entries(let entries): mayBeEntries(traced, of: entries)
      case .errors(let reasons): mayBeError(traced, of: reasons)
      case .opaque: object.traced.map { isMadeAnew($0, traced) } ?? false
      case .function: false
      }
    }
  }

  private func isNothing(_ value: TracedValue) -> Bool { value == .undefined || value == .nothing }

  private func object(_ value: TracedValue) -> TracedObject? {
    guard case .reference(let reference) = value, objects.indices.contains(reference) else { return nil }
    return objects[reference]
  }

  private func isTypeError(_ value: TracedValue) -> Bool {
    guard let object = object(value) else { return false }
    return object.isForeign && object.type == "TypeError"
  }

  /// Whether the second value may be a copy of the first: a library may make its own errors anew
  /// for each reader, and lists too where lists are values.
  private func isMadeAnew(_ one: TracedValue, _ other: TracedValue) -> Bool {
    if one == other { return true }
    guard let one = object(one), let other = object(other), one.isForeign, other.isForeign, one.kind == other.kind,
      one.type == other.type
    else { return false }
    if let items = one.items, let others = other.items {
      return items.count == others.count && zip(items, others).allSatisfy(isMadeAnew)
    }
    return one.kind == .error || one.isCancellation && other.isCancellation
  }

  /// Whether no element of a list says that the library has lost a member.
  private mutating func mayBeEntries(_ value: TracedValue, of entries: [Object.Entry]) -> Bool {
    guard let seen = object(value)?.items, seen.count == entries.count else { return true }
    for (entry, element) in zip(entries, seen) {
      let thing = entry.thing
      if let object = object(element), let outcome = object.outcome, let content = object.items?.first {
        guard (outcome == .fulfilled) == entry.isFulfilled, isSame(thing, content) else { return false }
      }
      if case .reference = element { continue }
      // In a typed language, a list of the program's values cannot hold an error of the library.
      if isNothing(element), isOfLibrary(thing) { continue }
      if !isSame(thing, element) { return false }
    }
    return true
  }

  /// Whether an error holds the reasons of the members, in their order, or does not show what it holds.
  private mutating func mayBeError(_ value: TracedValue, of reasons: [Thing]) -> Bool {
    guard let error = object(value), error.kind == .error, let seen = error.items else { return true }
    guard seen.count == reasons.count else { return false }
    for (reason, element) in zip(reasons, seen) where !isSame(reason, element) { return false }
    return true
  }

  /// Whether the library made a value, such as the reason for a `race` of nothing.
  private func isOfLibrary(_ thing: Thing) -> Bool {
    guard case .object(let made) = thing else { return false }
    return switch made.nature {
    case .typeError, .anything, .errors: true
    case .opaque: made.traced.flatMap(object)?.isForeign ?? false
    case .list, .entries, .function: false
    }
  }

  /// Whether a list that the library made has these elements.
  private mutating func isCopy(_ value: TracedValue, of items: [Thing]) -> Bool {
    guard let list = object(value), list.isForeign else { return false }
    // For a list in a list, a host may record only that it is there.
    guard let seen = list.items else { return [.list, .object].contains(list.kind) }
    guard seen.count == items.count else { return false }
    for (item, element) in zip(items, seen) where !isSame(item, element) { return false }
    return true
  }
}
