// swift-tools-version: 6.1
import PackageDescription

let checks: [Target.Dependency] = ["APlusAdapter", "APlusHost"].map { .product(name: $0, package: "aplus-check") }
// The sources of aplus-check: those of the installation that wrote this file, or those that the variable names.
let sources = Context.environment["APLUS_CHECK_PACKAGE"] ?? "{package}"
// FILL IN: the package of your library, here and among the dependencies of the target
let package = Package(
  name: "adapter", platforms: [.macOS(.v15)], dependencies: [.package(name: "aplus-check", path: sources)],
  targets: [.executableTarget(name: "adapter", dependencies: checks)])
