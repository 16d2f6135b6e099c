import APlusHost

// The host of a promise that traps at one place, in the library or in its adapter.
//
//   trapping-host PLACE

let place = CommandLine.arguments.dropFirst().first ?? ""
HostMain.run(name: "trapping", library: "a promise that traps") { TrappingAdapter(place: place) }
