/// The version of this package, shared by all its programs and libraries.
package enum PackageVersion { package static let current = "0.1.0" }
