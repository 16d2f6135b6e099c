// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that aplus-check itself does not depend on SwiftNIO.

let package = Package(
  name: "nio", platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "aplus-check", path: "../.."), .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .executableTarget(
      name: "NIOFutures",
      dependencies: [
        .product(name: "APlusAdapter", package: "aplus-check"), .product(name: "APlusHost", package: "aplus-check"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ], path: "Sources")
  ], swiftLanguageModes: [.v6])
