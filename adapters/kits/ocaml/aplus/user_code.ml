(* The functions of a program, which the library calls: each records the call, performs its steps, then returns or
   raises. *)

open Context
open Interface
open Recorder
open Yojson.Basic.Util

module Make (Adapter : ADAPTER) = struct
  include Values.Make (Adapter)

  (* One call of user code: its frame, its steps, its ending. *)
  let call_user ~perform run name definition frame number argument context =
    let arguments =
      match argument with
      | Given value -> [ reference run value ]
      | Raised error -> [ error_reference run error ]
    in
    let seen = [ ("call", `Int number); ("argc", `Int (List.length arguments)); ("args", `List arguments) ] in
    let frame = begin_frame run.recorder context.indices (frame @ (("fn", `String name) :: seen)) in
    (match argument with
    | Raised Stack_overflow -> Guard.exhausted ()
    | Given _ | Raised _ -> if not (Guard.has_room ()) then Guard.exhausted ());
    let inside = { context with step = [] } in
    if has "steps" definition then perform run (to_list (member "steps" definition)) inside;
    let finish fields = end_frame run.recorder context.indices frame fields in
    match to_list (match member "ends" definition with `Null -> `List [] | ends -> ends) with
    | [] ->
        finish [];
        Ok (Value Undefined)
    | ends ->
        let chosen = List.nth ends (min number (List.length ends) - 1) in
        let throws = has "throw" chosen in
        let value = evaluate run (member (if throws then "throw" else "return") chosen) inside in
        finish [ ((if throws then "threw" else "returned"), reference run value) ];
        if throws then Error (Reason value) else Ok (as_result value)

  (* A new function for a registration, or the one that all registrations share. `perform` performs its steps. *)
  let closure ~perform run name frame context : closure =
    let definition = member name (member "functions" run.program) in
    let is_shared = member "shared" definition = `Bool true in
    match Hashtbl.find_opt run.shared name with
    | Some closure when is_shared -> closure
    | _ ->
        let calls = ref 0 in
        let frame = if is_shared then List.remove_assoc "reg" frame else frame in
        let closure argument =
          incr calls;
          let number = !calls in
          match Guard.guarded (fun () -> call_user ~perform run name definition frame number argument context) with
          | Ok result -> result
          | Error error -> raise error
        in
        watch run name closure;
        if is_shared then Hashtbl.replace run.shared name closure;
        closure
end
