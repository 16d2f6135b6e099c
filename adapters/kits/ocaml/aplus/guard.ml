(* Keeps faults of the host, exceptions of the library and an exhausted stack apart. *)

(* An exhausted stack is the library's doing, and the runtime cannot be trusted after it: 4.13 allocates anew where it has
   allocated since the last call in C. The frame that is open tells where it was. *)
let exhausted () =
  prerr_endline "the stack is exhausted";
  Unix.kill (Unix.getpid ()) Sys.sigabrt;
  Unix._exit Constants.broken_exit_status

(* As many calls of `reach` take more of the stack than the host between two calls of the library. *)
let room = 400

let rec reach depth a b c d e =
  if depth = 0 then 0
  else
    let below = reach (depth - 1) b c d e a in
    below + a + b + c + d + e

(* Whether the host can perform user code here: a library that calls itself for each link of a chain calls it where the
   stack is nearly used up. *)
let has_room () = match reach room 1 2 3 4 5 with _ -> true | exception Stack_overflow -> false

(* Runs the host's own code, and ends the process where it raises: the library must not handle a fault of the host. *)
let guarded body =
  try body () with
  | Stack_overflow -> exhausted ()
  | error ->
      prerr_endline ("host: " ^ Printexc.to_string error);
      Unix._exit Constants.broken_exit_status
