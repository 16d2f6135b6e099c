import Foundation

/// The copy, below the cache directory, in which an adapter is built that cannot be built in place.
///
/// Links put the kits and the Swift package beside the copy of an installed adapter:
///
///     ~/.cache/aplus-check/adapters/kj     a copy of /usr/share/aplus-check/adapters/kj
///     ~/.cache/aplus-check/adapters/kits   → /usr/share/aplus-check/adapters/kits
///     ~/.cache/aplus-check/Package.swift   → /usr/share/aplus-check/Package.swift
package struct BuildPlace {
  private let adapter: Adapter
  private let original: String
  private let root: String
  private let copy: String
  private let files = FileManager.default

  /// Creates the place of an adapter; nil for one that is built in place, or not at all.
  ///
  /// - Parameters:
  ///   - adapter: An adapter with build steps.
  ///   - root: The cache directory; nil where there is none.
  package init?(of adapter: Adapter, root: String? = CacheDirectory.path()) {
    guard !adapter.build.isEmpty, let directory = adapter.directory, let root else { return nil }
    let isInstalled = Self.isInstalled(directory)
    guard isInstalled || !FileManager.default.isWritableFile(atPath: directory) else { return nil }
    self.adapter = adapter
    self.root = root
    original = directory
    let folder = URL(fileURLWithPath: directory).lastPathComponent
    copy = "\(root)/adapters/\(folder)" + (isInstalled ? "" : "-\(CacheDirectory.mark(of: directory))")
  }

  /// Whether a directory belongs to an installation, which a run never changes, even as root.
  private static func isInstalled(_ directory: String) -> Bool { directory.contains("/share/aplus-check/adapters/") }

  /// The adapter in its copy; nil where there is no copy yet.
  package var existing: Adapter? { files.fileExists(atPath: copy) ? moved : nil }

  /// Makes the copy, or brings it up to date where no other run uses it.
  ///
  /// The build itself does that again, after it has waited for the other run.
  ///
  /// - Returns: The adapter, with the copy as its directory.
  /// - Throws: That the copy cannot be written.
  package func prepared() throws(AdapterError) -> Adapter {
    try CacheDirectory.prepare(["adapters", URL(fileURLWithPath: copy).lastPathComponent], in: root)
    do {
      if let lock = BuildLock.holdIfFree(moved, .building) {
        defer { withExtendedLifetime(lock) {} }
        try DirectoryCopy(original: original, copy: copy).update()
      }
      let parent = URL(fileURLWithPath: original).deletingLastPathComponent()
      try link("adapters/kits", to: parent.appendingPathComponent("kits"))
      let data = parent.deletingLastPathComponent()
      for name in ["Package.swift", "Sources"] { try link(name, to: data.appendingPathComponent(name)) }
    } catch { throw error as? AdapterError ?? Self.failure(of: adapter, in: copy) }
    return moved
  }

  /// Brings the copy of an adapter up to date, if it is built in one; the caller holds its lock.
  static func update(_ adapter: Adapter) throws(AdapterError) {
    guard let original = adapter.original, let copy = adapter.directory else { return }
    do { try DirectoryCopy(original: original, copy: copy).update() } catch {
      throw error as? AdapterError ?? failure(of: adapter, in: copy)
    }
  }

  private static func failure(of adapter: Adapter, in copy: String) -> AdapterError {
    AdapterError(
      kind: .invalid,
      message: "\(adapter.name) is built in \(copy), which cannot be written; set XDG_CACHE_HOME"
        + " to a writable directory")
  }

  private var moved: Adapter {
    var adapter = adapter
    adapter.directory = copy
    adapter.original = original
    return adapter
  }

  /// Makes a link below the cache directory if its target exists.
  private func link(_ name: String, to target: URL) throws {
    let path = "\(root)/\(name)"
    guard files.fileExists(atPath: target.path), (try? files.destinationOfSymbolicLink(atPath: path)) != target.path
    else { return }
    let half = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    try? files.removeItem(atPath: half)
    try files.createSymbolicLink(atPath: half, withDestinationPath: target.path)
    guard unsafe rename(half, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
