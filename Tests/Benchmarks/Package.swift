// swift-tools-version: 6.3
import PackageDescription

// It runs the command as a whole, as users do, and so needs nothing of the product.
let package = Package(
  name: "aplus-bench", platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(name: "aplus-bench", swiftSettings: [.strictMemorySafety(), .treatAllWarnings(as: .error)])
  ], swiftLanguageModes: [.v6])
