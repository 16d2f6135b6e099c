// swift-tools-version: 6.1
import PackageDescription

let checks: [Target.Dependency] = ["APlusAdapter", "APlusHost"].map { .product(name: $0, package: "aplus-check") }
// FILL IN: the package of your library, here and among the dependencies of the target
let package = Package(
  name: "adapter", platforms: [.macOS(.v15)], dependencies: [.package(name: "aplus-check", path: "{package}")],
  targets: [.executableTarget(name: "adapter", dependencies: checks)])
