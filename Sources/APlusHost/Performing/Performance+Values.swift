import APlusAdapter
import APlusModel
import Synchronization

/// Evaluation of value expressions, each time that a step reaches them.
extension Performance {
  /// The number of this thread's stack.
  var stack: Int { recorder.threadLog().stack }

  /// Keeps a new entity until the run is over.
  func keep(_ entity: Entity, _ description: Entity.Description) -> Entity {
    recorder.threadLog().identities.append(Identity(entity, description))
    return entity
  }

  /// Makes an entity that carries a token.
  func makeTokenEntity(_ description: Entity.Description, items: [Token]? = nil) -> Entity {
    let number = recorder.nextIdentity()
    let content: Token.Content =
      items.map { .list(run: recorder.run, number: number, $0) } ?? .object(run: recorder.run, number: number)
    return keep(Entity(number: number, token: Token(content)), description)
  }

  /// Gives an identity to a promise of the library.
  func makePromiseEntity(_ scope: Scope, _ subject: Handle, settler: Handle? = nil) -> Entity {
    let description = Entity.Description(kind: .promise, round: scope.environment.round)
    return keep(Entity(number: recorder.nextIdentity(), subject: subject, settler: settler), description)
  }

  /// Gives an identity to a promise of the library that the program has no name for.
  func keepUnnamed(_ subject: Handle, _ scope: Scope) -> Int {
    let description = Entity.Description(kind: .promise, round: scope.environment.round)
    let number = recorder.nextIdentity()
    recorder.threadLog().identities.append(Identity(subject, number: number, description))
    return number
  }

  /// Evaluates a value expression.
  func evaluate(_ value: Value, step: Int, in scope: Scope) -> Operand {
    switch value {
    case .name(let name): return lookUp(name, step: step, in: scope)
    case .scalar(let scalar): return .token(Token(scalar: scalar))
    case .text(let text): return .token(Token(.text(text)))
    case .special(let word): return .token(special(word, in: scope))
    case .error(let type, _): return .token(token(.error, type: type, in: scope))
    case .list(let items):
      let tokens = items.map { item -> Token in
        if case .token(let token) = evaluate(item, step: step, in: scope) { return token }
        fail("a list that holds a promise or thenable")
        return .nothing
      }
      return .token(list(of: tokens, in: scope))
    case .promise(let state, let inner, let whenIdle):
      let operand = inner.map { evaluate($0, step: step, in: scope) }
      return .promise(makePromise(state, with: operand, whenIdle: whenIdle, step: step, in: scope))
    case .thenable(let thenable): return .thenable(makeThenable(thenable, in: scope))
    }
  }

  /// A value that is opaque to a typed library, which passes it on unchanged.
  private func special(_ word: String, in scope: Scope) -> Token {
    switch word {
    case "function": return token(.function, type: nil, in: scope)
    case "array-of-function": return list(of: [token(.function, type: nil, in: scope)], in: scope)
    case "symbol": return token(.object, type: "Symbol", in: scope)
    case "bigint": return token(.object, type: "BigInt", in: scope)
    case "date": return token(.object, type: "Date", in: scope)
    case "regexp": return token(.object, type: "RegExp", in: scope)
    case "object": return token(.object, type: "Object", in: scope)
    case "function-heir": return token(.object, type: "Function", in: scope)
    default:
      guard let error = ThrownError.make(word, number: recorder.nextIdentity()) else {
        fail("a value of kind \(word)")
        return .nothing
      }
      return token(of: error, in: scope)
    }
  }

  /// The token that stands for an error, which user code throws in place of the token.
  private func token(of error: any Error, in scope: Scope) -> Token {
    let description = Entity.Description(kind: .error, round: scope.environment.round, type: "\(Swift.type(of: error))")
    let entity = makeTokenEntity(description)
    guard let token = entity.token else { return .nothing }
    libraryObjects.withLock { libraryObjects in
      libraryObjects.errors[ErrorKey(error)] = entity
      libraryObjects.thrown[token] = error
    }
    return token
  }

  /// The error that user code throws for a token: the one that it stands for, or else a `Reason`.
  func error(of token: Token) -> any Error { libraryObjects.withLock { $0.thrown[token] } ?? Reason(token) }

  private func list(of tokens: [Token], in scope: Scope) -> Token {
    let description = Entity.Description(kind: .list, round: scope.environment.round, items: tokens.map(raw))
    return makeTokenEntity(description, items: tokens).token ?? .nothing
  }

  private func token(_ kind: ObjectKind, type: String?, in scope: Scope) -> Token {
    let description = Entity.Description(kind: kind, round: scope.environment.round, type: type)
    return makeTokenEntity(description).token ?? .nothing
  }

  /// The value of a name.
  ///
  /// A mark is made on first use; any other unbound name is recorded as such.
  func lookUp(_ name: String, step: Int, in scope: Scope) -> Operand {
    if name.isMarkName { return .token(mark(name, in: scope)) }
    guard let entity = entity(name, step: step, in: scope) else { return .token(mark("UNBOUND", in: scope)) }
    if let token = entity.token { return .token(token) }
    return entity.thenable == nil ? .promise(entity) : .thenable(entity)
  }

  /// The entity bound to a name; if there is none, records that and returns nil.
  func entity(_ name: String, step: Int, in scope: Scope) -> Entity? {
    entity(plan.names[name], named: name, step: step, in: scope)
  }

  /// The entity bound to a resolved name; if there is none, records that and returns nil.
  func entity(_ place: Plan.Name?, named name: String, step: Int, in scope: Scope) -> Entity? {
    if let place, let entity = scope.environment.value(slot(place, in: scope), stack: stack) { return entity }
    recordUnbound(name, step: step, in: scope)
    return nil
  }

  /// Records that a name is bound to nothing.
  func recordUnbound(_ name: String, step: Int, in scope: Scope) {
    var event = begin(.unbound, step: step, in: scope)
    event.first = intern(name)
    recorder.record(event)
  }

  /// The slot of a name in this scope.
  func slot(_ name: String, in scope: Scope) -> Int? { plan.names[name].map { slot($0, in: scope) } }

  func slot(_ name: Plan.Name, in scope: Scope) -> Int {
    let index = scope.place.index ?? 0
    return switch name.form {
    case .plain: name.slot
    case .indexed: name.slot + index
    case .previous: index == 0 ? name.startSlot : name.slot + index - 1
    }
  }

  private func mark(_ name: String, in scope: Scope) -> Token {
    guard let slot = slot(name, in: scope) else { return .nothing }
    let entity = scope.environment.value(slot, stack: stack) {
      makeTokenEntity(Entity.Description(kind: .mark, round: scope.environment.round, name: name))
    }
    return entity.token ?? .nothing
  }

  /// A text as a raw value.
  func intern(_ text: String) -> RawValue {
    let index = extras.withLock { extras in
      extras.texts.append(text)
      return extras.texts.count - 1
    }
    return RawValue(.text, Int64(index))
  }

  /// A token as a raw value.
  func raw(_ token: Token) -> RawValue {
    switch token.content {
    case .object(recorder.run, let number), .list(recorder.run, let number, _): return .reference(number)
    case .object, .list:
      // The library returned a token of an earlier run: to the judge, this is a foreign object.
      let description = Entity.Description(
        kind: .object, type: "Token", message: "of an earlier scenario", isForeign: true)
      return .reference(makeTokenEntity(description).number)
    case .foreignList(let tokens):
      let description = Entity.Description(kind: .list, items: tokens.map(raw), isForeign: true)
      return .reference(makeTokenEntity(description).number)
    case .text(let text): return intern(text)
    case .null: return RawValue(.null)
    case .undefined: return RawValue(.undefined)
    case .nothing: return .nothing
    case .notANumber: return RawValue(.notANumber)
    case .negativeZero: return RawValue(.negativeZero)
    case .bool(let value): return RawValue(.boolean, value ? 1 : 0)
    case .integer(let value): return RawValue(.integer, Int64(value))
    case .number(let value): return RawValue(.number, Int64(bitPattern: value.bitPattern))
    }
  }

  /// An operand as a raw value.
  func raw(_ operand: Operand) -> RawValue {
    switch operand {
    case .token(let token): raw(token)
    case .promise(let entity), .thenable(let entity): .reference(entity.number)
    }
  }

  /// An error that reached user code, as a raw value.
  func raw(_ error: any Error) -> RawValue {
    if let reason = library.reason(error) { return raw(reason.token) }
    let meaning = library.meaning(error)
    let type = "\(Swift.type(of: error))"
    let text = String("\(error)".prefix(200))
    let key = ErrorKey(error)
    let known = libraryObjects.withLock { $0.errors[key] }
    if let known { return .reference(known.number) }
    let description = Entity.Description(
      kind: .error, type: meaning == .selfResolution ? "TypeError" : type, message: text, isForeign: true,
      meaning: meaning)
    let entity = keep(Entity(number: recorder.nextIdentity(), subject: Handle(error)), description)
    let first = libraryObjects.withLock { libraryObjects in
      let first = libraryObjects.errors[key] ?? entity
      libraryObjects.errors[key] = first
      return first
    }
    return .reference(first.number)
  }
}

extension Token {
  /// A scalar of a program as a token.
  fileprivate init(scalar: Scalar) {
    switch scalar {
    case .null: self.init(.null)
    case .undefined: self.init(.undefined)
    case .notANumber: self.init(.notANumber)
    case .negativeZero: self.init(.negativeZero)
    case .bool(let value): self.init(.bool(value))
    case .integer(let value): self.init(.integer(value))
    case .number(let value): self.init(.number(value))
    }
  }
}
