import APlusModel

extension Performance {
  /// Performs blocks at the same time, each on its own thread, and waits for all of them.
  func performLanes(_ blocks: [[Step]], step: Int, in scope: Scope) {
    var event = begin(.beginLanes, step: step, in: scope)
    event.number = Int32(blocks.count)
    let frame = recorder.record(event)
    let bodies = blocks.enumerated().map { lane, block -> @Sendable () -> Void in
      { [self] in
        var event = begin(.lane, step: step, in: scope)
        event.number = Int32(lane)
        recorder.record(event)
        perform(block, in: scope)
      }
    }
    lanes.perform(bodies)
    end(frame, in: scope)
  }
}
