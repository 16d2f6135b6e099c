import APlusSpec
import Foundation

/// The specifications of the project itself, loaded once.
enum ProjectSpecs {
  /// The directory, found from this source file.
  static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "specs").path()

  static let library = Result { try SpecLibrary(directory: directory) }
}
