import Foundation

/// The repository that the tests run in.
package enum Repository {
  /// Its folder, with a slash at its end.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path(percentEncoded: false)
}
