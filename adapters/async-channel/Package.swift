// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that aplus-check itself does not depend on swift-async-algorithms. It also has the adapter of
// `../async-stream`: both are built at once.

let checks: [Target.Dependency] = ["APlusAdapter", "APlusHost"].map { .product(name: $0, package: "aplus-check") }
let package = Package(
  name: "async-channel", platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "aplus-check", path: "../.."),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .executableTarget(
      name: "AsyncChannels",
      dependencies: checks + [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
    .executableTarget(name: "AsyncStreams", dependencies: checks),
  ], swiftLanguageModes: [.v6])
