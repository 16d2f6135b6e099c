import APlusHost

// The host of a promise that is right, and starts each handler late.
//
//   late-host timer MILLISECONDS
//   late-host computation [MILLISECONDS]

let arguments = CommandLine.arguments.dropFirst()
let milliseconds = arguments.dropFirst().first.flatMap { Int($0) }
let lateness: Lateness = arguments.first == "computation" ? .computation(milliseconds) : .timer(milliseconds ?? 100)
HostMain.run(name: "late", library: "APlusReference") { LateAdapter(lateness) }
