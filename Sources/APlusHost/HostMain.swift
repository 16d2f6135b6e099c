public import APlusAdapter
import APlusEngine
import CPlatform

/// The main program of a host.
public enum HostMain {
  /// Performs scenarios on a library until there are no more; never returns.
  ///
  /// This must be called on the main thread, which from then on runs the main run loop or the main
  /// queue. Scenarios are performed on a thread of their own.
  ///
  /// - Parameters:
  ///   - name: The name of the adapter.
  ///   - library: The name of the library.
  ///   - version: The version of the library; empty where nobody knows.
  ///   - makeAdapter: Makes the adapter. The protocol is out of the library's way by then.
  public static func run(
    name: String,
    library: String,
    version: String = "",
    _ makeAdapter: @escaping @Sendable () -> some PromiseAdapter
  ) -> Never {
    guard let wire = Wire() else {
      aplus_stdio_exit(1)
    }
    Threads.start {
      let host = Host(
        wire: wire,
        library: Library(makeAdapter()),
        introduction: Introduction(name: name, library: library, version: version)
      )
      host.serve()
    }
    aplus_main_pump()
  }
}
