// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// The settings that every target of ours is built with.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .strictMemorySafety(), .treatAllWarnings(as: .error),
]

/// What tests start programs with.
let subprocess: [Target.Dependency] = [
  .product(name: "Subprocess", package: "swift-subprocess"),
  .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// The product, each target with those that it may import: arrows point upwards in this list.
let product: [Target] = [
  .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
  .target(name: "CQuiescence"), .target(name: "CHost", dependencies: ["CQuiescence"]), .target(name: "CHosting"),
  .target(name: "APlusAdapter", swiftSettings: strict),
  .target(
    name: "APlusJSON", dependencies: ["CJansson", .product(name: "OrderedCollections", package: "swift-collections")],
    swiftSettings: strict), .target(name: "APlusModel", dependencies: ["APlusJSON"], swiftSettings: strict),
  .target(name: "APlusCases", dependencies: ["APlusJSON", "APlusModel"], swiftSettings: strict),
  // The file is that of `specs`, which the program holds, so that the judge reads nothing.
  .target(
    name: "APlusRules", dependencies: ["APlusJSON", "APlusModel"], resources: [.embedInCode("rules.json")],
    swiftSettings: strict),
  .target(name: "APlusJudge", dependencies: ["APlusModel", "APlusRules"], swiftSettings: strict),
  .target(name: "APlusOracle", dependencies: ["APlusModel", "APlusRules"], swiftSettings: strict),
  .target(
    name: "APlusFuzz", dependencies: ["APlusCases", "APlusJSON", "APlusModel", "APlusRules"], swiftSettings: strict),
  .target(name: "APlusQuiescence", dependencies: ["CQuiescence"], swiftSettings: strict),
  .target(name: "APlusTesting", dependencies: ["APlusQuiescence", "CQuiescence"], swiftSettings: strict),
  .target(
    name: "APlusHost",
    dependencies: ["APlusAdapter", "APlusJSON", "APlusModel", "APlusQuiescence", "CHost", "CQuiescence"],
    swiftSettings: strict),
  .target(
    name: "APlusHosting", dependencies: ["APlusJSON", "APlusModel", "APlusQuiescence", "CHosting", "CQuiescence"],
    swiftSettings: strict),
  .target(
    name: "APlusRunner",
    dependencies: [
      "APlusHosting", "APlusJSON", "APlusModel", .product(name: "HeapModule", package: "swift-collections"),
      .product(name: "OrderedCollections", package: "swift-collections"),
    ], swiftSettings: strict),
  .target(
    name: "APlusReports",
    dependencies: [
      "APlusJSON", "APlusModel", "APlusRules", .product(name: "OrderedCollections", package: "swift-collections"),
    ], swiftSettings: strict),
  .executableTarget(
    name: "aplus-check",
    dependencies: [
      "APlusCases", "APlusFuzz", "APlusHost", "APlusHosting", "APlusJSON", "APlusJudge", "APlusModel", "APlusOracle",
      "APlusReports", "APlusRunner", argumentParser,
    ], swiftSettings: strict),
]

/// A promise that is right, and promises with one fault each.
let beside: [Target] = [
  .target(name: "APlusReference", swiftSettings: strict),
  .executableTarget(
    name: "aplus-mutants", dependencies: ["APlusAdapter", "APlusHost", "APlusReference"], swiftSettings: strict),
]

/// Programs that tests start.
let programs: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["APlusCases", "APlusHosting", "APlusJSON", "APlusModel", "APlusRunner"] + subprocess,
    path: "Tests/Support", swiftSettings: strict),
  .target(
    name: "ReaderFuzzing",
    dependencies: [
      "APlusCases", "APlusHosting", "APlusJSON", "APlusJudge", "APlusModel", "APlusReports", "APlusRunner",
    ], path: "Tests/ReaderFuzzing", swiftSettings: strict),
  .executableTarget(
    name: "fuzz-readers", dependencies: ["APlusJSON", "ReaderFuzzing"], path: "Tests/FuzzReaders", swiftSettings: strict
  ),
  // The Swift library of the guide to adapters, as it stands there.
  .executableTarget(name: "mylib", dependencies: ["APlusAdapter", "APlusHost"], path: "Tests/GuideLibrary"),
  .executableTarget(
    name: "late-host", dependencies: ["APlusAdapter", "APlusHost", "APlusReference", "CQuiescence"],
    path: "Tests/LateHost", swiftSettings: strict),
  .executableTarget(
    name: "trapping-host", dependencies: ["APlusAdapter", "APlusHost"], path: "Tests/TrappingHost",
    swiftSettings: strict),
  .executableTarget(
    name: "idle-stress", dependencies: ["APlusHost", "APlusQuiescence", "CHost"], path: "Tests/IdleStress",
    swiftSettings: strict),
]

let tests: [Target] = [
  .testTarget(name: "APlusJSONTests", dependencies: ["APlusJSON"], swiftSettings: strict),
  .testTarget(name: "APlusModelTests", dependencies: ["APlusJSON", "APlusModel"], swiftSettings: strict),
  .testTarget(
    name: "APlusCasesTests", dependencies: ["APlusCases", "APlusJSON", "APlusModel", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "APlusRulesTests", dependencies: ["APlusCases", "APlusJSON", "APlusModel", "APlusRules", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "APlusJudgeTests", dependencies: ["APlusCases", "APlusJSON", "APlusJudge", "APlusModel"],
    swiftSettings: strict),
  .testTarget(
    name: "APlusOracleTests",
    dependencies: [
      "APlusAdapter", "APlusCases", "APlusHost", "APlusJSON", "APlusJudge", "APlusModel", "APlusOracle", "TestSupport",
      "aplus-mutants",
    ], swiftSettings: strict),
  .testTarget(
    name: "APlusFuzzTests",
    dependencies: [
      "APlusCases", "APlusFuzz", "APlusHosting", "APlusJSON", "APlusJudge", "APlusModel", "APlusRules", "APlusRunner",
      "TestSupport", "aplus-check", "aplus-mutants",
    ], swiftSettings: strict),
  .testTarget(
    name: "APlusHostTests",
    dependencies: [
      "APlusAdapter", "APlusHost", "APlusJSON", "APlusModel", "APlusQuiescence", "CHost", "CQuiescence", "TestSupport",
      "aplus-mutants", "idle-stress", "late-host",
    ], swiftSettings: strict),
  .testTarget(
    name: "APlusTestingTests", dependencies: ["APlusQuiescence", "APlusTesting", "CQuiescence"], swiftSettings: strict),
  .testTarget(name: "APlusReferenceTests", dependencies: ["APlusReference"], swiftSettings: strict),
  .testTarget(
    name: "APlusRunnerTests",
    dependencies: [
      "APlusCases", "APlusHosting", "APlusJSON", "APlusJudge", "APlusModel", "APlusRunner", "TestSupport",
    ], swiftSettings: strict),
  .testTarget(
    name: "APlusReportsTests",
    dependencies: [
      "APlusCases", "APlusHosting", "APlusJSON", "APlusJudge", "APlusModel", "APlusReports", "APlusRunner",
      "TestSupport",
    ], swiftSettings: strict),
  .testTarget(
    name: "CLITests",
    dependencies: [
      "APlusCases", "APlusHosting", "APlusJSON", "APlusJudge", "APlusModel", "APlusReports", "APlusRunner",
      "ReaderFuzzing", "TestSupport", "aplus-check", "aplus-mutants", "mylib", argumentParser,
    ] + subprocess,
    exclude: [
      "Browser", "CLibrary", "ChangedTable", "Faults", "Flapping", "Injection", "RustLibrary", "Subjects",
      "SwiftLibrary",
    ], swiftSettings: strict),
  .testTarget(
    name: "KitTests",
    dependencies: [
      "APlusCases", "APlusHosting", "APlusJudge", "APlusModel", "APlusOracle", "APlusRunner", "TestSupport",
      "trapping-host",
    ],
    exclude: [
      "Channels", "Completions", "Computing", "Coroutines", "Crashing", "Kinds", "Late", "ObjectiveC", "Racy",
      "Recursive", "Replacing", "Results", "Right", "Rust", "Scopes", "Trapping", "Waiting",
    ], swiftSettings: strict),
  .testTarget(
    name: "MutantTests",
    dependencies: [
      "APlusAdapter", "APlusCases", "APlusFuzz", "APlusHost", "APlusHosting", "APlusJSON", "APlusJudge", "APlusModel",
      "APlusOracle", "APlusReference", "APlusReports", "APlusRunner", "ReaderFuzzing", "TestSupport", "aplus-check",
      "aplus-mutants",
    ], exclude: ["Limits", "OneFact", "WrongAdapters"], swiftSettings: strict),
]

/// An installation holds what adapters in Swift import, and nothing else.
let isInstalled = !FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests")
let installed: Set = [
  "CJansson", "CQuiescence", "CHost", "APlusAdapter", "APlusJSON", "APlusModel", "APlusQuiescence", "APlusHost",
  "APlusTesting",
]
let commandDependencies: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
  .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
]

let package = Package(
  name: "aplus-check", platforms: [.macOS(.v15)],
  products: [
    .library(name: "APlusAdapter", targets: ["APlusAdapter"]), .library(name: "APlusHost", targets: ["APlusHost"]),
    .library(name: "APlusTesting", targets: ["APlusTesting"]),
  ],
  dependencies: [.package(url: "https://github.com/apple/swift-collections", from: "1.6.0")]
    + (isInstalled ? [] : commandDependencies),
  targets: isInstalled ? product.filter { installed.contains($0.name) } : product + beside + programs + tests,
  swiftLanguageModes: [.v6])
