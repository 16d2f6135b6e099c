import Foundation

@testable import aplus_check

/// The cases of the project, loaded once for all suites.
enum ProjectCatalogue {
  static let whole = Result { try Catalogue.load(specs: CommandRun.package.appending(path: "specs").path) }
}
