import APlusModel

/// The events of all threads of a run, in order of their numbers.
///
/// Nothing is copied: each thread's events are in order already, and only those that were there
/// when the run was closed count. The identities that threads recorded are not kept, so that the
/// library's objects can be freed.
struct MergedEvents: Sendable {
  private struct Log: Sendable {
    let stack: Int
    let events: AppendLog<RawEvent>
    let count: Int
  }

  private let logs: [Log]

  init(_ logs: [ThreadLog]) { self.logs = logs.map { Log(stack: $0.stack, events: $0.events, count: $0.events.count) } }

  /// Calls a function with each event and the number of its stack.
  func visit(_ body: (RawEvent, _ stack: Int) -> Void) {
    var places = [Int](repeating: 0, count: logs.count)
    var heads = logs.indices.map { sequence(in: $0, at: 0) }
    var log = 0
    var last: Int32 = 0
    while true {
      // Most events follow one of the same thread.
      if heads.isEmpty || heads[log] != last + 1 {
        guard let (first, head) = heads.enumerated().min(by: { $0.element < $1.element }), head != .max else { return }
        log = first
      }
      let event = logs[log].events[places[log]]
      body(event, logs[log].stack)
      last = event.sequence
      places[log] += 1
      heads[log] = sequence(in: log, at: places[log])
    }
  }

  /// The number of the event at a place of a log; `Int32.max` behind the last one.
  private func sequence(in log: Int, at place: Int) -> Int32 {
    place < logs[log].count ? logs[log].events.read(place) { $0.sequence } : .max
  }
}
