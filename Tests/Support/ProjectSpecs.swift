package import APlusCases

/// The specifications of the project, loaded once for all suites.
package enum ProjectSpecs {
  /// The directory, with a slash at its end.
  package static let directory = Repository.root + "specs/"

  /// The chapters of a default run.
  package static let library = Result { try SpecLibrary(directory: directory) }

  /// All chapters, including those that are opt-in.
  package static let whole = Result { try SpecLibrary(directory: directory, withOptIn: true) }
}
