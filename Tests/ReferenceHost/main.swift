import APlusHost
import APlusMutants

// The host of the reference by itself, as `aplus-check` starts it; with a number, one that starts
// each handler so many milliseconds late.
//
//   reference-host [MILLISECONDS]

if let milliseconds = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) {
  HostMain.run(name: "late", library: "APlusReference") { LateAdapter(milliseconds: milliseconds) }
} else {
  HostMain.run(name: "reference", library: "APlusReference") { ReferenceAdapter() }
}
