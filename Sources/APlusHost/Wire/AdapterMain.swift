public import APlusAdapter

/// Makes an adapter the main program of an executable.
///
///     @main struct MyLib: PromiseAdapter, AdapterMain {
///       …
///     }
///
/// The program is a host: it speaks the wire protocol on standard input and output, and is started
/// by `aplus-check`.
public protocol AdapterMain: LibraryAdapter {
  /// The name of the library.
  static var library: String { get }

  /// The version of the library; empty if unknown.
  static var version: String { get }
}

extension AdapterMain {
  /// The name of the adapter's type.
  public static var library: String { "\(Self.self)" }

  /// Empty, for an unknown version.
  public static var version: String { "" }

  /// Performs scenarios until the runner sends no more; never returns.
  public static func main() { HostMain.run(name: "\(Self.self)", library: library, version: version) { Self() } }
}
