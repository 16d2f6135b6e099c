import APlusJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The directory of specifications on disk.
struct SpecFolder {
  /// The file that identifies a directory of specifications; own cases need none.
  static let marker = "tables.json"

  private let directory: String

  init(_ directory: String) { self.directory = directory.hasSuffix("/") ? String(directory.dropLast()) : directory }

  /// Whether a folder of the directory has files that may be cases.
  var hasCases: Bool {
    let folders = (try? names(in: directory).filter(isFolder)) ?? []
    return folders.contains { folder in
      (try? names(in: "\(directory)/\(folder)"))?.contains { $0.hasSuffix(".json") } ?? false
    }
  }

  /// Reads the tables, if there are any, then the files of the chapters in their order.
  func files(chapters: Set<String>?) throws(ReadErrors) -> [TextFile] {
    let tables = "\(directory)/\(Self.marker)"
    var files = FileManager.default.fileExists(atPath: tables) ? [try read(tables)] : []
    let folders = try names(in: directory).filter { $0 != "schema" && isFolder($0) }
    if let unknown = chapters?.sorted().first(where: { !folders.contains($0) }) {
      let hint = folders.nearest(to: unknown).map { "; did you mean \"\($0)\"?" } ?? ""
      throw ReadErrors(file: directory, "found no chapter \"\(unknown)\"\(hint)")
    }
    for folder in folders.sorted(by: Self.precedes) where chapters?.contains(folder) ?? true {
      for name in try names(in: "\(directory)/\(folder)").sorted()
      where name.hasSuffix(".json") && name != OfficialMap.fileName {
        files.append(try read("\(directory)/\(folder)/\(name)"))
      }
    }
    return files
  }

  /// Reads the table of the official suite's tests; nil if the directory has none.
  func officialMap() throws(ReadErrors) -> TextFile? {
    let path = "\(directory)/aplus/\(OfficialMap.fileName)"
    return FileManager.default.fileExists(atPath: path) ? try read(path) : nil
  }

  /// Whether one chapter comes before another.
  private static func precedes(_ first: String, _ second: String) -> Bool {
    let order = SpecLibrary.chapterOrder
    let ranks = [first, second].map { order.firstIndex(of: $0) ?? order.count }
    return (ranks[0], first) < (ranks[1], second)
  }

  private func isFolder(_ name: String) -> Bool {
    var isDirectory = false
    #if canImport(FoundationEssentials)
    let exists = FileManager.default.fileExists(atPath: "\(directory)/\(name)", isDirectory: &isDirectory)
    #else
    var flag: ObjCBool = false
    let exists = unsafe FileManager.default.fileExists(atPath: "\(directory)/\(name)", isDirectory: &flag)
    isDirectory = flag.boolValue
    #endif
    return exists && isDirectory
  }

  private func names(in folder: String) throws(ReadErrors) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw ReadErrors(file: folder, "found no readable directory")
    }
  }

  /// The size of a file in bytes, far above what a person writes; its values take ten times as much.
  private static let sizeLimit = 16 << 20

  private func read(_ path: String) throws(ReadErrors) -> TextFile {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ReadErrors(file: path, "found no readable file")
    }
    guard data.count <= Self.sizeLimit else {
      throw ReadErrors(
        file: path, "found \(data.count >> 20) MiB, expected at most \(Self.sizeLimit >> 20); split the file")
    }
    return TextFile(name: path, bytes: Array(data))
  }
}
