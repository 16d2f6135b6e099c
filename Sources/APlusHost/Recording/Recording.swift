package import APlusModel

/// What was recorded of a run: the raw events, and what makes them readable.
package struct Recording: Sendable {
  /// How the run ended.
  package var ending: TraceEnding { runEnding.ending }
  private let runEnding: RunEnding
  private let events: MergedEvents
  private let builder: TraceBuilder

  /// Examines what each thread recorded.
  ///
  /// A run that is quiet although user code has not ended is stuck: nothing can end that code.
  init(_ logs: [ThreadLog], _ builder: TraceBuilder, _ ending: RunEnding) {
    events = MergedEvents(logs)
    var builder = builder
    let hasOpenFrames = builder.describeObjects(logs, events)
    self.builder = builder
    let isOpen = ending.ending == .quiet && hasOpenFrames
    runEnding = isOpen ? RunEnding(Self.endingWithOpenFrames(events), waits: ending.waits) : ending
  }

  /// The kernel was not queried if the last phase relied on an executor that reports itself idle.
  private static func endingWithOpenFrames(_ events: MergedEvents) -> TraceEnding {
    var number: Int32?
    events.visit { raw, _ in if raw.kind == .phase { number = raw.number } }
    return number.map { Strength.allCases[Int($0)] } == .quiescent ? .deadlocked : .stuck
  }

  /// The whole recording as a trace.
  package var trace: Trace {
    var builder = builder
    var events: [Event] = []
    self.events.visit { raw, stack in events.append(builder.event(raw, stack: stack)) }
    return Trace(
      objects: builder.objects, events: events, ending: ending, computation: runEnding.computation,
      waits: runEnding.waits)
  }

  /// Writes the line that answers a run, without having all events in memory.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - sink: Gets the UTF-8 bytes, in pieces.
  package func write(run: Int, to sink: @escaping ([UInt8]) -> Void) {
    var writer = TraceWriter(sink: sink)
    writer.write(run: run, runEnding, builder, events)
  }
}
