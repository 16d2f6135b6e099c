import APlusHosting
import APlusRunner
import Foundation

/// The adapters that the `--adapter` options name.
enum AdapterArguments {
  /// Where adapters are looked for.
  static var locator: AdapterLocator {
    AdapterLocator(
      directories: AdapterLocator.directories(executable: Executable.path),
      builtIns: BuiltInAdapters.all,
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? ""
    )
  }

  /// The names of all adapters of libraries, sorted; not what comes with the tool.
  static func libraries() throws(Failure) -> [String] {
    var found: [String] = []
    for name in locator.names {
      do throws(AdapterError) {
        if try !locator.locate(name).isBuiltIn { found.append(name) }
      } catch {
        throw Failure(.adapterError, error.message)
      }
    }
    return found
  }

  /// Finds one, with the command that starts its host.
  static func locate(_ argument: String) throws(AdapterError) -> Adapter {
    var adapter = try locator.locate(argument)
    // The tool is the host of shared libraries, wherever it is installed.
    if adapter.command.first == "aplus-check" {
      adapter.command[0] = Executable.path
    }
    return adapter
  }

  /// Finds each of them, and tells those of the same name apart; the same one twice is refused.
  static func located(_ arguments: [String]) throws(Failure) -> [Adapter] {
    var adapters: [Adapter] = []
    for argument in arguments {
      do {
        adapters.append(try locate(argument))
      } catch {
        throw Failure(error.kind == .unknown ? .usage : .adapterError, error.message)
      }
    }
    return try AdapterNames.distinct(adapters)
  }
}
