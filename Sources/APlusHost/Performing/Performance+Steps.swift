import APlusAdapter
import APlusModel
import Dispatch
import Synchronization

/// The steps, one by one.
extension Performance {
  /// Performs a block in one turn, with nothing in between.
  func perform(_ block: [Step], in scope: Scope) { for step in block { perform(step, in: scope) } }

  private func perform(_ step: Step, in scope: Scope) {
    let id = step.id
    switch step.action {
    case .bind(let name, let value): performBind(name, value, step: id, in: scope)
    case .settle(let verb, let promise, let value):
      let operand = evaluate(value, step: id, in: scope)
      if let entity = entity(promise, step: id, in: scope) {
        performSettle(verb, entity, with: operand, step: id, in: scope)
      }
    case .then:
      guard let then = plan.thens[id] else { preconditionFailure("a step that was not planned") }
      performThen(then, step: id, in: scope)
    case .awaiting(let awaiting): performAwait(awaiting, step: id, in: scope)
    case .start(let start): performStart(start, step: id, in: scope)
    case .call(let resolver, let value): performCall(resolver, value, step: id, in: scope)
    case .mark(let name):
      recorder.record(begin(.mark, step: id, in: scope))
      if plan.hasGates { scope.environment.open(name) }
    case .later(.turn, let block): enqueueTurn(.steps(id: id, block, scope))
    case .later(.idle, let block): enqueueIdle(.steps(id: id, block, scope))
    case .repeated(let count, let block): for index in 0..<count { perform(block, in: scope.entering(index)) }
    case .lanes(let blocks): performLanes(blocks, step: id, in: scope)
    case .wait(let gate):
      let frame = recorder.record(begin(.beginWait, step: id, in: scope))
      scope.environment.wait(gate)
      end(frame, in: scope)
    case .drop(let names): performDrop(names, step: id, in: scope)
    case .abandon(let promise): performAbandon(promise, step: id, in: scope)
    case .probe(let name): performProbe(name, step: id, in: scope)
    case .cancel(let promise, let reason): performCancel(promise, reason, step: id, in: scope)
    case .combine(let combination): performCombine(combination, step: id, in: scope)
    case .measure(let promise, let times): performMeasure(promise, times: times, step: id, in: scope)
    case .pause(let milliseconds):
      pauses.add(1, ordering: .acquiringAndReleasing)
      // No thread signals: this only lets time pass.
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
      pauses.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  private func performBind(_ name: String, _ value: Value, step: Int, in scope: Scope) {
    guard let slot = slot(name, in: scope) else { return }
    scope.environment.announce(slot, stack: stack)
    let operand = evaluate(value, step: step, in: scope)
    var event = begin(.bound, step: step, in: scope)
    event.first = raw(operand)
    recorder.record(event)
    switch operand {
    case .promise(let entity), .thenable(let entity): scope.environment.bind(slot, to: entity)
    case .token(let token):
      // Only the name needs this entity; a token with an identity already has its own.
      let holder = keep(Entity(number: -1, token: token), Entity.Description(kind: .object))
      scope.environment.bind(slot, to: holder)
    }
  }

  private func performThen(_ then: PlannedThen, step: Int, in scope: Scope) {
    let name = then.registration.promise
    let target = entity(then.promise, named: name, step: step, in: scope)
    guard let target else { return }
    guard let subject = target.subject else { return fail("then on a value that is not a promise") }
    let number = registrations.add(1, ordering: .relaxed).newValue
    let handlers = handlers(then, number: number, in: scope)
    let slot = then.result.map { self.slot($0, in: scope) }
    if let slot { scope.environment.announce(slot, stack: stack) }
    var event = begin(.beginThen, step: step, in: scope)
    event.number = number
    event.first = .reference(target.number)
    let frame = recorder.record(event)
    let handle = register(then.registration, handlers, on: subject, in: scope)
    guard !endThrowing(frame, in: scope) else { return }
    guard !promises.givesNothing else { return end(frame, in: scope) }
    guard let slot else { return end(frame, .endGives, .reference(keepUnnamed(handle, scope)), in: scope) }
    let result = makePromiseEntity(scope, handle)
    end(frame, .endGives, .reference(result.number), in: scope)
    scope.environment.bind(slot, to: result)
  }

  private func handlers(_ then: PlannedThen, number: Int32, in scope: Scope) -> UserHandlers {
    func code(_ function: Plan.UserFunction?, _ slot: HandlerSlot) -> Closure? {
      guard let function else { return nil }
      let closure = Closure(self, function, .handler(registration: number, slot), in: scope)
      watch(closure, name: function.name)
      return closure
    }
    return UserHandlers(
      kind: then.kind, onFulfilled: code(then.onFulfilled, .onFulfilled), onRejected: code(then.onRejected, .onRejected)
    )
  }

  private func performCancel(_ promise: String, _ reason: Value?, step: Int, in scope: Scope) {
    let operand = reason.map { evaluate($0, step: step, in: scope) }
    guard let entity = entity(promise, step: step, in: scope) else { return }
    guard let cancel = cancellation(of: entity) else { return fail("cancelling") }
    var event = begin(.beginCancel, step: step, in: scope)
    event.first = .reference(entity.number)
    event.second = operand.map(raw) ?? .none
    let frame = recorder.record(event)
    cancel(operand?.token.map(Reason.init))
    if !endThrowing(frame, in: scope) { end(frame, in: scope) }
  }

  /// What cancels a task, a call or a promise; nil where nothing does.
  private func cancellation(of entity: Entity) -> ((Reason?) -> Void)? {
    if let task = entity.task { return { _ in task.cancel() } }
    guard let subject = entity.subject else { return nil }
    if entity.isCall { return library.calls.map { calls in { _ in calls.cancel(subject) } } }
    return promises.cancel.map { cancel in { cancel(subject, $0) } }
  }

  private func performCombine(_ combination: CombinatorCall, step: Int, in scope: Scope) {
    let members = combination.members.compactMap { entity($0, step: step, in: scope) }
    guard members.count == combination.members.count else { return }
    guard let combine = promises.combine, promises.combinators.contains(combination.kind) else {
      fail("the combinator \(combination.kind)")
      return
    }
    let subjects = members.compactMap(\.subject)
    guard subjects.count == members.count else {
      fail("a combinator of a value that is not a promise: Swift is typed")
      return
    }
    let function = combination.function.flatMap { plan.functions[$0] }
    let role: Closure.Role =
      switch combination.kind {
      case Combinator.recover.name: .handler(registration: 0, .onRejected)
      case Combinator.finally.name: .handler(registration: 0, .finally)
      default: .task
      }
    let code = function.map { Closure(self, $0, role, in: scope) }
    let slot = combination.result.flatMap { self.slot($0, in: scope) }
    if let slot { scope.environment.announce(slot, stack: stack) }
    var event = begin(.beginCombine, step: step, in: scope)
    event.number = Int32(
      extras.withLock { extras in
        extras.members.append(members.map { .reference($0.number) })
        return extras.members.count - 1
      })
    let frame = recorder.record(event)
    let handle = combine(
      CombinationRequest(
        kind: combination.kind, members: subjects, milliseconds: combination.milliseconds ?? 0,
        times: combination.times ?? 0, code: code, codeKind: function?.kind ?? .value))
    guard !endThrowing(frame, in: scope) else { return }
    let result = makePromiseEntity(scope, handle)
    end(frame, .endGives, .reference(result.number), in: scope)
    if let slot { scope.environment.bind(slot, to: result) }
  }
}
