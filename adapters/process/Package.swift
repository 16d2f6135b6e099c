// swift-tools-version: 6.3
import PackageDescription

// A separate package, like the adapter of a library outside this repository.

let package = Package(
  name: "process", platforms: [.macOS(.v15)], dependencies: [.package(name: "aplus-check", path: "../..")],
  targets: [
    .executableTarget(
      name: "Processes",
      dependencies: [
        .product(name: "APlusAdapter", package: "aplus-check"), .product(name: "APlusHost", package: "aplus-check"),
      ], path: "Sources")
  ], swiftLanguageModes: [.v6])
