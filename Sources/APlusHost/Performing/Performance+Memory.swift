import APlusModel
import Synchronization

/// Dropping references, and checking whether an object is gone.
extension Performance {
  /// Keeps a weak reference to an object if the program probes its name.
  func watch(_ object: AnyObject, name: String) {
    guard plan.probed.contains(name) else { return }
    libraryObjects.withLock { $0.probes[name, default: []].append(WeakReference(object)) }
  }

  /// Releases the objects that names are bound to, in a frame.
  ///
  /// Only the library holds closures, so for a function there is nothing to release.
  func performDrop(_ names: [String], step: Int, in scope: Scope) {
    let frame = recorder.record(begin(.beginDrop, step: step, in: scope))
    for name in names where plan.functions[name] == nil {
      guard let slot = slot(name, in: scope), let entity = scope.environment.value(slot, stack: stack) else { continue }
      if let object = entity.subject?.object { watch(object, name: name) }
      scope.environment.clear(slot)
      entity.drop()
      extras.withLock { _ = $0.dropped.insert(entity.number) }
    }
    end(frame, in: scope)
  }

  /// Releases what settles a promise, in a frame.
  func performAbandon(_ promise: String, step: Int, in scope: Scope) {
    guard let entity = entity(promise, step: step, in: scope) else { return }
    guard let settler = entity.takeSettler() else {
      return fail("giving up the settler of a promise that has none, or none any more")
    }
    var event = begin(.beginOperation, step: step, in: scope)
    event.first = .reference(entity.number)
    let frame = recorder.record(event)
    release(settler)
    end(frame, in: scope)
  }

  /// Lets the last reference to a settler go within this call.
  private func release(_ settler: consuming Handle) { promises.abandon?(settler) }

  /// Performs what a program does when a closure is freed, unless the trace has ended.
  func performRelease(_ name: String, in scope: Scope) {
    guard let function = plan.functions[name], !recorder.isClosed else { return }
    var event = begin(.beginTask, in: scope)
    event.function = Int32(function.number)
    event.call = 1
    let frame = recorder.record(event)
    perform(function.code.steps, in: scope)
    end(frame, in: scope)
  }

  /// Records whether all objects of a name are gone.
  func performProbe(_ name: String, step: Int, in scope: Scope) {
    let probes = libraryObjects.withLock { $0.probes[name] ?? [] }
    guard !probes.isEmpty else {
      fail("a probe of \(name), which stands for no object")
      return
    }
    var event = begin(.gone, step: step, in: scope)
    event.flag = probes.allSatisfy { $0.object == nil }
    recorder.record(event)
  }
}
