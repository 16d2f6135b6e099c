import APlusModel
import APlusReports
import ArgumentParser
import Foundation

/// The values of options that a shell completes.
enum Completions {
  /// Names of adapters; of an argument with a slash, the files that it may become.
  static let adapters = CompletionKind.custom { _, _, word in
    if word.contains("/") { return files(word) }
    guard let names = try? AdapterArguments.names() else { return [] }
    // Variants, such as each mutant, come once the name before the colon is there.
    return (names.builtIn + names.libraries).filter { word.contains(":") || !$0.contains(":") }.sorted()
  }

  /// Names of chapters, also after a comma.
  static let chapters = CompletionKind.custom { _, _, word in
    let chosen = word.lastIndex(of: ",").map { word[...$0] } ?? ""
    return (try? Catalogue.load(specs: nil).chapters)?.map { chosen + $0 } ?? []
  }

  /// Ids of cases.
  static let cases = CompletionKind.custom { _, _, _ in (try? Catalogue.load(specs: nil).scenarios.map(\.id)) ?? [] }

  /// Kinds of reports.
  static let reports = CompletionKind.list(ReportKind.all.map { "\($0.name)=" })

  private static func files(_ word: String) -> [String] {
    let folder = word[...(word.lastIndex(of: "/") ?? word.startIndex)]
    let found = (try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []
    return found.sorted().map { folder + $0 }
  }
}
