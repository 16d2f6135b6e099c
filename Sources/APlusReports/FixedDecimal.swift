/// Numbers as reports write them: never localised, never with an exponent.
enum FixedDecimal {
  /// Gives seconds with a number of decimals, the last one rounded; nothing below zero.
  ///
  ///     FixedDecimal.seconds(0.4118, decimals: 3)  // "0.412"
  static func seconds(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    // A year bounds what a clock that jumped could say.
    let bounded = value.isNaN ? 0 : min(max(value, 0), 31_536_000)
    let units = Int((bounded * Double(scale)).rounded())
    guard decimals > 0 else { return String(units) }
    let fraction = String(units % scale)
    return "\(units / scale)."
      + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
