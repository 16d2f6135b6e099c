(* The constants that the hosts of all languages share. A test compares them with `kits/vocabulary.json`. *)

let longest_text_length = 200
let patience_milliseconds = 6000
let patience_per_event_milliseconds = 0.3
let broken_exit_status = 70
