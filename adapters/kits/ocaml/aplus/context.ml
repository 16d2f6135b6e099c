(* The place of a step, and access to its members. *)

open Yojson.Basic.Util

(** The indices of repeats, innermost first, and the field of events with the id of the step, if any. *)
type t = { indices : int list; step : Recorder.fields }

(* Replaces the `#` of a name with the index of the innermost repeat. *)
let name_in context written =
  match (context.indices, String.index_opt written '#') with
  | [], _ | _, None -> written
  | index :: _, Some at ->
      let front = String.sub written 0 at in
      let back = String.sub written (at + 1) (String.length written - at - 1) in
      if back <> "-1" then front ^ string_of_int index ^ back
      else if index = 0 then front ^ "-start"
      else front ^ string_of_int (index - 1)

let has key step = List.mem_assoc key (to_assoc step)
let text key step = to_string (member key step)
