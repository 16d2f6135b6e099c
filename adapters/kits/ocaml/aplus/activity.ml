(* Whether the host's thread, which runs the library's queue, computes: it runs for at least half of the time in which
   no other one takes its processor. It computes until two looks show that it slept. *)

type t = {
  mutable count : int;
  mutable moment : float;
  mutable share : (float * float) option;
  mutable used : float;  (** seconds of processor time since the last event *)
  mutable elapsed : float;  (** seconds by the clock since then *)
  mutable computing : bool;
}

let make () = { count = -1; moment = 0.; share = None; used = 0.; elapsed = 0.; computing = false }

(* For how many seconds the thread has run, and has waited for a processor, as far as the kernel shows it. *)
let share () =
  try
    let file = open_in "/proc/self/schedstat" in
    let line = Fun.protect ~finally:(fun () -> close_in file) (fun () -> input_line file) in
    Scanf.sscanf line "%f %f" (fun run wait -> (run /. 1e9, wait /. 1e9))
  with _ -> (Sys.time (), 0.)

(* Whether it has computed since the last look. An event begins anew. *)
let is_computing activity count =
  if count <> activity.count then (
    activity.count <- count;
    activity.share <- None;
    activity.used <- 0.;
    activity.elapsed <- 0.;
    activity.computing <- true)
  else (
    let now = Unix.gettimeofday () in
    let elapsed = now -. activity.moment in
    if activity.share = None || elapsed >= Constants.computation_step_milliseconds /. 1000. then (
      let run, wait = share () in
      (match activity.share with
      | None -> ()
      | Some (run_before, wait_before) ->
          let ran = run -. run_before and waited = wait -. wait_before in
          activity.used <- activity.used +. ran;
          activity.elapsed <- activity.elapsed +. elapsed;
          activity.computing <- ran >= elapsed /. 100. && ran >= (elapsed -. waited) /. 2.);
      activity.share <- Some (run, wait);
      activity.moment <- now));
  activity.computing

(* How long it has computed since the last event, as a trace says it. *)
let description activity : Yojson.Basic.t =
  let milliseconds seconds = `Int (int_of_float (seconds *. 1000.)) in
  `Assoc [ ("used", milliseconds activity.used); ("elapsed", milliseconds activity.elapsed) ]
