import APlusCases
import APlusHosting
import APlusJSON
import APlusJudge
import APlusModel
import APlusRunner

extension Corpus {
  /// Events that a host streams before it dies: all of its lines are one input.
  var streamedReader: FuzzedReader {
    let scenarios = Dictionary(cases.scenarios.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let inputs = savedTraces.compactMap { bytes -> [UInt8]? in
      guard let saved = try? JSON(parsing: bytes, name: "") else { return nil }
      return Self.streamed(saved).map { Array($0.serialized().utf8) }
    }
    return FuzzedReader("streamed events", inputs) { bytes, _ throws(FuzzedReader.Finding) in
      guard let input = try? JSON(parsing: bytes, name: ""), let lines = input["lines"]?.arrayValue else {
        return false
      }
      var streamed = StreamedTrace()
      for line in lines {
        let message: HostMessage
        do throws(HostMessage.ProtocolViolation) {
          message = try HostMessage(line: .short(Array(line.serialized().utf8)[...]))
        } catch {
          return try FuzzedReader.check(error.message) { text in
            ["wrote a line", "said hello", "speaks "].contains(where: text.hasPrefix)
          }
        }
        if case .event(_, let event, let objects) = message { streamed.append(event, objects) }
      }
      _ = (streamed.openFrames, streamed.isInsideLibrary)
      guard let scenario = input["scenario"]?.stringValue.flatMap({ scenarios[$0] }) else { return true }
      for ending in [TraceEnding.cut, .quiet] {
        var trace = streamed.trace
        trace.ending = ending
        _ = Judge.judge(scenario, trace)
      }
      return !streamed.trace.events.isEmpty
    }
  }

  /// A saved trace as the lines in which a host streams it.
  private static func streamed(_ saved: JSON) -> JSON? {
    guard let scenario = saved["scenario"], let events = saved["trace"]?["events"]?.arrayValue,
      let described = saved["trace"]?["objects"]?.arrayValue
    else { return nil }
    var objects: JSONObject = [:]
    for (index, description) in described.enumerated() { objects[String(index)] = description }
    let lines = events.enumerated().map { index, event -> JSON in
      index == 0 ? ["run": 1, "event": event, "objects": .object(objects)] : ["run": 1, "event": event]
    }
    return ["scenario": scenario, "lines": .array(lines)]
  }
}
