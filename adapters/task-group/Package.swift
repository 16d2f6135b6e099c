// swift-tools-version: 6.3
import PackageDescription

// It also has the adapter of `../discarding-task-group`: both are built at once.

let checks: [Target.Dependency] = ["APlusAdapter", "APlusHost"].map { .product(name: $0, package: "aplus-check") }
let package = Package(
  name: "task-group", platforms: [.macOS(.v15)], dependencies: [.package(name: "aplus-check", path: "../..")],
  targets: [
    .executableTarget(name: "TaskGroups", dependencies: checks),
    .executableTarget(name: "DiscardingTaskGroups", dependencies: checks),
  ], swiftLanguageModes: [.v6])
