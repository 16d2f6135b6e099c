// swift-tools-version: 6.3
import PackageDescription

let checks: [Target.Dependency] = ["APlusAdapter", "APlusHost"].map { .product(name: $0, package: "aplus-check") }
let package = Package(
  name: "mylib", platforms: [.macOS(.v15)], dependencies: [.package(path: "../aplus-check")],
  targets: [
    .target(name: "MyLib"), .executableTarget(name: "mylib-adapter", dependencies: ["MyLib"] + checks),
    .testTarget(name: "MyLibTests", dependencies: [.product(name: "APlusTesting", package: "aplus-check"), "MyLib"]),
  ])
