import APlusReports
import ArgumentParser

/// A requested report: `KIND=PATH`.
struct ReportRequest: Hashable {
  var kind: Kind
  var path: String

  /// The kinds of report.
  enum Kind: String, CaseIterable {
    case junit
    case json
    /// A directory with one file for each case.
    case traces
    /// The compatibility table, in the form that the path ends with.
    case matrix
  }

  init(kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }

  /// Reads a request of the command line.
  init(parsing text: String) throws(ValidationError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), !parts[1].isEmpty else {
      let kinds = Kind.allCases.map { "\($0.rawValue)=PATH" }.joined(separator: ", ")
      throw ValidationError("found '\(text)', expected \(kinds)")
    }
    self.init(kind: kind, path: String(parts[1]))
    if kind == .matrix, matrixForm == nil {
      throw ValidationError(
        "found '\(text)', expected a path that ends with .md (Markdown) or .html"
      )
    }
  }

  /// The form of a matrix by the end of its path, if that is known.
  var matrixForm: MatrixReport.Form? {
    MatrixReport.Form.allCases.first { path.hasSuffix(".\($0.rawValue)") }
  }

  /// The default report of an adapter: `reports/<adapter>.xml`.
  static func standard(adapter: String) -> ReportRequest {
    ReportRequest(kind: .junit, path: "reports/\(fileName(for: adapter)).xml")
  }

  /// A name for a file: characters outside `[A-Za-z0-9._-]` become hyphens.
  static func fileName(for name: String) -> String {
    let plain = name.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": Character(scalar)
      default: "-"
      }
    }
    // A name of dots alone would be a directory.
    return plain.allSatisfy { $0 == "." } ? String(plain.map { _ in "-" }) : String(plain)
  }
}
