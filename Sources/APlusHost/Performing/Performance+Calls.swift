import APlusAdapter
import APlusModel
import Synchronization

/// Calls that take completion handlers.
extension Performance {
  func performStart(_ start: CallStart, step: Int, in scope: Scope) {
    let operand = start.value.map { evaluate($0, step: step, in: scope) }
    let members = start.members.compactMap { self.entity($0, step: step, in: scope) }
    guard members.count == start.members.count else { return }
    guard let calls = library.calls, let function = plan.functions[start.function] else {
      return fail("a call with a completion handler")
    }
    let context = start.context.flatMap { scope.environment.contexts[$0] }
    guard start.context == nil || context != nil else { return fail("a call for a context") }
    let entity = keep(
      Entity(number: recorder.nextIdentity(), isCall: true),
      Entity.Description(kind: .call, round: scope.environment.round))
    let number = registrations.add(1, ordering: .relaxed).newValue
    let closure = Closure(self, function, .completion(registration: number), in: scope)
    watch(closure, name: function.name)
    let slot = start.result.flatMap { self.slot($0, in: scope) }
    if let slot { scope.environment.announce(slot, stack: stack) }
    var event = begin(.beginStart, step: step, in: scope)
    event.number = number
    event.first = .reference(entity.number)
    event.second = operand.map(raw) ?? .none
    event.call = members.isEmpty ? -1 : note(members)
    let frame = recorder.record(event)
    let request = CallRequest(
      kind: APlusAdapter.CallKind(start.kind), value: operand?.token ?? .nothing,
      tasks: members.compactMap { $0.thenable }.map(task))
    entity.begin(calls.start(request, completion(closure), context, members.compactMap(\.subject)))
    end(frame, .endGives, .reference(entity.number), in: scope)
    if let slot { scope.environment.bind(slot, to: entity) }
  }

  /// Finishes an open call from outside.
  func finish(_ entity: Entity, _ verb: Settlement, with operand: Operand) -> Bool? {
    guard let calls = library.calls, let call = entity.subject, let token = operand.token, verb != .resolve else {
      fail("finishing a call")
      return nil
    }
    calls.finish(call, verb == .fulfill ? .success(token) : .failure(Reason(token)))
    return nil
  }

  /// Records an error that left the library at the top of a stack.
  func recordUncaught(_ error: any Error) {
    var event = RawEvent(.uncaught)
    event.first = raw(error)
    recorder.record(event)
  }

  private func note(_ members: [Entity]) -> Int32 {
    Int32(
      extras.withLock { extras in
        extras.members.append(members.map { .reference($0.number) })
        return extras.members.count - 1
      })
  }

  /// The closure as a handler in every form.
  private func completion(_ closure: Closure) -> Completion {
    Completion { value, error in
      let argument: UserCode.Argument =
        switch (value, error) {
        case (let value?, let error?): .both(value, error)
        case (let value?, nil): .value(value)
        case (nil, let error?): .error(error)
        case (nil, nil): .neither
        }
      _ = try closure.value(argument)
    }
  }

  /// A thenable of the program as a task of a sequence.
  private func task(_ thenable: UserThenable)
    -> @Sendable (@escaping @Sendable (Result<Token, any Error>) -> Void) -> Void
  {
    { done in
      let pair = UserPair(
        number: 0, fulfill: { done(.success($0)) }, resolve: { _ in done(.success(.nothing)) },
        assimilate: { _ in done(.success(.nothing)) }, reject: { done(.failure($0)) })
      do { try thenable.then(pair) } catch { done(.failure(error)) }
    }
  }
}
