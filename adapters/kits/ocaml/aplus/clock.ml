(* The seconds of a run, for its limits: from one look to the next at most a share of the patience. If the process was
   stopped, or waited for a processor, the library had no time either. *)

type t = { longest : float; mutable seconds : float; mutable moment : float }

let make patience =
  { longest = Constants.longest_step_share *. patience; seconds = 0.; moment = Unix.gettimeofday () }

let now clock =
  let moment = Unix.gettimeofday () in
  (* The clock of the machine may be set back. *)
  clock.seconds <- clock.seconds +. Float.max 0. (Float.min clock.longest (moment -. clock.moment));
  clock.moment <- moment;
  clock.seconds
