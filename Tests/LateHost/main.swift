import APlusHost

// The host of a promise that is right, and starts each handler late.
//
//   late-host MILLISECONDS

let milliseconds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100
HostMain.run(name: "late", library: "APlusReference") { LateAdapter(milliseconds: milliseconds) }
