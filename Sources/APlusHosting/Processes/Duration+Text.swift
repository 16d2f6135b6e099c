extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// The duration for messages: `10 s`, `0.5 s`.
  package var shown: String {
    let value = seconds
    return value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
  }
}
