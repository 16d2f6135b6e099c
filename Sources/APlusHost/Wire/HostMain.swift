public import APlusAdapter
import APlusJSON
import APlusQuiescence
import CHost

/// The main program of a host.
public enum HostMain {
  /// Performs scenarios on a library until the runner sends no more; never returns.
  ///
  /// This must be called on the main thread, which from then on runs the main run loop or the main
  /// queue. Scenarios are performed on another thread.
  ///
  /// - Parameters:
  ///   - name: The name of the adapter.
  ///   - library: The name of the library.
  ///   - version: The version of the library; empty if unknown.
  ///   - makeAdapter: Makes the adapter, after the protocol has left standard input and output.
  public static func run(
    name: String, library: String, version: String = "", _ makeAdapter: @escaping @Sendable () -> some LibraryAdapter
  ) -> Never { run { (Introduction(name: name, library: library, version: version), Library(makeAdapter())) } }

  /// Performs scenarios on a library that has to be loaded first; never returns.
  ///
  /// An error that loading throws is sent to the runner instead of the hello.
  package static func run(_ load: @escaping @Sendable () throws -> (Introduction, Library)) -> Never {
    guard let wire = Wire() else { aplus_stdio_exit(1) }
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
