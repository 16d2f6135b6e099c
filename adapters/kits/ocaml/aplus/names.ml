(* The names of a round: what they are bound to, and the marks. *)

open Context
open Interface
open Recorder

module Make (Adapter : ADAPTER) = struct
  include State.Make (Adapter)

  let unbound run name context =
    note run.recorder ~indices:context.indices (("e", `String "unbound") :: ("name", `String name) :: context.step)

  (* Keeps an eye on what a probe may ask for, and does not keep it alive. *)
  let watch run name thing =
    if run.probes then begin
      let weak = Weak.create 1 in
      Weak.set weak 0 (Some thing);
      Hashtbl.add run.watched name (fun () -> not (Weak.check weak 0))
    end

  (* Collects until nothing changes: what only weak references hold is gone then. *)
  let is_gone run name =
    Gc.full_major ();
    List.for_all (fun is_gone -> is_gone ()) (Hashtbl.find_all run.watched name)

  let bind run written value context =
    let name = name_in context written in
    Hashtbl.replace run.names name value;
    match value with
    | Held promise ->
        watch run name promise;
        Recorder.name run.recorder (identity run promise) written
    | Object identity | List (identity, _) -> Recorder.name run.recorder identity written
    | _ -> ()

  let mark run ?name written =
    let name = Option.value name ~default:written in
    match Hashtbl.find_opt run.names name with
    | Some mark -> mark
    | None ->
        let identity = introduce run.recorder "mark" [] in
        Recorder.name run.recorder identity written;
        let mark = Object identity in
        Hashtbl.replace run.names name mark;
        mark

  (* The value of a bound name; without one, records that the step does nothing. *)
  let bound run written context =
    let found = Hashtbl.find_opt run.names (name_in context written) in
    if found = None then unbound run written context;
    found

  (* Does something with a bound promise. *)
  let with_promise run written context body =
    match bound run written context with
    | Some (Held promise) -> body promise
    | Some _ -> unbound run written context
    | None -> ()
end
