(* A host for promises in OCaml, 4.13 or later: performs programs on a library and writes what it saw.

   An adapter is a module of type ADAPTER; `Host.main (module Adapter)` is its main program.

   The parts, in order: the interface, the wire, identities, the recorder, the run with its verbs, the start. *)

open Yojson.Basic.Util

type json = Yojson.Basic.t

(* MARK: The interface *)

(** What a program passes through a library, which knows nothing about it. *)
type value = ..

(** What a handler returns, and what a promise may be resolved with. *)
type 'promise result = Value of value | Promise of 'promise

(** OCaml rejects with exceptions only: what is none travels in this one. *)
exception Reason of value

(** Why a library rejected by itself. *)
type judgement = Cancellation | Self_resolution | Other

module type ADAPTER = sig
  type promise

  val library : string
  val version : string

  (** A pending promise, and what resolves and rejects it. *)
  val deferred : unit -> promise * (promise result -> unit) * (exn -> unit)

  (** Registers handlers in one call of the library, where it has such a call. *)
  val next : promise -> (value -> promise result) option -> (exn -> promise result) option -> promise

  (** The ready-made door: fulfilled and rejected promises. *)
  val ready : ((value -> promise) * (exn -> promise)) option

  (** The profile of cancellation, and what cancels. *)
  val cancel : (string * (promise -> unit)) option

  (** Kinds of combinators that need nothing but promises. *)
  val combinators : (string * (promise list -> promise)) list

  (** Lets a queue of the library's own run once; false where nothing was in it. *)
  val turn : unit -> bool

  val judgement : exn -> judgement

  (** Words to add, such as `adopting-resolve` where promises may be resolved with promises. *)
  val capabilities : string list
end

(** What an adapter leaves out. *)
module Defaults = struct
  let ready = None
  let cancel = None
  let combinators = []
  let turn () = false
  let judgement (_ : exn) = Other
  let capabilities : string list = []
end

type value +=
  | Undefined
  | Null
  | Bool of bool
  | Number of int
  | Real of float
  | Text of string
  | Big of string
  | Object of int  (** a mark or anything else that the host made, by its place among the objects of a trace *)
  | List of int * value list

(** The values of a list that the library made, as one. *)
let list values = List (-1, values)

let longest_text = 200

(* Seconds until a library that never rests is `bounded`. *)
let patience = 6.0
(* So many more for each event so far: a library may pass on 100,000 links without one. *)
let patience_per_event = 0.0003

(* MARK: The wire *)

(* Descriptors that the library cannot reach by accident. *)
let input, output =
  let input = Unix.in_channel_of_descr (Unix.dup ~cloexec:true Unix.stdin) in
  let output = Unix.out_channel_of_descr (Unix.dup ~cloexec:true Unix.stdout) in
  Unix.dup2 (Unix.openfile "/dev/null" [ Unix.O_RDONLY ] 0) Unix.stdin;
  Unix.dup2 Unix.stderr Unix.stdout;
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  (input, output)

(* Writes a message at once; ends the process where nobody reads any more. *)
let write message =
  try
    Yojson.Basic.to_channel output message;
    output_char output '\n';
    flush output
  with Sys_error _ -> Unix._exit 0

let rec read () =
  match input_line input with
  | "" -> read ()
  | line -> Some (Yojson.Basic.from_string line)
  | exception End_of_file -> None

(* An exhausted stack is the library's doing, and the runtime cannot be trusted after it: 4.13 allocates anew where it has
   allocated since the last call in C. The frame that is open tells where it was. *)
let exhausted () =
  prerr_endline "the stack is exhausted";
  Unix.kill (Unix.getpid ()) Sys.sigabrt;
  Unix._exit 70

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

(* Runs the host's own code: what it raises is a fault of the host, never the library's to handle. *)
let guarded body =
  try body () with
  | Stack_overflow -> exhausted ()
  | error ->
      prerr_endline ("host: " ^ Printexc.to_string error);
      Unix._exit 70

(* The first characters of a text: a cut never falls inside one. *)
let shortened text =
  let rec cut at characters =
    if at >= String.length text then text
    else if Char.code text.[at] land 0xC0 = 0x80 then cut (at + 1) characters
    else if characters = longest_text then String.sub text 0 at
    else cut (at + 1) (characters + 1)
  in
  cut 0 0

(* MARK: Identities *)

(** Which promise is which, without keeping any alive. The collector moves new objects: those are looked for one
    by one, and after a minor collection by their address, which stays as nothing compacts the heap. *)
module Identities = struct
  type 'a t = {
    mutable fresh : ('a Weak.t * int) list;
    settled : (nativeint, 'a Weak.t * int) Hashtbl.t;
  }

  let most_fresh = 64
  let make () = { fresh = []; settled = Hashtbl.create 64 }
  let address promise = Obj.raw_field (Obj.repr (ref promise)) 0
  let holds promise (weak, _) = match Weak.get weak 0 with Some other -> other == promise | None -> false

  let find table promise =
    match List.find_opt (holds promise) table.fresh with
    | Some (_, identity) -> Some identity
    | None -> (
        match Hashtbl.find_opt table.settled (address promise) with
        | Some entry when holds promise entry -> Some (snd entry)
        | _ -> None)

  let add table promise identity =
    let weak = Weak.create 1 in
    Weak.set weak 0 (Some promise);
    table.fresh <- (weak, identity) :: table.fresh;
    if List.length table.fresh > most_fresh then begin
      Gc.minor ();
      let settle ((weak, _) as entry) =
        Option.iter (fun promise -> Hashtbl.replace table.settled (address promise) entry) (Weak.get weak 0)
      in
      List.iter settle table.fresh;
      table.fresh <- []
    end
end

(* MARK: The recorder *)

type fields = (string * json) list
type description = { fields : fields; mutable names : string list }

(** Numbers the events, frames and identities of one run. *)
type recorder = {
  mutable count : int;
  mutable frames : int;
  mutable registrations : int;
  mutable round : int;
  mutable events : json list;  (** the last first *)
  objects : (int, description) Hashtbl.t;
  mutable errors : (exn * int) list;
  mutable written : (json -> unit) option;
  mutable limit : int;  (** how many events are recorded at the most *)
  overrun : recorder -> unit;  (** is told of the first event beyond that, and ends the process *)
}

let note run ?(indices = []) fields =
  if run.count >= run.limit then run.overrun run;
  run.count <- run.count + 1;
  let place = if indices = [] then [] else [ ("i", `List (List.rev_map (fun index -> `Int index) indices)) ] in
  let round = if run.round > 0 then [ ("r", `Int run.round) ] else [] in
  let event = `Assoc ((("n", `Int run.count) :: ("s", `Int 0) :: fields) @ place @ round) in
  run.events <- event :: run.events;
  Option.iter (fun write -> write event) run.written

let begin_frame run indices fields =
  run.frames <- run.frames + 1;
  note run ~indices (("e", `String "begin") :: ("f", `Int run.frames) :: fields);
  run.frames

let end_frame run indices frame fields = note run ~indices (("e", `String "end") :: ("f", `Int frame) :: fields)

(* Enters an object; gives its identity. *)
let introduce run kind fields =
  let identity = Hashtbl.length run.objects in
  let round = if run.round > 0 then [ ("round", `Int run.round) ] else [] in
  Hashtbl.replace run.objects identity { fields = (("kind", `String kind) :: fields) @ round; names = [] };
  identity

let name_object run identity name =
  let description = Hashtbl.find run.objects identity in
  if not (List.mem name description.names) then description.names <- name :: description.names

let described run =
  let describe identity =
    let { fields; names } = Hashtbl.find run.objects identity in
    `Assoc (if names = [] then fields else fields @ [ ("names", `List (List.rev_map (fun name -> `String name) names)) ])
  in
  `List (List.init (Hashtbl.length run.objects) describe)

(* What is done with exceptions at the top of a stack: before the first run there is no trace to tell them in. *)
let report = ref (fun error -> prerr_endline ("host: uncaught before the first run: " ^ Printexc.to_string error))

(** An exception left the library at the top of a stack; also for the hooks in which a library reports such. *)
let uncaught error = !report error

let real number : json =
  match classify_float number with
  | FP_nan -> `Assoc [ ("is", `String "NaN") ]
  | FP_infinite -> `Assoc [ ("is", `String (if number > 0. then "Infinity" else "-Infinity")) ]
  | FP_zero when 1. /. number < 0. -> `Assoc [ ("is", `String "-0") ]
  | _ -> `Float number

(* MARK: The run *)

(** Where a step stands: the indices of repeats, the innermost first, and the step that values belong to. *)
type context = { indices : int list; step : fields }

(* The name that a name stands for inside the repeats. *)
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
let settling = [ ("fulfilled", "fulfill"); ("rejected", "reject"); ("resolved", "resolve") ]

module Run (Adapter : ADAPTER) = struct
  type value += Held of Adapter.promise

  type argument = Given of value | Raised of exn
  type closure = argument -> Adapter.promise result

  type t = {
    program : json;
    recorder : recorder;
    promises : Adapter.promise Identities.t;
    names : (string, value) Hashtbl.t;
    shared : (string, closure) Hashtbl.t;
    settlers : (int, (Adapter.promise result -> unit) * (exn -> unit)) Hashtbl.t;
    idle : (unit -> unit) Queue.t;
    turns : (unit -> unit) Queue.t;
    probed : string list;  (** the names that are asked for with `probe` *)
    watched : (string, unit -> bool) Hashtbl.t;  (** whether what had such a name is gone *)
  }

  (* Nothing here may hold what a program may drop: descriptions are text. *)
  let identity run promise =
    match Identities.find run.promises promise with
    | Some identity -> identity
    | None ->
        let identity = introduce run.recorder "promise" [ ("thenable", `Bool true) ] in
        Identities.add run.promises promise identity;
        identity

  let refer identity : json = `Assoc [ ("ref", `Int identity) ]

  (* How a value is written in a trace. *)
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

  let unbound run name context =
    note run.recorder ~indices:context.indices (("e", `String "unbound") :: ("name", `String name) :: context.step)

  (* Keeps an eye on what a probe asks for, and does not keep it alive. *)
  let watch run name thing =
    if List.mem name run.probed then begin
      let weak = Weak.create 1 in
      Weak.set weak 0 (Some thing);
      let before = Option.value (Hashtbl.find_opt run.watched name) ~default:(fun () -> true) in
      Hashtbl.replace run.watched name (fun () -> before () && not (Weak.check weak 0))
    end

  let bind run written value context =
    let name = name_in context written in
    Hashtbl.replace run.names name value;
    match value with
    | Held promise ->
        watch run name promise;
        name_object run.recorder (identity run promise) written
    | Object identity | List (identity, _) -> name_object run.recorder identity written
    | _ -> ()

  let mark run ?name written =
    let name = Option.value name ~default:written in
    match Hashtbl.find_opt run.names name with
    | Some mark -> mark
    | None ->
        let identity = introduce run.recorder "mark" [] in
        name_object run.recorder identity written;
        let mark = Object identity in
        Hashtbl.replace run.names name mark;
        mark

  (* The value of a bound name; without one, logs that the step does nothing. *)
  let bound run written context =
    let found = Hashtbl.find_opt run.names (name_in context written) in
    if found = None then unbound run written context;
    found

  let as_result = function Held promise -> Promise promise | value -> Value value

  (* A call into the library: a frame around it, whatever comes out. *)
  let enter run context fields describe body =
    let frame = begin_frame run.recorder context.indices fields in
    match body () with
    | value ->
        end_frame run.recorder context.indices frame (describe value);
        Some value
    | exception Stack_overflow -> exhausted ()
    | exception error ->
        end_frame run.recorder context.indices frame [ ("threw", error_reference run error) ];
        None

  let gives run promise = [ ("gives", refer (identity run promise)) ]

  (* Settles in the way of the verb: nothing but a promise is adopted. *)
  let settle (resolve, reject) verb value =
    if verb = "reject" then reject (Reason value) else resolve (as_result value)

  let settle_step run context fields settlers verb promise value =
    let fields = ("in", `String verb) :: fields @ [ ("on", promise); ("with", reference run value) ] in
    ignore (enter run context fields (fun () -> []) (fun () -> settle settlers verb value))

  (* ---- Values *)

  let rec evaluate run (expression : json) context : value =
    match expression with
    | `Null -> Null
    | `Bool flag -> Bool flag
    | `Int number -> Number number
    | `Float number -> Real number
    | `String name when name.[0] >= 'A' && name.[0] <= 'Z' -> mark run ~name:(name_in context name) name
    | `String name -> Option.value (bound run name context) ~default:(Object (-1)) |> or_unbound run
    | `Assoc (("text", text) :: _) -> Text (to_string text)
    | `Assoc (("is", word) :: _) -> special run (to_string word)
    | `Assoc (("error", name) :: _) -> Object (introduce run.recorder "error" [ ("class", name) ])
    | `Assoc (("list", items) :: _) -> listed run (List.map (fun item -> evaluate run item context) (to_list items))
    | `Assoc members when List.mem_assoc "promise" members -> make run expression context
    | _ -> invalid_arg ("a value that this language has not: " ^ Yojson.Basic.to_string expression)

  and or_unbound run = function Object -1 -> mark run "UNBOUND" | value -> value

  and listed run items = List (introduce run.recorder "list" [ items_field run items ], items)

  and special run word =
    let made kind = Object (introduce run.recorder kind [ ("class", `String (String.capitalize_ascii word)) ]) in
    match word with
    | "undefined" -> Undefined
    | "NaN" -> Real Float.nan
    | "-0" -> Real (-0.)
    | "bigint" -> Big "1180591620717411303424"
    | "function" -> Object (introduce run.recorder "function" [])
    | "array-of-function" -> listed run [ special run "function" ]
    | _ -> made "object"

  (* Makes a promise of the library. *)
  and make run expression context =
    let state = text "promise" expression and due = has "when" expression in
    let value = if has "with" expression then evaluate run (member "with" expression) context else Undefined in
    let shown = if due then "pending" else state in
    let ready =
      match (Adapter.ready, value) with
      | Some _, Held _ when state = "resolved" -> None
      | Some (fulfilled, rejected), _ when shown <> "pending" ->
          Some (fun () -> if state = "rejected" then rejected (Reason value) else fulfilled value)
      | _ -> None
    in
    let settlers = ref None in
    let from_deferred () =
      let promise, resolve, reject = Adapter.deferred () in
      settlers := Some (resolve, reject);
      if shown <> "pending" then settle (resolve, reject) (List.assoc state settling) value;
      promise
    in
    let door = if ready = None then "deferred" else "ready" in
    let fields = [ ("in", `String "make"); ("promise", `String shown); ("door", `String door) ] @ context.step in
    let fields = if shown = "pending" then fields else fields @ [ ("with", reference run value) ] in
    match enter run context fields (gives run) (Option.value ready ~default:from_deferred) with
    | None -> mark run "UNBOUND"
    | Some promise ->
        let number = identity run promise in
        Option.iter (Hashtbl.replace run.settlers number) !settlers;
        if due then Queue.add (settle_when_idle run number (Option.get !settlers) state value context) run.idle;
        Held promise

  and settle_when_idle run number settlers state value context () =
    note run.recorder ~indices:context.indices [ ("e", `String "block"); ("due", refer number) ];
    settle_step run context [] settlers (List.assoc state settling) (refer number) value

  (* ---- User code *)

  (* A fresh function for a registration, or the one that all registrations share. *)
  let rec closure run name frame context : closure =
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
          match guarded (fun () -> call run name definition frame number argument context) with
          | Ok result -> result
          | Error error -> raise error
        in
        watch run name closure;
        if is_shared then Hashtbl.replace run.shared name closure;
        closure

  (* One call of user code: its frame, its steps, its ending. *)
  and call run name definition frame number argument context =
    let arguments =
      match argument with
      | Given value -> [ reference run value ]
      | Raised error -> [ error_reference run error ]
    in
    let seen = [ ("call", `Int number); ("argc", `Int (List.length arguments)); ("args", `List arguments) ] in
    let frame = begin_frame run.recorder context.indices (frame @ (("fn", `String name) :: seen)) in
    (match argument with
    | Raised Stack_overflow -> exhausted ()
    | Given _ | Raised _ -> if not (has_room ()) then exhausted ());
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

  (* ---- Verbs *)

  and perform run steps context =
    let perform_step step =
      match List.find_map (fun (key, _) -> verb key) (to_assoc step) with
      | Some perform_verb -> perform_verb run step { context with step = [ ("step", member "id" step) ] }
      | None -> invalid_arg ("a verb that this language has not: " ^ Yojson.Basic.to_string step)
    in
    List.iter perform_step steps

  (* What performs a verb; no key of a step but its verb is one. *)
  and verb = function
    | "let" -> Some perform_let
    | ("fulfill" | "reject" | "resolve") as verb -> Some (perform_settle verb)
    | "then" -> Some perform_then
    | "combine" -> Some perform_combine
    | "mark" -> Some perform_mark
    | "later" -> Some perform_later
    | "repeat" -> Some perform_repeat
    | "drop" -> Some perform_drop
    | "probe" -> Some perform_probe
    | "cancel" -> Some perform_cancel
    | _ -> None

  and perform_let run step context =
    let expression = member "be" step in
    let value = evaluate run expression context in
    let is_made = match expression with `Assoc members -> List.mem_assoc "promise" members | _ -> false in
    if is_made && (match value with Held _ -> false | _ -> true) then unbound run (text "let" step) context
    else begin
      bind run (text "let" step) value context;
      let fields = [ ("name", member "let" step); ("value", reference run value) ] in
      note run.recorder ~indices:context.indices ((("e", `String "let") :: context.step) @ fields)
    end

  (* Does something with a bound promise. *)
  and with_promise run written context body =
    match bound run written context with
    | Some (Held promise) -> body promise
    | Some _ -> unbound run written context
    | None -> ()

  and perform_settle verb run step context =
    with_promise run (text verb step) context (fun promise ->
        let number = identity run promise in
        match Hashtbl.find_opt run.settlers number with
        | None -> unbound run (text verb step) context
        | Some settlers ->
            let value = evaluate run (member "with" step) context in
            settle_step run context context.step settlers verb (refer number) value)

  (* A call that gives a promise, which `as` names. *)
  and give run step context fields body =
    match enter run context fields (gives run) body with
    | Some promise when has "as" step -> bind run (text "as" step) (Held promise) context
    | _ -> ()

  and perform_then run step context =
    with_promise run (text "then" step) context (fun promise ->
        run.recorder.registrations <- run.recorder.registrations + 1;
        let number = ("reg", `Int run.recorder.registrations) in
        let slot word =
          let frame = [ ("in", `String "handler"); number; ("slot", `String word) ] in
          if has word step then Some (closure run (text word step) frame context) else None
        in
        let ok = Option.map (fun made value -> made (Given value)) (slot "ok") in
        let bad = Option.map (fun made error -> made (Raised error)) (slot "bad") in
        let seen = List.filter (fun (word, _) -> word = "ok" || word = "bad") (to_assoc step) in
        let on = ("on", refer (identity run promise)) in
        let fields = (("in", `String "then") :: context.step) @ (on :: number :: seen) in
        give run step context fields (fun () -> Adapter.next promise ok bad))

  and perform_combine run step context =
    let combine = List.assoc (text "combine" step) Adapter.combinators in
    let members = List.map (fun name -> evaluate run name context) (to_list (member "of" step)) in
    let of_members = `List (List.map (reference run) members) in
    let fields = (("in", `String "combine") :: context.step) @ [ ("kind", member "combine" step); ("of", of_members) ] in
    let promise = function Held promise -> promise | _ -> invalid_arg "only promises are combined" in
    give run step context fields (fun () -> combine (List.map promise members))

  and perform_mark run step context =
    note run.recorder ~indices:context.indices ((("e", `String "mark") :: context.step) @ [ ("name", member "mark" step) ])

  and perform_later run step context =
    let block () =
      note run.recorder ~indices:context.indices (("e", `String "block") :: context.step);
      perform run (to_list (member "do" step)) context
    in
    Queue.add block (if text "later" step = "idle" then run.idle else run.turns)

  and perform_repeat run step context =
    let steps = to_list (member "do" step) in
    for index = 0 to to_int (member "repeat" step) - 1 do
      perform run steps { context with indices = index :: context.indices }
    done

  and perform_drop run step context =
    let names = List.map to_string (to_list (member "drop" step)) in
    let forget written =
      let name = name_in context written in
      (match Hashtbl.find_opt run.names name with
      | Some (Held promise) -> Hashtbl.remove run.settlers (identity run promise)
      | _ -> ());
      Hashtbl.remove run.names name;
      Hashtbl.remove run.shared written
    in
    let fields = (("in", `String "drop") :: context.step) @ [ ("names", member "drop" step) ] in
    ignore (enter run context fields (fun () -> []) (fun () -> List.iter forget names))

  (* Collects until nothing changes: what only weak references hold is gone then. *)
  and perform_probe run step context =
    Gc.full_major ();
    let name = name_in context (text "probe" step) in
    let is_gone = match Hashtbl.find_opt run.watched name with Some is_gone -> is_gone () | None -> true in
    let fields = [ ("name", member "probe" step); ("yes", `Bool is_gone) ] in
    note run.recorder ~indices:context.indices ((("e", `String "gone") :: context.step) @ fields)

  and perform_cancel run step context =
    with_promise run (text "cancel" step) context (fun promise ->
        let _, cancel = Option.get Adapter.cancel in
        let fields = (("in", `String "cancel") :: context.step) @ [ ("on", refer (identity run promise)) ] in
        ignore (enter run context fields (fun () -> []) (fun () -> cancel promise)))

  (* ---- Rounds and phases *)

  (* Lets the library and turns run until nothing can run; gives the strength of the evidence. *)
  let rec settle_down run since seen =
    let ran =
      try Adapter.turn ()
      with error ->
        uncaught error;
        if error == Stack_overflow then exhausted ();
        true
    in
    let since, seen = if run.recorder.count > seen then (Unix.gettimeofday (), run.recorder.count) else (since, seen) in
    if ran && Unix.gettimeofday () -. since > patience +. (patience_per_event *. float_of_int seen) then "bounded"
    else if ran then settle_down run since seen
    else
      match Queue.take_opt run.turns with
      | None -> "proved"
      | Some block ->
          guarded block;
          settle_down run since seen

  (* Performs idle blocks, one a phase, until none is left. *)
  let rec phases run =
    let strength = settle_down run (Unix.gettimeofday ()) run.recorder.count in
    note run.recorder [ ("e", `String "phase"); ("strength", `String strength) ];
    match Queue.take_opt run.idle with
    | None -> ()
    | Some block ->
        guarded block;
        phases run

  (* Fresh names, closures and blocks; also lets go of everything. *)
  let begin_round run round =
    run.recorder.round <- round;
    Hashtbl.reset run.names;
    Hashtbl.reset run.shared;
    Hashtbl.reset run.settlers;
    Queue.clear run.idle;
    Queue.clear run.turns

  let rec probes : json -> string list = function
    | `Assoc members ->
        let inside = List.concat_map (fun (_, value) -> probes value) members in
        (match List.assoc_opt "probe" members with Some (`String name) -> name :: inside | _ -> inside)
    | `List items -> List.concat_map probes items
    | _ -> []

  (* Performs all rounds of a program and gives its trace; what comes later is told as late. *)
  let perform_program number program ~stream ~limit =
    let tell word event = write (`Assoc [ (word, `Int number); ("event", event) ]) in
    let answer recorder ending =
      let trace =
        `Assoc
          [ ("trace", `String "aplus-trace/1"); ("ending", `String ending); ("objects", described recorder);
            ("events", `List (List.rev recorder.events)) ]
      in
      write (`Assoc [ ("run", `Int number); ("trace", trace) ])
    in
    (* The library may go on for ever. *)
    let overrun recorder =
      answer recorder "overrun";
      Unix._exit 0
    in
    let recorder =
      { count = 0; frames = 0; registrations = 0; round = 0; events = []; objects = Hashtbl.create 16; errors = [];
        written = (if stream then Some (tell "run") else None); limit; overrun }
    in
    let run =
      { program; recorder; promises = Identities.make (); names = Hashtbl.create 16; shared = Hashtbl.create 4;
        settlers = Hashtbl.create 16; idle = Queue.create (); turns = Queue.create (); probed = probes program;
        watched = Hashtbl.create 4 }
    in
    report := (fun error -> note recorder [ ("e", `String "uncaught"); ("value", error_reference run error) ]);
    let rounds = match member "rounds" program with `Int rounds -> rounds | _ -> 1 in
    for round = 0 to rounds - 1 do
      begin_round run round;
      guarded (fun () -> perform run (to_list (member "steps" program)) { indices = []; step = [] });
      phases run
    done;
    answer recorder "quiet";
    begin_round run 0;
    recorder.events <- [];
    recorder.limit <- max_int;
    recorder.written <- Some (fun event -> recorder.events <- []; tell "late" event)
end

(* MARK: The start *)

(** Performs every run that comes in, and ends the process with the input. *)
let main name (module Adapter : ADAPTER) =
  let module Run = Run (Adapter) in
  (* The identities of promises need addresses that stay. *)
  Gc.set { (Gc.get ()) with max_overhead = 1_000_000; space_overhead = 400 };
  let doors =
    (if Adapter.ready = None then [] else [ "ready-made" ])
    @ (match Adapter.cancel with Some (profile, _) -> [ "cancellation:" ^ profile ] | None -> [])
    @
    if Adapter.combinators = [] then []
    else [ "combinators:" ^ String.concat "," (List.map fst Adapter.combinators) ]
  in
  let capabilities = [ "any-reason"; "collect" ] @ doors @ Adapter.capabilities in
  write
    (`Assoc
      [ ("hello", `String "aplus-host/1"); ("adapter", `String name); ("language", `String "ocaml");
        ("library", `String Adapter.library); ("version", `String Adapter.version);
        ("capabilities", `List (List.map (fun word -> `String word) capabilities)); ("quiescence", `String "proved") ]);
  let rec serve () =
    match read () with
    | None -> Unix._exit 0
    | Some message ->
        let stream = member "stream" message = `Bool true in
        let limit = Option.value (to_int_option (member "limit" message)) ~default:max_int in
        Run.perform_program (to_int (member "run" message)) (member "program" message) ~stream ~limit;
        serve ()
  in
  serve ()
