(* Evaluates the value expressions of a program. *)

open Context
open Interface
open Recorder
open Yojson.Basic.Util

let settlements = [ ("fulfilled", "fulfill"); ("rejected", "reject"); ("resolved", "resolve") ]

module Make (Adapter : ADAPTER) = struct
  include Library.Make (Adapter)

  let rec evaluate run (expression : json) context : value =
    match expression with
    | `Null -> Null
    | `Bool flag -> Bool flag
    | `Int number -> Number number
    | `Float number -> Real number
    | `String name when name.[0] >= 'A' && name.[0] <= 'Z' -> mark run ~name:(name_in context name) name
    | `String name -> (match bound run name context with Some value -> value | None -> mark run "UNBOUND")
    | `Assoc (("text", text) :: _) -> Text (to_string text)
    | `Assoc (("is", word) :: _) -> special run (to_string word)
    | `Assoc (("error", name) :: _) -> Object (introduce run.recorder "error" [ ("class", name) ])
    | `Assoc (("list", items) :: _) -> listed run (List.map (fun item -> evaluate run item context) (to_list items))
    | `Assoc members when List.mem_assoc "promise" members -> make_promise run expression context
    | _ -> invalid_arg ("a value that OCaml cannot express: " ^ Yojson.Basic.to_string expression)

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

  (* Makes a promise of the library; returns the mark UNBOUND if the library raised instead. *)
  and make_promise run expression context =
    let state = text "promise" expression and is_due = has "when" expression in
    let value = if has "with" expression then evaluate run (member "with" expression) context else Undefined in
    let shown = if is_due then "pending" else state in
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
      if shown <> "pending" then settle (resolve, reject) (List.assoc state settlements) value;
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
        if is_due then Queue.add (settle_when_idle run number (Option.get !settlers) state value context) run.idle;
        Held promise

  and settle_when_idle run number settlers state value context () =
    note run.recorder ~indices:context.indices [ ("e", `String "block"); ("due", refer number) ];
    settle_step run context [] settlers (List.assoc state settlements) (refer number) value
end
