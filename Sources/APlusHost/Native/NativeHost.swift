import CHost

/// The host of libraries that are tested through the C interface.
package enum NativeHost {
  /// Performs scenarios on the adapter in a shared library until there are no more; never returns.
  ///
  /// - Parameter path: The path of the shared library; it must contain a slash.
  package static func run(_ path: String) -> Never {
    HostMain.run(loadingOnMainThread: {
      let module = try NativeModule(path)
      let introduction = Introduction(
        name: module.name, library: module.library, version: module.version, language: "c")
      let library = module.hasChannels ? Library(NativeChannels(module)) : Library(NativeAdapter(module))
      return LoadedLibrary(
        introduction: introduction, functions: library.offering(only: module.capabilities),
        runMain: unsafe module.table.run_main)
    })
  }
}
