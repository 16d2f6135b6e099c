// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that aplus-check itself does not depend on OpenCombine. Its directory must
// not have the name of that package, because SwiftPM identifies packages by their directories.

let package = Package(
  name: "open-combine", platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "aplus-check", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "CombineFutures",
      dependencies: [
        .product(name: "APlusAdapter", package: "aplus-check"), .product(name: "APlusHost", package: "aplus-check"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ], path: "Sources")
  ], swiftLanguageModes: [.v6])
