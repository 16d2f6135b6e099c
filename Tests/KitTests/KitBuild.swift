import APlusHosting
import Foundation
import TestSupport

/// Whether an adapter of a kit must be built: only where its sources differ from those of the last build.
struct KitBuild {
  /// Where the sources of the last build stand; nil where nothing is built.
  private let stamp: URL?
  private let sources: Data

  init(of adapter: Adapter) {
    let folder = adapter.directory.map { URL(filePath: $0) }
    stamp = adapter.build.isEmpty ? nil : folder?.appending(path: ".build/sources")
    var sources = Data(adapter.build.description.utf8)
    for folder in [URL(filePath: Repository.root + "adapters/kits"), folder].compactMap(\.self) {
      Self.append(folder, to: &sources)
    }
    self.sources = sources
  }

  /// Whether the last build was of the same sources.
  var isFresh: Bool {
    guard let stamp else { return true }
    return (try? Data(contentsOf: stamp)) == sources
  }

  /// Says that the adapter is built.
  func note() throws { if let stamp, !isFresh { try sources.write(to: stamp) } }

  private static func append(_ folder: URL, to sources: inout Data) {
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: .skipsHiddenFiles)
    let paths = (files?.allObjects as? [URL] ?? []).map(\.path).sorted()
    for path in paths {
      sources += Data(path.utf8)
      sources += (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    }
  }
}
