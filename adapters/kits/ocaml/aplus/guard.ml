(* Separates faults of the host, exceptions of the library and an exhausted stack. *)

(* The library is to blame for an exhausted stack, and the runtime cannot be trusted after it: 4.13 then reuses memory
   that it has allocated since the last call of C code. So the process ends; the open frame shows where. *)
let exhausted () =
  prerr_endline "the stack is exhausted";
  Unix.kill (Unix.getpid ()) Sys.sigabrt;
  Unix._exit Constants.broken_exit_status

(* So many nested calls of `reach` take more stack than the host needs between two calls of the library. *)
let room = 400

let rec reach depth a b c d e =
  if depth = 0 then 0
  else
    let below = reach (depth - 1) b c d e a in
    below + a + b + c + d + e

(* Whether enough stack is left for the host to perform user code: a library that recurses once per link of a chain may
   call it with the stack nearly used up. *)
let has_room () = match reach room 1 2 3 4 5 with _ -> true | exception Stack_overflow -> false

(* Runs the host's own code, and ends the process if it raises: the library must not handle a fault of the host. *)
let guarded body =
  try body () with
  | Stack_overflow -> exhausted ()
  | error ->
      prerr_endline ("host: " ^ Printexc.to_string error);
      Unix._exit Constants.broken_exit_status
