(* Exceptions that leave the library at the top of a stack. *)

(* Reports such an exception. Runs replace this function; before the first run, there is no trace to write it to. *)
let report = ref (fun error -> prerr_endline ("host: uncaught before the first run: " ^ Printexc.to_string error))

let uncaught error = !report error
