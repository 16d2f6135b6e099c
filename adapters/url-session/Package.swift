// swift-tools-version: 6.3
import PackageDescription

// A separate package, like the adapter of a library outside this repository.

let package = Package(
  name: "url-session", platforms: [.macOS(.v15)], dependencies: [.package(name: "aplus-check", path: "../..")],
  targets: [
    .executableTarget(
      name: "DataTasks",
      dependencies: [
        .product(name: "APlusAdapter", package: "aplus-check"), .product(name: "APlusHost", package: "aplus-check"),
      ], path: "Sources")
  ], swiftLanguageModes: [.v6])
