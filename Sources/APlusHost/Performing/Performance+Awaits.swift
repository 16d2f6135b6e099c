import APlusAdapter
import APlusModel
import Synchronization

/// Tasks that await promises.
extension Performance {
  func performAwait(_ awaiting: Awaiting, step: Int, in scope: Scope) {
    guard let target = entity(awaiting.promise, step: step, in: scope) else { return }
    guard let awaits = library.awaits else { return fail("awaiting a promise") }
    guard let subject = target.subject else { return fail("await on a value that is not a promise") }
    let number = registrations.add(1, ordering: .relaxed).newValue
    let current = AwaitingTask.current
    let task = current ?? AwaitingTask(number: recorder.nextIdentity(), awaits)
    let entity = Entity(number: task.number, task: task)
    if current == nil { _ = keep(entity, Entity.Description(kind: .task, round: scope.environment.round)) }
    let next = AwaitingTask.Await(
      subject: subject, milliseconds: awaiting.milliseconds,
      onFulfilled: code(awaiting.onFulfilled, .onFulfilled, number, in: scope),
      onRejected: code(awaiting.onRejected, .onRejected, number, in: scope))
    let slot = awaiting.result.flatMap { self.slot($0, in: scope) }
    if let slot { scope.environment.announce(slot, stack: stack) }
    var event = begin(.beginAwait, step: step, in: scope)
    event.number = number
    event.first = .reference(target.number)
    event.second = .reference(task.number)
    let frame = recorder.record(event)
    task.append(next)
    if current == nil { task.start(isCancelled: awaiting.isCancelled) }
    end(frame, .endGives, .reference(task.number), in: scope)
    if let slot { scope.environment.bind(slot, to: entity) }
  }

  private func code(_ name: String?, _ slot: HandlerSlot, _ registration: Int32, in scope: Scope) -> Closure? {
    guard let function = name.flatMap({ plan.functions[$0] }) else { return nil }
    let closure = Closure(self, function, .handler(registration: registration, slot), in: scope)
    watch(closure, name: function.name)
    return closure
  }
}
