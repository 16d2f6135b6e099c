import APlusCases
import APlusModel

/// The specifications of the project itself, loaded once.
enum ProjectSpecs {
  /// The directory, found from this source file, with a slash at its end.
  static let directory =
    #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/specs/"

  static let library = Result { try SpecLibrary(directory: directory, withOptIn: true) }
}
