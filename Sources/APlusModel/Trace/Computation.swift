package import APlusJSON

/// How long threads computed without an event, and where.
package struct Computation: Sendable, Hashable, CustomStringConvertible {
  /// Seconds of processor time that the threads used.
  package var used: Double
  /// Seconds by the clock.
  package var elapsed: Double
  /// The functions that the busiest thread was in, innermost first; empty where they are not known.
  package var stack: [String]

  package init(used: Double, elapsed: Double, stack: [String] = []) {
    self.used = used
    self.elapsed = elapsed
    self.stack = stack
  }

  /// How many functions of the stack a message names.
  private static let shownFrames = 4

  package var description: String {
    let place = stack.isEmpty ? "" : ", in " + stack.prefix(Self.shownFrames).joined(separator: " < ")
    return
      "still computing after \(Self.shown(used)) s of processor time (\(Self.shown(elapsed)) s of wall time)\(place)"
  }

  private static func shown(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Computation {
  /// The most characters of a function's name that are kept.
  private static let longestName = 200

  /// Reads `{"used": 1500, "elapsed": 1510, "stack": ["f"]}`, with times in milliseconds.
  init(json: JSONView) throws(TraceError) {
    let fields = try TraceFields(json, "computing", number: 0, objectCount: 0)
    used = Double(try fields.integer("used")) / 1000
    elapsed = Double(try fields.integer("elapsed")) / 1000
    stack = try fields.strings("stack").map { $0.prefix(scalars: Self.longestName) }
  }

  package var json: JSON {
    func milliseconds(_ seconds: Double) -> JSON { .integer(Int((seconds * 1000).rounded())) }
    return ["used": milliseconds(used), "elapsed": milliseconds(elapsed), "stack": .array(stack.map { .string($0) })]
  }
}
