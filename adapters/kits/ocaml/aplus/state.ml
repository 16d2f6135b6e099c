(* The state of a program while it is performed, and how its values are written. *)

open Interface
open Recorder
open Yojson.Basic.Util

module Make (Adapter : ADAPTER) = struct
  type value += Held of Adapter.promise
  type argument = Given of value | Raised of exn
  type closure = argument -> Adapter.promise result

  type t = {
    program : json;
    recorder : Recorder.t;
    patience : float;  (** how long the host waits for anything without progress before it gives up, in seconds *)
    clock : Clock.t;
    limit : float;  (** when a library that still computes is given up *)
    give_up : Activity.t -> string;  (** does so, and ends the process *)
    probes : bool;  (** whether the program probes for collected objects *)
    promises : Adapter.promise Identities.t;
    names : (string, value) Hashtbl.t;
    shared : (string, closure) Hashtbl.t;
    settlers : (int, (Adapter.promise result -> unit) * (exn -> unit)) Hashtbl.t;
    idle : (unit -> unit) Queue.t;
    turns : (unit -> unit) Queue.t;
    watched : (string, unit -> bool) Hashtbl.t;  (** by name, for each value that had it, whether that is gone *)
  }

  let make program recorder ~patience ~give_up =
    let clock = Clock.make patience and limit = Constants.patience_while_computing *. patience in
    { program; recorder; patience; clock; limit; give_up; probes = List.mem (`String "probe") (to_list (member "uses" program));
      promises = Identities.make (); names = Hashtbl.create 16; shared = Hashtbl.create 4;
      settlers = Hashtbl.create 16; idle = Queue.create (); turns = Queue.create (); watched = Hashtbl.create 4 }

  (* Drops all names, closures and blocks, and starts a round. *)
  let begin_round run round =
    run.recorder.round <- round;
    Hashtbl.reset run.names;
    Hashtbl.reset run.shared;
    Hashtbl.reset run.settlers;
    Queue.clear run.idle;
    Queue.clear run.turns

  (* The identity of a promise. The description is text, as the recorder must not keep the promise alive. *)
  let identity run promise =
    match Identities.find run.promises promise with
    | Some identity -> identity
    | None ->
        let identity = introduce run.recorder "promise" [ ("thenable", `Bool true) ] in
        Identities.add run.promises promise identity;
        identity

  (* A value as a trace writes it. *)
  let rec reference run : value -> json = function
    | Undefined -> `Assoc [ ("is", `String "undefined") ]
    | Null -> `Null
    | Bool flag -> `Bool flag
    | Number number -> `Int number
    | Real number -> real number
    | Text text -> `Assoc [ ("text", `String (shortened text)) ]
    | Big digits -> `Assoc [ ("bigint", `String digits) ]
    | Object identity -> refer identity
    | List (identity, _) when identity >= 0 -> refer identity
    | List (_, items) -> refer (introduce run.recorder "list" [ items_field run items; ("foreign", `Bool true) ])
    | Held promise -> refer (identity run promise)
    | _ -> invalid_arg "a value of another program"

  and items_field run items = ("items", `List (List.map (reference run) items))

  let error_reference run = function
    | Reason value -> reference run value
    | error -> (
        match List.assq_opt error run.recorder.errors with
        | Some identity -> refer identity
        | None ->
            let name = Printexc.exn_slot_name error in
            let name, own =
              match Adapter.judgement error with
              | Cancellation -> (name, [ ("cancelled", `Bool true) ])
              | Self_resolution -> ("TypeError", [])
              | Other -> (name, [])
            in
            let message = `String (shortened (Printexc.to_string error)) in
            let fields = [ ("class", `String (shortened name)); ("message", message); ("foreign", `Bool true) ] in
            let identity = introduce run.recorder "error" (fields @ own) in
            run.recorder.errors <- (error, identity) :: run.recorder.errors;
            refer identity)
end
