package import APlusJSON
package import APlusModel

/// A line that a host wrote, without its newline.
package enum HostLine {
  case short(ArraySlice<UInt8>)
  case long(LongLine)

  /// The size of the line without its newline.
  package var byteCount: Int {
    switch self {
    case .short(let bytes): bytes.count
    case .long(let line): line.byteCount
    }
  }
}

/// What a host says in one line.
package enum HostMessage {
  case hello(HostIdentity)
  case fatal(String)
  /// The trace of a run, or why it is not valid.
  case trace(run: Int, Result<Trace, TraceError>)
  /// An event of a run, with the objects that it is the first to refer to.
  case event(run: Int, JSONView, objects: JSONView?)
  /// An event of a run after its trace was sent. `during` is the later run that was performed then,
  /// if it has called the library and so may have set the event off.
  case late(run: Int, JSONView, during: Int?)
  /// The stack of the thread that is about to end the process, during a run that is streamed.
  case crash(run: Int, CrashReport)

  /// Why a line is not a valid message, worded to follow "the host".
  package struct ProtocolViolation: Error {
    package var message: String
    /// Whether the line is longer than the protocol allows, for which the program may be the reason.
    package var isOverLimit: Bool

    package init(message: String, isOverLimit: Bool = false) {
      self.message = message
      self.isOverLimit = isOverLimit
    }
  }

  /// The version of the wire protocol.
  private static let version = "aplus-host/1"

  /// Reads a line.
  package init(line: HostLine) throws(ProtocolViolation) {
    switch line {
    case .short(let bytes): try self.init(bytes) { json throws(TraceError) in try Trace(json: json) }
    case .long(let line):
      if let violation = line.violation { throw violation }
      try self.init(line.frame[...]) { json throws(TraceError) in try line.trace(json) }
    }
  }

  private init(_ bytes: ArraySlice<UInt8>, trace: (JSONView) throws(TraceError) -> Trace) throws(ProtocolViolation) {
    let json: JSONView
    do throws(JSONError) { json = try JSONTree(parsing: bytes, name: "line").root } catch {
      throw ProtocolViolation(message: "wrote a line that is not JSON: \(error)")
    }
    if let run = json["run"]?.intValue {
      if let written = json["trace"] {
        do throws(TraceError) { self = .trace(run: run, .success(try trace(written))) } catch {
          self = .trace(run: run, .failure(error))
        }
        return
      } else if let event = json["event"] {
        self = .event(run: run, event, objects: json["objects"])
        return
      } else if let crash = json["crash"] {
        self = .crash(run: run, try CrashReport(json: crash))
        return
      }
    } else if let run = json["late"]?.intValue, let event = json["event"] {
      self = .late(run: run, event, during: json["during"]?.intValue)
      return
    } else if let reason = json["fatal"]?.stringValue {
      self = .fatal(reason.prefix(scalars: 500))
      return
    } else if let version = json["hello"]?.stringValue {
      guard version == Self.version else {
        throw ProtocolViolation(message: "speaks \"\(version.prefix(scalars: 40))\" instead of \"\(Self.version)\"")
      }
      self = .hello(try HostIdentity(hello: json))
      return
    }
    throw ProtocolViolation(message: "wrote a line that is not a message of \(Self.version)")
  }
}

extension HostIdentity {
  fileprivate init(hello json: JSONView) throws(HostMessage.ProtocolViolation) {
    func text(_ key: String) throws(HostMessage.ProtocolViolation) -> String {
      guard let text = json[key]?.stringValue else {
        throw HostMessage.ProtocolViolation(message: "said hello without the text \"\(key)\"")
      }
      return text.prefix(scalars: 200)
    }
    guard let words = json["capabilities"]?.arrayValue else {
      throw HostMessage.ProtocolViolation(message: "said hello without the array \"capabilities\"")
    }
    var capabilities: [Capability] = []
    for word in words {
      let parsed = word.stringValue.map(Capability.parse) ?? []
      guard !parsed.isEmpty, parsed.allSatisfy(\.isKnown) else {
        let shown = (JSON(converting: word)?.serialized() ?? "").prefix(scalars: 40)
        let hint = parsed.first { !$0.isKnown }?.suggestion ?? ""
        throw HostMessage.ProtocolViolation(message: "said hello with the unknown capability \(shown)\(hint)")
      }
      capabilities += parsed
    }
    let quiescence = try text("quiescence")
    guard let strength = Strength(rawValue: quiescence) else {
      let known = Strength.allCases.map(\.rawValue).joined(separator: ", ")
      let shown = quiescence.prefix(scalars: 40)
      throw HostMessage.ProtocolViolation(message: "said hello with quiescence \"\(shown)\", which is none of \(known)")
    }
    self.init(
      adapter: try text("adapter"), language: try text("language"), library: try text("library"),
      version: try text("version"), capabilities: Set(Capability.withSubject(capabilities)).sorted(),
      quiescence: strength)
  }
}
