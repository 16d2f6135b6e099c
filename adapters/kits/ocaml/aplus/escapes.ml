(* What leaves the library at the top of a stack. *)

(* What is done with it: before the first run there is no trace to write it in. *)
let report = ref (fun error -> prerr_endline ("host: uncaught before the first run: " ^ Printexc.to_string error))

let uncaught error = !report error
