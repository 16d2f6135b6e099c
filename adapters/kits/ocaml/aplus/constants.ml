(* The constants that the hosts of all languages share. A test compares them with `kits/vocabulary.json`. *)

let longest_text_length = 200
let patience_milliseconds = 6000
let patience_per_event_milliseconds = 0.3
let patience_while_computing = 16.
let longest_step_share = 0.25
let computation_step_milliseconds = 20.
let fruitless_drains = 1_000_000
let broken_exit_status = 70
