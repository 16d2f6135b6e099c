import APlusHost
import APlusReferenceAdapter

// The host of the reference by itself, as `aplus-check` starts it.

HostMain.run(name: "reference", library: "APlusReference") { ReferenceAdapter() }
