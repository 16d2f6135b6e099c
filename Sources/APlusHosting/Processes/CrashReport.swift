import APlusJSON
package import APlusModel
import Foundation

/// The stack of a thread that ended its process, as the host wrote it.
package struct CrashReport: Sendable, Hashable {
  /// A frame of the stack, or of a function that the compiler inlined into one.
  package struct Frame: Sendable, Hashable {
    /// The function; mangled where it is native, and empty where it is not known.
    package var function: String
    /// The file of the source, or the class; empty where it is not known.
    package var file: String
    /// The file of the code, of native frames.
    package var module = ""

    package init(function: String, file: String, module: String = "") {
      self.function = function
      self.file = file
      self.module = module
    }
  }

  /// An address in the file of a program or shared library.
  struct Address: Sendable, Hashable {
    var module: String
    var offset: Int
  }

  /// What the host says of its adapter.
  struct Origin: Sendable, Hashable {
    /// The adapter's file or class; of an adapter in Swift, its mangled type.
    var name = ""
    /// Whether nothing but the adapter's file was loaded: the library may be in it.
    var isAlone = false
    /// An entry point of an adapter behind the C interface.
    var entry: Address?
  }

  /// The number of the thread's stack in the trace; nil where it recorded no event.
  let stack: Int?
  /// Whether the stack was used up.
  private let isExhausted: Bool
  private let frames: [Frame]
  private let addresses: [Address]
  private let origin: Origin

  private static let longest = 128

  /// Reads the member `crash` of a message.
  init(json: JSONView) throws(HostMessage.ProtocolViolation) {
    let wrong = HostMessage.ProtocolViolation(message: "wrote a wrong report of a crash")
    guard case .object = json.content, let written = json["frames"]?.arrayValue else { throw wrong }
    stack = json["s"]?.intValue.flatMap { $0 >= 0 && $0 <= Int(Int32.max) ? $0 : nil }
    isExhausted = json["exhausted"]?.boolValue ?? false
    let modules = json["modules"]?.arrayValue?.compactMap(\.stringValue) ?? []
    func address(_ json: JSONView) -> Address? {
      guard let pair = json.arrayValue, pair.count == 2, let module = pair[0].intValue, let offset = pair[1].intValue,
        modules.indices.contains(module), offset >= 0
      else { return nil }
      return Address(module: modules[module], offset: offset)
    }
    frames = written.prefix(Self.longest).compactMap { frame in
      guard case .object = frame.content else { return nil }
      return Frame(function: frame["at"]?.stringValue ?? "", file: frame["file"]?.stringValue ?? "")
    }
    addresses = written.prefix(Self.longest).compactMap(address)
    guard frames.count + addresses.count == min(written.count, Self.longest) else { throw wrong }
    origin = Origin(
      name: json["adapter"]?.stringValue ?? "", isAlone: json["alone"]?.boolValue ?? false,
      entry: json["entry"].flatMap(address))
  }

  /// Whose code the process ended in.
  ///
  /// Reads the symbols of native code with `addr2line`; what it does not know stays unknown.
  ///
  /// - Parameter sandbox: The sandbox of the host. The programs that read symbols run in it, too: they come from the
  ///   `PATH`, and read files that the host names.
  /// - Returns: Whose code it is.
  package func located(in sandbox: Sandbox?) async -> TracedCrash {
    guard !addresses.isEmpty else {
      return CrashSite(adapter: origin.name, isAlone: origin.isAlone).crash(frames, on: stack)
    }
    // What ran is in the first frames; the rest is how it was called.
    let called = Array(addresses.prefix(isExhausted ? 64 : 24))
    let known = await Self.frames(at: called + [origin.entry].compactMap(\.self), in: sandbox)
    let native = called.flatMap { known[$0] ?? [] }
    let entry = origin.entry.flatMap { known[$0]?.last }
    var isAlone = false
    if let entry { isAlone = await Self.isAlone(entry, in: sandbox) }
    return CrashSite(adapter: origin.name, isAlone: isAlone, entry: entry).crash(
      native, on: stack, isExhausted: isExhausted)
  }

  /// Whether the code of a shared library comes from one file and the system's headers.
  ///
  /// Then that file may hold the library under test beside its adapter. Reads the names of the files
  /// with `readelf`.
  private static func isAlone(_ entry: Frame, in sandbox: Sandbox?) async -> Bool {
    let command = reader("readelf", ["--debug-dump=rawline", absolute(entry.module)], in: sandbox)
    var directories: [String] = []
    var others = false
    let own = entry.file.split(separator: "/").last ?? ""
    _ = await HostProcess.run(command, timeout: .seconds(20)) { line in
      if line.contains("The Directory Table") { directories = [] }
      guard let name = line.range(of: "): ") else { return }
      let words = line.split(separator: "(", maxSplits: 1)[0].split(whereSeparator: \.isWhitespace)
      let numbers = words.compactMap { Int($0) }
      // The lines of the header have words before the bracket, too.
      guard numbers.count == words.count else { return }
      let text = line[name.upperBound...]
      switch numbers.count {
      case 1: directories.append(String(text))
      case 2:
        let place = directories.indices.contains(numbers[1]) ? directories[numbers[1]] : ""
        // A header of the interface is no code of a library.
        let isKnown =
          ["aplus_adapter.h", "aplus_callbacks.hpp", "aplus_channels.hpp"].contains(text) || text.hasPrefix("<")
        if text != own, !isKnown, !CrashSite.isSystem(directory: place) { others = true }
      default: return
      }
    }
    return !others
  }

  /// A program that reads the symbols of a file.
  private static func reader(_ name: String, _ arguments: [String], in sandbox: Sandbox?) -> HostCommand {
    var command = HostCommand(
      executable: name, arguments: arguments, directory: "/",
      environment: ["PATH": ProcessVariables.all["PATH"] ?? "/usr/bin", "LC_ALL": "C"])
    command.sandbox = sandbox
    return command
  }

  /// The path of a file, which no program takes for an option.
  private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

  /// The functions at each address, those that were inlined first; one program reads all symbols of a module.
  private static func frames(at addresses: [Address], in sandbox: Sandbox?) async -> [Address: [Frame]] {
    var frames: [Address: [Frame]] = [:]
    for (module, addresses) in Dictionary(grouping: Set(addresses), by: \.module) {
      for address in addresses { frames[address] = [Frame(function: "", file: "", module: module)] }
      guard !CrashSite.isRuntime(module: module) else { continue }
      let offsets = addresses.map { "0x" + String($0.offset, radix: 16) }
      let command = reader("addr2line", ["-a", "-f", "-i", "-e", absolute(module)] + offsets, in: sandbox)
      var lines: [[String]] = []
      _ = await HostProcess.run(command, timeout: .seconds(20)) { line in
        // Each address stands before its functions.
        if line.hasPrefix("0x") { lines.append([]) } else if !lines.isEmpty { lines[lines.count - 1].append(line) }
      }
      for (address, lines) in zip(addresses, lines) where lines.count >= 2 {
        frames[address] = stride(from: 0, to: lines.count - 1, by: 2).map { index in
          let file = lines[index + 1].prefix { $0 != ":" }
          return Frame(
            function: lines[index] == "??" ? "" : lines[index], file: file == "??" ? "" : String(file), module: module)
        }
      }
    }
    return frames
  }
}

/// Decides whose code a process ended in, by the functions of the thread that ended it.
package struct CrashSite {
  /// The adapter's file, class or mangled type; empty where it is not known.
  let adapter: String
  /// Whether the library may be in the adapter's own file.
  let isAlone: Bool
  /// A function of the adapter, behind the C interface.
  let entry: CrashReport.Frame?

  package init(adapter: String, isAlone: Bool, entry: CrashReport.Frame? = nil) {
    // A generic type begins like its functions up to its arguments.
    self.adapter =
      ["Vy", "Cy", "Oy"].compactMap { adapter.range(of: $0)?.lowerBound }.min().map { String(adapter[...$0]) }
      ?? adapter
    self.isAlone = isAlone
    self.entry = entry
  }

  /// The names with which the shared libraries of languages and system begin.
  private static let runtimeModules = [
    "libc.", "libc-", "libm.", "libpthread", "libdl", "librt", "libgcc_s", "libstdc++", "libc++", "ld-linux", "ld-musl",
    "libswift", "libdispatch", "libBlocksRuntime", "libFoundation.", "libFoundationEssentials",
    "libFoundationInternationalization", "libFoundationXML", "lib_Foundation", "linux-vdso", "libasan", "libtsan",
    "libsystem",
  ]
  /// The prefixes of functions of a language's own library: C++'s and Swift's.
  private static let runtimeFunctions = [
    "_ZNSt", "_ZNKSt", "_ZSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "__cxa_", "$ss", "$sS", "$s8Dispatch",
    "$s10Foundation", "$s15Synchronization", "swift_", "_swift_",
    // The host's, in the place of the system's calls of locks.
    "aplus_delays_", "pthread_",
  ]
  /// The prefixes of files and classes of a language's own library.
  private static let runtimeFiles = [
    "/usr/include/c++/", "/usr/lib/gcc/", "node:", "java.", "javax.", "jdk.", "sun.", "com.sun.",
  ]
  /// The modules of hosts in Swift.
  private static let hostModules = [
    "$s9APlusHost", "$s12APlusAdapter", "$s10APlusModel", "$s9APlusJSON", "$s15APlusQuiescence",
  ]

  /// Whether a folder has headers of the system, of the C++ library, or of the kit.
  static func isSystem(directory: String) -> Bool {
    directory == "/usr/include" || directory.hasPrefix("/usr/include/c++") || directory.contains("-linux-gnu/")
      || directory.hasSuffix("-linux-gnu") || directory.hasSuffix("/kits/c")
  }

  static func isRuntime(module: String) -> Bool {
    let name = module.split(separator: "/").last.map(String.init) ?? module
    return runtimeModules.contains { name.hasPrefix($0) }
  }

  /// Whose code ended the process.
  ///
  /// - Parameters:
  ///   - frames: The functions on the stack, innermost first.
  ///   - stack: The number of the stack in the trace.
  ///   - isExhausted: Whether the stack was used up. Then the library is at fault if it is part of the recursion,
  ///     whatever function met the end.
  /// - Returns: Whose code it is.
  package func crash(_ frames: [CrashReport.Frame], on stack: Int?, isExhausted: Bool = false) -> TracedCrash {
    if isExhausted, let frame = frames.first(where: { place(of: $0) == .library }) {
      return TracedCrash(stack: stack, place: .library, function: frame.shown)
    }
    for frame in frames {
      let place = place(of: frame)
      guard place != .runtime else { continue }
      return TracedCrash(stack: stack, place: place, function: frame.shown)
    }
    return TracedCrash(stack: stack, place: Self.isWhole(frames) ? .runtime : .unknown)
  }

  /// Whether the frames reach the function of the system that starts threads; those of scripts always do.
  ///
  /// A stack that is exhausted in a prologue may show its innermost frame alone.
  private static func isWhole(_ frames: [CrashReport.Frame]) -> Bool {
    guard let module = frames.last?.module, !module.isEmpty else { return true }
    let name = module.split(separator: "/").last ?? ""
    return ["libc.", "libc-", "libpthread", "ld-", "libsystem"].contains { name.hasPrefix($0) }
  }

  private func place(of frame: CrashReport.Frame) -> TracedCrash.Place {
    func begins(_ text: String, _ prefixes: [String]) -> Bool { prefixes.contains { text.hasPrefix($0) } }
    let (function, file) = (frame.function, frame.file)
    // A closure of the adapter, inlined into the function of the C++ library that calls it.
    let isOwnLine = !file.isEmpty && file == entry?.file
    if Self.isRuntime(module: frame.module) || !isOwnLine && begins(function, Self.runtimeFunctions)
      || begins(file, Self.runtimeFiles) || file.contains("/swift/stdlib/")
    {
      return .runtime
    }
    if begins(function, Self.hostModules) || function.hasPrefix("aplus_") || file.contains("/adapters/kits/")
      || file.hasPrefix("aplus.")
    {
      return .host
    }
    if frame.module.isEmpty { return placeOfScript(file) }
    if function.isEmpty { return .unknown }
    if function.hasPrefix("$s") { return !adapter.isEmpty && function.hasPrefix("$s\(adapter)") ? .adapter : .library }
    return placeOfNative(frame)
  }

  /// By the file of a script, or by the class in Java.
  private func placeOfScript(_ file: String) -> TracedCrash.Place {
    if file.isEmpty { return .unknown }
    if file == adapter { return isAlone ? .unknown : .adapter }
    return file.hasPrefix("\(adapter)$") ? .unknown : .library
  }

  /// By the file of the adapter's entry point, which may have functions of the library, too.
  private func placeOfNative(_ frame: CrashReport.Frame) -> TracedCrash.Place {
    guard let entry, entry.module == frame.module else { return .library }
    let isLocal = frame.function.contains("_GLOBAL__N_1")
    if !frame.file.isEmpty, !entry.file.isEmpty, frame.file != entry.file { return .library }
    // Without its scope, a function may be one of the table, or of a library in the same file.
    let isOfLanguage = Self.runtimeFunctions.contains { frame.function.hasPrefix($0) }
    if frame.function.hasPrefix("_ZN"), !isLocal, !isOfLanguage { return .library }
    return entry.file.isEmpty || isAlone || isLocal ? .unknown : .adapter
  }
}

extension CrashReport.Frame {
  /// The function, and the last part of its file.
  fileprivate var shown: String? {
    let place = file.split(separator: "/").last.map(String.init)
    if function.isEmpty { return place }
    return place.map { "\(function) (\($0))" } ?? function
  }
}
