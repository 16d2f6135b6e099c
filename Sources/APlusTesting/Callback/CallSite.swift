#if os(Linux) && canImport(Runtime)
import Runtime
#endif

/// The functions that the calling thread is in, outside this library.
enum CallSite {
  private static let limit = 4

  /// A line for each function, innermost first: its name and place.
  ///
  /// Empty where the system cannot tell. Names need symbols, places need debug information.
  static func lines() -> [String] {
    #if os(Linux) && canImport(Runtime)
    guard let backtrace = try? Backtrace.capture(limit: 48),
      let frames = backtrace.symbolicated(options: [.showInlineFrames, .showSourceLocations])?.frames
    else { return [] }
    let symbols = frames.compactMap(\.symbol).filter { symbol in
      !symbol.isSwiftThunk && !isOwn(symbol) && !isOfSystem(symbol) && !isOfMacro(symbol)
    }
    return symbols.prefix(limit).map { symbol in
      let name = symbol.name.trimmingSuffix(" in ")
      guard let place = symbol.sourceLocation else { return name }
      return "\(name) at \(place.path):\(place.line)"
    }
    #else
    return []
    #endif
  }

  #if os(Linux) && canImport(Runtime)
  private static func isOwn(_ symbol: SymbolicatedBacktrace.Symbol) -> Bool {
    symbol.sourceLocation.map { $0.path.contains("/APlusTesting/") } ?? symbol.rawName.hasPrefix("$s12APlusTesting")
  }

  private static func isOfMacro(_ symbol: SymbolicatedBacktrace.Symbol) -> Bool {
    symbol.sourceLocation?.path.contains("/swift-generated-sources/") == true
  }

  private static func isOfSystem(_ symbol: SymbolicatedBacktrace.Symbol) -> Bool {
    ["libdispatch", "libswift", "libTesting", "libc.", "libpthread"].contains { symbol.imageName.hasPrefix($0) }
  }
  #endif
}

extension String {
  /// The text without an ending, where it has it.
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
