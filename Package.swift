// swift-tools-version: 6.3
import PackageDescription

/// The settings that every target of ours is built with.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// What it takes to start programs and to talk to them.
let subprocess: [Target.Dependency] = [
  .product(name: "Subprocess", package: "swift-subprocess"),
  .product(
    name: "SystemPackage",
    package: "swift-system",
    condition: .when(platforms: [.linux])
  ),
]

let package = Package(
  name: "aplus-check",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "APlusAdapter", targets: ["APlusAdapter"]),
    .library(name: "APlusHost", targets: ["APlusHost"]),
    .library(name: "APlusReference", targets: ["APlusReference"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .systemLibrary(
      name: "CJansson",
      pkgConfig: "jansson",
      providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]
    ),
    .target(
      name: "APlusJSON",
      dependencies: [
        "CJansson",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "aplus-bench",
      dependencies: [
        "APlusEngine", "APlusJSON", "APlusJudge", "APlusReferenceAdapter", "APlusRunner",
        "APlusSpec", "APlusTrace", "CPlatform",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "ProgramRun",
      dependencies: subprocess,
      path: "Tests/ProgramRun",
      swiftSettings: strict
    ),
    .testTarget(
      name: "MutantTests",
      dependencies: [
        "aplus-check", "APlusAdapter", "APlusEngine", "APlusJSON", "APlusJudge", "APlusMutants",
        "APlusReference", "APlusReferenceAdapter", "APlusReports", "APlusRunner", "APlusSpec",
        "APlusTrace", "ProgramRun",
      ],
      exclude: ["WrongAdapters"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "KitTests",
      dependencies: ["APlusJudge", "APlusRunner", "APlusSpec", "APlusTrace", "ProgramRun"],
      exclude: ["Crashing", "Late", "Racy", "Recursive"],
      swiftSettings: strict
    ),
    .testTarget(name: "APlusJSONTests", dependencies: ["APlusJSON"], swiftSettings: strict),
    .testTarget(
      name: "APlusRunnerTests",
      dependencies: ["APlusJSON", "APlusSpec", "APlusTrace", "APlusJudge", "APlusRunner"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "APlusTraceTests",
      dependencies: ["APlusJSON", "APlusTrace"],
      swiftSettings: strict
    ),
    .target(name: "APlusSpec", dependencies: ["APlusJSON"], swiftSettings: strict),
    .target(name: "APlusTrace", dependencies: ["APlusJSON"], swiftSettings: strict),
    .target(name: "CPlatform"),
    .target(name: "APlusAdapter", swiftSettings: strict),
    .target(
      name: "APlusEngine",
      dependencies: ["APlusAdapter", "APlusSpec", "APlusTrace", "CPlatform"],
      swiftSettings: strict
    ),
    .target(
      name: "APlusHost",
      dependencies: [
        "APlusAdapter", "APlusEngine", "APlusJSON", "APlusSpec", "APlusTrace", "CPlatform",
      ],
      swiftSettings: strict
    ),
    .target(name: "CNativeAdapter"),
    .target(
      name: "APlusNative",
      dependencies: ["APlusAdapter", "APlusEngine", "APlusHost", "APlusSpec", "CNativeAdapter"],
      swiftSettings: strict
    ),
    .target(
      name: "APlusReferenceAdapter",
      dependencies: ["APlusAdapter", "APlusReference"],
      swiftSettings: strict
    ),
    .target(
      name: "APlusMutants",
      dependencies: ["APlusAdapter", "APlusReference", "APlusReferenceAdapter"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "reference-host",
      dependencies: ["APlusAdapter", "APlusHost", "APlusReference", "APlusReferenceAdapter"],
      path: "Tests/ReferenceHost",
      swiftSettings: strict
    ),
    .testTarget(
      name: "APlusHostTests",
      dependencies: ["APlusHost", "APlusJSON", "APlusTrace", "ProgramRun", "reference-host"],
      swiftSettings: strict
    ),
    // The library of README, as it stands there.
    .executableTarget(
      name: "mylib",
      dependencies: ["APlusAdapter", "APlusHost"],
      path: "Tests/ReadmeLibrary"
    ),
    .executableTarget(
      name: "idle-stress",
      dependencies: ["APlusEngine", "CPlatform"],
      path: "Tests/IdleStress",
      swiftSettings: strict
    ),
    .testTarget(
      name: "APlusEngineTests",
      dependencies: [
        "APlusAdapter", "APlusEngine", "APlusSpec", "APlusTrace", "CPlatform", "ProgramRun",
        "idle-stress",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "APlusJudge",
      dependencies: ["APlusJSON", "APlusSpec", "APlusTrace"],
      swiftSettings: strict
    ),
    .target(
      name: "APlusRunner",
      dependencies: [
        "APlusJSON", "APlusSpec", "APlusTrace", "APlusJudge", "CPlatform",
      ] + subprocess,
      swiftSettings: strict
    ),
    .target(
      name: "APlusReports",
      dependencies: ["APlusJSON", "APlusSpec", "APlusTrace", "APlusJudge", "APlusRunner"],
      swiftSettings: strict
    ),
    .target(name: "APlusReference", swiftSettings: strict),
    .testTarget(
      name: "APlusReferenceTests",
      dependencies: ["APlusReference"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "aplus-check",
      dependencies: [
        "APlusJSON", "APlusSpec", "APlusTrace", "APlusJudge", "APlusRunner", "APlusReports",
        "APlusAdapter", "APlusHost", "APlusMutants", "APlusNative", "APlusReferenceAdapter",
        "CPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "aplus-check", "mylib", "APlusJSON", "APlusSpec", "APlusJudge", "APlusMutants",
        "APlusRunner", "APlusReports", "APlusTrace", "ProgramRun",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + subprocess,
      exclude: ["Browser", "Flapping"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "APlusReportsTests",
      dependencies: [
        "APlusJSON", "APlusSpec", "APlusTrace", "APlusJudge", "APlusRunner", "APlusReports",
        "ProgramRun",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "APlusJudgeTests",
      dependencies: ["APlusJSON", "APlusJudge", "APlusSpec", "APlusTrace"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "APlusSpecTests",
      dependencies: ["APlusSpec", "APlusJSON"],
      swiftSettings: strict
    ),
    .testTarget(name: "RepositoryTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
