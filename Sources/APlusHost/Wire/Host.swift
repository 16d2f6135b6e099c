import APlusJSON
import APlusModel
import CHost
import CQuiescence
import Synchronization

/// What a host says about itself.
package struct Introduction: Sendable {
  var name: String
  var library: String
  var version: String
  var language: String

  package init(name: String, library: String, version: String, language: String = "swift") {
    self.name = name
    self.library = library
    self.version = version
    self.language = language
  }
}

/// Performs and answers runs, one after another.
final class Host: Sendable {
  private let wire: Wire
  private let library: Library
  private let introduction: Introduction
  private let engine: Engine

  init(wire: Wire, library: Library, introduction: Introduction) {
    self.wire = wire
    self.library = library
    self.introduction = introduction
    var options = Engine.Options()
    options.descriptors = wire.descriptors
    options.seed = aplus_delays_seed()
    engine = Engine(library, options)
  }

  /// Writes the hello, performs requests until the end of input, and ends the process.
  func serve() -> Never {
    wire.write(hello)
    wire.readLines { line in perform(line) }
    aplus_stdio_exit(0)
  }

  private var hello: JSON {
    [
      "hello": "aplus-host/1", "adapter": .string(introduction.name), "language": .string(introduction.language),
      "library": .string(introduction.library), "version": .string(introduction.version),
      "capabilities": .array(library.capabilities.map { .string($0.description) }),
      "quiescence": .string(engine.bestStrength.rawValue),
    ]
  }

  private func perform(_ line: ArraySlice<UInt8>) {
    let request: JSONView
    let program: Program
    do {
      request = try JSONTree(parsing: line, name: "request").root
      guard let written = request["program"] else { giveUp("the request has no program") }
      program = try Program(json: written)
    } catch { giveUp("the request cannot be read: \(error)") }
    guard let number = request["run"]?.intValue else { giveUp("the request has no run number") }
    let limit = positive("limit", of: request) ?? .max
    let patience = positive("patience", of: request) ?? Engine.defaultPatience
    let run = JSON.integer(number)
    let late = LateEvents { [wire] event in wire.write(["late": run, "event": event]) }
    var observer = Engine.Observer { [self] outcome in
      answer(number, outcome)
      late.answered()
    }
    observer.onLate = { event in late.add(event.json) }
    observer.asksForWaits = request["waits"]?.boolValue == true
    if request["stream"]?.boolValue == true {
      wire.reportCrash(of: number, adapter: library.adapterType)
      observer.onEvent = { [wire] event, objects in
        let changes = objects.sorted { $0.key < $1.key }.map { ("\($0)", $1.json) }
        let described = JSON.object(JSONObject(uniqueKeysWithValues: changes))
        wire.write(["run": run, "event": event.json, "objects": described])
      }
    }
    engine.perform(program, limit: limit, patience: patience, observer)
  }

  /// A positive number in a request; nil if the request does not have it.
  private func positive(_ key: String, of request: JSONView) -> Int? {
    guard let value = request[key] else { return nil }
    guard let number = value.intValue, number > 0 else { giveUp("the request's \(key) is not a positive whole number") }
    return number
  }

  private func answer(_ run: Int, _ outcome: Engine.Outcome) {
    switch outcome {
    case .refused(let refusal): giveUp("cannot perform \(refusal)")
    case .incomplete: giveUp("the trace of run \(run) is incomplete: a thread stopped while recording an event")
    case .recorded(let recording):
      wire.write(recording, of: run)
      // Threads that are stuck or record forever cannot be ended: the next run needs a new process.
      if recording.ending.needsRestart { aplus_stdio_exit(0) }
    }
  }

  /// Ends the process: a host that cannot perform a program must not write a trace of it.
  private func giveUp(_ message: String) -> Never {
    let bytes = Array("host: \(message)\n".utf8)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { _ = unsafe aplus_stdio_write(2, start, bytes.count) }
    }
    aplus_stdio_exit(70)
  }
}
