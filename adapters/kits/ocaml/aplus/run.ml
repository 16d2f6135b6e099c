(* Performs one program: its rounds and phases. *)

open Interface
open Recorder
open Yojson.Basic.Util

(* In seconds, added to `patience` for each event so far: a library may pass an outcome down 100,000 links without an
   event. *)
let patience_per_event = Constants.patience_per_event_milliseconds /. 1000.

module Make (Adapter : ADAPTER) = struct
  include Verbs.Make (Adapter)

  (* Lets turns and the library run until nothing can run; returns the strength of the evidence. *)
  let rec await_quiescence ?(drains = 0) ?(activity = Activity.make ()) run since seen =
    let ran =
      try Adapter.drain ()
      with error ->
        Escapes.uncaught error;
        if error == Stack_overflow then Guard.exhausted ();
        true
    in
    let now = Clock.now run.clock in
    let is_event = run.recorder.count > seen in
    let since, seen, drains = if is_event then (now, run.recorder.count, 0) else (since, seen, drains + 1) in
    let is_computing = ran && Activity.is_computing activity seen && drains <= Constants.fruitless_drains in
    let since = if is_computing then now else since in
    let silence = if is_computing then activity.elapsed else now -. since in
    let is_late = silence > run.patience +. (patience_per_event *. float_of_int seen) in
    if ran && is_late && not is_computing then "bounded"
    else if ran && is_late && now > run.limit then run.give_up activity
    else if ran then await_quiescence ~drains ~activity run since seen
    else
      match Queue.take_opt run.turns with
      | None -> "proved"
      | Some block ->
          Guard.guarded block;
          await_quiescence run since seen

  (* Performs idle blocks, one per phase, until none is left. *)
  let rec phases run =
    let strength = await_quiescence run (Clock.now run.clock) run.recorder.count in
    note run.recorder [ ("e", `String "phase"); ("strength", `String strength) ];
    match Queue.take_opt run.idle with
    | None -> ()
    | Some block ->
        Guard.guarded block;
        phases run

  (* Performs all rounds of a program and sends its trace. Events that follow are late. *)
  let perform_program message =
    let number = member "run" message and program = member "program" message in
    let milliseconds = Option.value (to_int_option (member "patience" message)) ~default:Constants.patience_milliseconds in
    let send word event objects = Wire.write (`Assoc ((word, number) :: ("event", event) :: objects)) in
    let answer recorder ending = Wire.write (`Assoc [ ("run", number); ("trace", trace recorder ending) ]) in
    (* Ends the process, because the library may never stop. *)
    let overrun recorder =
      answer recorder "overrun";
      Unix._exit 0
    in
    let written = if member "stream" message = `Bool true then Some (send "run") else None in
    let limit = Option.value (to_int_option (member "limit" message)) ~default:max_int in
    let recorder = Recorder.make ~written ~limit ~overrun in
    let give_up activity =
      Wire.write (`Assoc [ ("run", number); ("trace", trace ~activity recorder "running") ]);
      Unix._exit 0
    in
    let run = make program recorder ~patience:(float_of_int milliseconds /. 1000.) ~give_up in
    (Escapes.report :=
       fun error -> note recorder [ ("e", `String "uncaught"); ("value", error_reference run error) ]);
    for round = 0 to Option.value (to_int_option (member "rounds" program)) ~default:1 - 1 do
      begin_round run round;
      Guard.guarded (fun () -> perform run (to_list (member "steps" program)) { indices = []; step = [] });
      phases run
    done;
    answer recorder "quiet";
    begin_round run 0;
    Recorder.finish recorder (send "late")
end
