import Foundation

/// A copy of a directory without its hidden files, to which a build adds files of its own.
struct DirectoryCopy {
  /// The file in the copy that lists what was copied, as paths with a null byte between them.
  private static let list = ".copied"

  let original: String
  let copy: String

  private var files: FileManager { .default }

  /// Brings the copy up to date; what a build has written stays.
  ///
  /// Files keep their dates, so that the build finds what has changed.
  func update() throws {
    var paths: [String] = []
    try collect(in: "", &paths)
    try removeAll(except: Set(paths))
    // First, so that no file is in the copy without being in the list.
    let list = Data(paths.joined(separator: "\0").utf8)
    try list.write(to: URL(fileURLWithPath: "\(copy)/\(Self.list)"), options: .atomic)
    for path in paths { try update(path) }
  }

  /// Collects the paths of the original's files below a folder, which is empty or ends in a slash.
  private func collect(in folder: String, _ paths: inout [String]) throws {
    let names = try files.contentsOfDirectory(atPath: "\(original)/\(folder)")
    for name in names where !name.hasPrefix(".") {
      let path = folder + name
      let attributes = try files.attributesOfItem(atPath: "\(original)/\(path)")
      if attributes[.type] as? FileAttributeType == .typeDirectory {
        try collect(in: "\(path)/", &paths)
      } else {
        paths.append(path)
      }
    }
  }

  /// Removes what was copied before and is gone from the original, with the folders that this
  /// empties.
  private func removeAll(except kept: Set<String>) throws {
    let list = files.contents(atPath: "\(copy)/\(Self.list)") ?? Data()
    let paths = list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    for path in paths { try check(path) }
    for var path in paths {
      guard !kept.contains(path), unsafe unlink("\(copy)/\(path)") == 0 else { continue }
      while let slash = path.lastIndex(of: "/") {
        path = String(path[..<slash])
        guard unsafe rmdir("\(copy)/\(path)") == 0 else { break }
      }
    }
  }

  /// Refuses a path that leads out of the copy, by its names or by a link to a folder, which a build may have made.
  private func check(_ path: String) throws(AdapterError) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    var folder = copy
    for (place, name) in names.enumerated() {
      let isLink = place > 0 && (try? files.destinationOfSymbolicLink(atPath: folder)) != nil
      guard !["", ".", ".."].contains(name), !isLink else {
        throw AdapterError(
          kind: .invalid,
          message: "\(copy)/\(Self.list): found \"\(path)\", expected a path in its directory; remove"
            + " the directory, and it is made anew")
      }
      folder += "/\(name)"
    }
  }

  /// Copies a file that differs in size or date.
  ///
  /// A copy is renamed into place, as other runs may be reading the old file.
  private func update(_ path: String) throws {
    try check(path)
    let (from, to) = ("\(original)/\(path)", "\(copy)/\(path)")
    let attributes = try files.attributesOfItem(atPath: from)
    guard !isSame(attributes, as: to) else { return }
    let place = URL(fileURLWithPath: to)
    let folder = place.deletingLastPathComponent().path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let process = ProcessInfo.processInfo.processIdentifier
    let half = "\(folder)/.\(place.lastPathComponent).\(process)"
    try? files.removeItem(atPath: half)
    try files.copyItem(atPath: from, toPath: half)
    if let date = attributes[.modificationDate] {
      try files.setAttributes([.modificationDate: date], ofItemAtPath: half)
    }
    guard unsafe rename(half, to) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  private func isSame(_ attributes: [FileAttributeKey: Any], as path: String) -> Bool {
    guard let other = try? files.attributesOfItem(atPath: path) else { return false }
    return attributes[.size] as? Int == other[.size] as? Int
      && attributes[.modificationDate] as? Date == other[.modificationDate] as? Date
  }
}
