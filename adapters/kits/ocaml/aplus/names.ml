(* The names of a round: their values, and the marks. *)

open Context
open Interface
open Recorder

module Make (Adapter : ADAPTER) = struct
  include State.Make (Adapter)

  let unbound run name context =
    note run.recorder ~indices:context.indices (("e", `String "unbound") :: ("name", `String name) :: context.step)

  (* Keeps a weak reference to a value for `probe`. *)
  let watch run name thing =
    if run.probes then begin
      let weak = Weak.create 1 in
      Weak.set weak 0 (Some thing);
      Hashtbl.add run.watched name (fun () -> not (Weak.check weak 0))
    end

  (* Whether all values that had a name have been collected. A full major collection frees all that only weak references
     hold. *)
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

  (* The value of a name. If it is not bound, records that the step does nothing. *)
  let bound run written context =
    let found = Hashtbl.find_opt run.names (name_in context written) in
    if found = None then unbound run written context;
    found

  (* Runs a function with the promise that a name is bound to, if there is one. *)
  let with_promise run written context body =
    match bound run written context with
    | Some (Held promise) -> body promise
    | Some _ -> unbound run written context
    | None -> ()
end
