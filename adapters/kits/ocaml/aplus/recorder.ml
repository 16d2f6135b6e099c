(* Numbers the events, frames and identities of one run. *)

type json = Yojson.Basic.t
type fields = (string * json) list
type description = { fields : fields; mutable names : string list }

type t = {
  mutable count : int;
  mutable frames : int;
  mutable registrations : int;
  mutable round : int;
  mutable events : json list;  (** last first *)
  objects : (int, description) Hashtbl.t;
  mutable changed : int list;  (** the objects that are new or have new names since the last event that was written *)
  mutable errors : (exn * int) list;
  mutable written : (json -> fields -> unit) option;  (** takes each event at once, and the member for changed objects *)
  mutable limit : int;  (** how many events are recorded at most *)
  overrun : t -> unit;  (** called at the first event beyond the limit; ends the process *)
}

let make ~written ~limit ~overrun =
  { count = 0; frames = 0; registrations = 0; round = 0; events = []; objects = Hashtbl.create 16; changed = [];
    errors = []; written; limit; overrun }

let describe run identity : json =
  let { fields; names } = Hashtbl.find run.objects identity in
  `Assoc (if names = [] then fields else fields @ [ ("names", `List (List.rev_map (fun name -> `String name) names)) ])

(* The member of a line that describes the objects that have changed since the last one. *)
let changes run =
  let identities = List.sort_uniq compare run.changed in
  run.changed <- [];
  let members = List.map (fun identity -> (string_of_int identity, describe run identity)) identities in
  if members = [] then [] else [ ("objects", `Assoc members) ]

let note run ?(indices = []) fields =
  if run.count >= run.limit then run.overrun run;
  run.count <- run.count + 1;
  let place = if indices = [] then [] else [ ("i", `List (List.rev_map (fun index -> `Int index) indices)) ] in
  let round = if run.round > 0 then [ ("r", `Int run.round) ] else [] in
  let event = `Assoc ((("n", `Int run.count) :: ("s", `Int 0) :: fields) @ place @ round) in
  run.events <- event :: run.events;
  Option.iter (fun write -> write event (changes run)) run.written

let begin_frame run indices fields =
  run.frames <- run.frames + 1;
  note run ~indices (("e", `String "begin") :: ("f", `Int run.frames) :: fields);
  run.frames

let end_frame run indices frame fields = note run ~indices (("e", `String "end") :: ("f", `Int frame) :: fields)

let note_change run identity = if run.written <> None then run.changed <- identity :: run.changed

(* Adds an object; returns its identity. *)
let introduce run kind fields =
  let identity = Hashtbl.length run.objects in
  let round = if run.round > 0 then [ ("round", `Int run.round) ] else [] in
  Hashtbl.replace run.objects identity { fields = (("kind", `String kind) :: fields) @ round; names = [] };
  note_change run identity;
  identity

(* Adds a name to an object's description. *)
let name run identity name =
  let description = Hashtbl.find run.objects identity in
  if not (List.mem name description.names) then (
    description.names <- name :: description.names;
    note_change run identity)

(* From now on, passes all events on, without a limit, and keeps none. *)
let finish run send =
  run.events <- [];
  run.limit <- max_int;
  run.written <-
    Some
      (fun event _ ->
        run.events <- [];
        send event [])

(* The trace so far, with what the host's thread does if it still computes. *)
let trace ?activity run ending : json =
  let computing = List.map (fun one -> ("computing", Activity.description one)) (Option.to_list activity) in
  `Assoc
    ([ ("trace", `String "aplus-trace/1"); ("ending", `String ending) ]
    @ computing
    @ [ ("objects", `List (List.init (Hashtbl.length run.objects) (describe run)));
        ("events", `List (List.rev run.events)) ])

(* MARK: Values that need no adapter *)

let refer identity : json = `Assoc [ ("ref", `Int identity) ]

let real number : json =
  match classify_float number with
  | FP_nan -> `Assoc [ ("is", `String "NaN") ]
  | FP_infinite -> `Assoc [ ("is", `String (if number > 0. then "Infinity" else "-Infinity")) ]
  | FP_zero when 1. /. number < 0. -> `Assoc [ ("is", `String "-0") ]
  | _ -> `Float number

(* The first characters of a string in UTF-8. It is never cut inside a character. *)
let shortened text =
  let rec cut at characters =
    if at >= String.length text then text
    else if Char.code text.[at] land 0xC0 = 0x80 then cut (at + 1) characters
    else if characters = Constants.longest_text_length then String.sub text 0 at
    else cut (at + 1) (characters + 1)
  in
  cut 0 0
