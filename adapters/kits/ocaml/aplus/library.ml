(* Calls the library, and records a frame for each call. *)

open Context
open Interface
open Recorder

module Make (Adapter : ADAPTER) = struct
  include Names.Make (Adapter)

  let as_result = function Held promise -> Promise promise | value -> Value value

  (* Records a frame around a call; returns its result, or None if it raised. *)
  let enter run context fields describe body =
    let frame = begin_frame run.recorder context.indices fields in
    match body () with
    | value ->
        end_frame run.recorder context.indices frame (describe value);
        Some value
    | exception Stack_overflow -> Guard.exhausted ()
    | exception error ->
        end_frame run.recorder context.indices frame [ ("threw", error_reference run error) ];
        None

  let gives run promise = [ ("gives", refer (identity run promise)) ]

  (* Makes a call that returns a promise, and binds that to the name in `as`. *)
  let give run step context fields body =
    match enter run context fields (gives run) body with
    | Some promise when has "as" step -> bind run (text "as" step) (Held promise) context
    | _ -> ()

  (* Makes a call that returns nothing. *)
  let call run context fields body = ignore (enter run context fields (fun () -> []) body)

  (* Settles by `fulfill`, `reject` or `resolve`. Only promises are adopted. *)
  let settle (resolve, reject) verb value =
    if verb = "reject" then reject (Reason value) else resolve (as_result value)

  let settle_step run context fields settlers verb promise value =
    let fields = ("in", `String verb) :: fields @ [ ("on", promise); ("with", reference run value) ] in
    call run context fields (fun () -> settle settlers verb value)
end
