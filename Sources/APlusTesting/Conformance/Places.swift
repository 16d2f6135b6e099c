#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where the program, the adapter and the baseline are.
enum Places {
  private static let name = "aplus-check"

  /// The path of `aplus-check`.
  ///
  /// - Throws: Where it was looked for, and how to provide it.
  static func program() throws(ConformanceError) -> String {
    if let given = ProcessInfo.processInfo.environment["APLUS_CHECK"] {
      guard isExecutable(given) else {
        throw ConformanceError(description: "APLUS_CHECK is \"\(given)\", where there is no program")
      }
      return given
    }
    let root = folder(of: #filePath, up: 4)
    // That of an installation, whose package is `share/aplus-check`, or of a checkout.
    let candidates = ["\(folder(of: root, up: 2))/bin", "\(root)/.build/release", "\(root)/.build/debug"] + searchPath
    guard let found = candidates.map({ "\($0)/\(name)" }).first(where: isExecutable) else {
      throw ConformanceError(
        description: "there is no program \(name): install it, or build it with 'swift build -c release --product"
          + " \(name)' in \(root), or set APLUS_CHECK to its path")
    }
    return found
  }

  /// The path of an adapter: an executable beside the tests, or any path.
  ///
  /// - Throws: Where it was looked for, and how to provide it.
  static func adapter(_ adapter: String) throws(ConformanceError) -> String {
    if adapter.contains("/") { return adapter }
    // On some systems the tests are inside a bundle, which is beside the executables.
    let image = image()
    let folders = (1...4).map { folder(of: image, up: $0) }
    guard let found = folders.map({ "\($0)/\(adapter)" }).first(where: isExecutable) else {
      throw ConformanceError(
        description: "there is no program \"\(adapter)\" in \(folders[0]), beside the tests: expected an executable"
          + " target of that name in Package.swift, with the adapter as its main program")
    }
    return found
  }

  /// A file in the folder of another one; nil if there is none.
  static func sibling(_ name: String, of file: String) -> String? {
    let path = "\(folder(of: file, up: 1))/\(name)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private static var searchPath: [String] {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
  }

  private static func isExecutable(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
      && FileManager.default.isExecutableFile(atPath: path)
  }

  private static func folder(of path: String, up levels: Int) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels)
    return parts.joined(separator: "/")
  }

  /// The file that holds the tests.
  private static func image() -> String {
    #if os(Linux)
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    #else
    var info = Dl_info()
    guard unsafe dladdr(#dsohandle, &info) != 0, let name = unsafe info.dli_fname else { return "" }
    return unsafe String(cString: name)
    #endif
  }
}
