import APlusHost
import APlusQuiescence
import CHost
import Dispatch
import Synchronization

// Tries to catch the horizon check out: chains of hops over queues, pools, timers and tasks, and
// after each the question whether anything can still run. A chain that is found idle before its
// last hop is a false idle.
//
//   idle-stress [TRIALS] [SEED]

let trials = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 5000
let seed = CommandLine.arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 1

guard let horizon = Horizon() else { end(2, "this system does not tell how its threads are") }

Stress(horizon: horizon, trials: trials, seed: seed).start()
aplus_main_pump()
