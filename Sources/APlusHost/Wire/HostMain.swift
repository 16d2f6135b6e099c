public import APlusAdapter
import APlusJSON
import CHost

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
    run {
      (Introduction(name: name, library: library, version: version), Library(makeAdapter()))
    }
  }

  /// Performs scenarios on a library that has to be loaded first; never returns.
  ///
  /// What loading throws is told to the runner, in place of the hello.
  package static func run(
    _ load: @escaping @Sendable () throws -> (Introduction, Library)
  ) -> Never {
    guard let wire = Wire() else {
      aplus_stdio_exit(1)
    }
    Threads.start {
      do {
        let (introduction, library) = try load()
        Host(wire: wire, library: library, introduction: introduction).serve()
      } catch {
        wire.write(["fatal": .string("\(error)")])
        aplus_stdio_exit(1)
      }
    }
    aplus_main_pump()
  }
}
