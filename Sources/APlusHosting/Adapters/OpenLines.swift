import Foundation

/// The lines that `init` marked in an adapter, and that the user has not filled in yet.
package enum OpenLines {
  /// The mark, which precedes the words that say what to fill in.
  package static let mark = "FILL IN: "
  /// Larger files are skipped, as no adapter is that large; in bytes.
  private static let sizeLimit = 1 << 18

  /// Refuses an adapter with open lines.
  ///
  /// - Parameter adapter: The adapter; its file is read, or the sources beside its manifest.
  /// - Throws: The open lines, each with its place and what belongs there.
  package static func check(_ adapter: Adapter) throws(AdapterError) {
    guard let directory = adapter.directory, !adapter.isBuiltIn else { return }
    let sources = isFile(adapter.argument) ? [adapter.argument] : sources(in: directory)
    let open = sources.flatMap(marks)
    guard !open.isEmpty else { return }
    let count = open.count == 1 ? "1 line" : "\(open.count) lines"
    let headline = "\(adapter.argument): \(count) to fill in; remove each mark (\(mark.dropLast(2))) with it"
    throw AdapterError(kind: .invalid, message: ([headline] + open).joined(separator: "\n"))
  }

  /// The source files in an adapter's directory and in the targets of a Swift package.
  private static func sources(in directory: String) -> [String] {
    let targets = names(in: "\(directory)/Sources").map { "\(directory)/Sources/\($0)" }
    return ([directory] + targets).flatMap { folder in
      names(in: folder).filter { AdapterLanguage.isSource($0) }.map { "\(folder)/\($0)" }
    }
  }

  private static func isFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// The marks of a file: `adapter.cjs:4: make a pending promise`.
  private static func marks(in path: String) -> [String] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = attributes?[.size] as? Int, size <= sizeLimit,
      let data = FileManager.default.contents(atPath: path)
    else { return [] }
    let lines = String(decoding: data, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return zip(1..., lines).compactMap { number, line in
      guard let start = line.firstRange(of: mark)?.upperBound else { return nil }
      let what = line[start...].replacing(" *)", with: "")
      return "\(path):\(number): \(what)"
    }
  }
}
