/// The version of this package: of its programs, its libraries and its packages.
package enum PackageVersion {
  package static let current = "0.1.0"
}
