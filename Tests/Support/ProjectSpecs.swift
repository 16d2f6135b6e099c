package import APlusCases
import Foundation

/// The specifications of the project, loaded once for all suites.
package enum ProjectSpecs {
  /// The directory, with a slash at its end.
  package static let directory =
    URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()
    + "specs/"

  /// The chapters of a default run.
  package static let library = Result { try SpecLibrary(directory: directory) }

  /// All chapters, including those that are opt-in.
  package static let whole = Result { try SpecLibrary(directory: directory, withOptIn: true) }
}
