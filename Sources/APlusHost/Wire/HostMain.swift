public import APlusAdapter
import APlusJSON
import APlusQuiescence
import CHost

/// A library that a host has loaded.
struct LoadedLibrary {
  let introduction: Introduction
  let functions: Library
  /// Runs its main loop, for good; nil where it has none.
  let runMain: (@convention(c) () -> Void)?
}

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
      let (introduction, library) = loaded(load, wire)
      Host(wire: wire, library: library, introduction: introduction).serve()
    }
    aplus_main_pump()
  }

  /// Performs scenarios on a library that is loaded on the main thread, and may have a main loop of its own; never
  /// returns.
  static func run(loadingOnMainThread load: () throws -> LoadedLibrary) -> Never {
    guard let wire = Wire() else { aplus_stdio_exit(1) }
    let library = loaded(load, wire)
    Threads.start { Host(wire: wire, library: library.functions, introduction: library.introduction).serve() }
    library.runMain?()
    aplus_main_pump()
  }

  /// What was loaded; an error ends the process.
  private static func loaded<Loaded>(_ load: () throws -> Loaded, _ wire: Wire) -> Loaded {
    do { return try load() } catch {
      wire.write(["fatal": .string("\(error)")])
      aplus_stdio_exit(1)
    }
  }
}
