package import APlusModel

/// Reads what a host writes, for the budgets of the project.
package enum WireReading {
  /// Reads an answer as the runner reads a long one, piece by piece.
  ///
  /// - Parameter line: The line, without its newline.
  /// - Returns: The trace; nil where the line has none.
  package static func trace(inLine line: [UInt8]) -> Trace? {
    var long = LongLine()
    unsafe line.withUnsafeBytes { bytes in unsafe long.append(bytes) }
    guard case .trace(_, .success(let trace))? = try? HostMessage(line: .long(long)) else {
      return nil
    }
    return trace
  }
}
