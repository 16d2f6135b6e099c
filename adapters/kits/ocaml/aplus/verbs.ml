(* Performs steps. *)

open Context
open Interface
open Recorder
open Yojson.Basic.Util

module Make (Adapter : ADAPTER) = struct
  include User_code.Make (Adapter)

  let rec perform run steps context =
    let perform_step step =
      performer (text "verb" step) run step { context with step = [ ("step", member "id" step) ] }
    in
    List.iter perform_step steps

  (* The function that performs a verb. *)
  and performer = function
    | "let" -> perform_let
    | "fulfill" | "reject" | "resolve" -> perform_settlement
    | "then" -> perform_then
    | "combine" -> perform_combine
    | "mark" -> perform_mark
    | "later" -> perform_later
    | "repeat" -> perform_repeat
    | "drop" -> perform_drop
    | "probe" -> perform_probe
    | "cancel" -> perform_cancel
    | verb -> invalid_arg ("OCaml cannot perform " ^ verb)

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

  and perform_settlement run step context =
    let verb = text "verb" step in
    with_promise run (text verb step) context (fun promise ->
        let number = identity run promise in
        match Hashtbl.find_opt run.settlers number with
        | None -> unbound run (text verb step) context
        | Some settlers ->
            let value = evaluate run (member "with" step) context in
            settle_step run context context.step settlers verb (refer number) value)

  and perform_then run step context =
    with_promise run (text "then" step) context (fun promise ->
        run.recorder.registrations <- run.recorder.registrations + 1;
        let number = ("reg", `Int run.recorder.registrations) in
        let slot word =
          let frame = [ ("in", `String "handler"); number; ("slot", `String word) ] in
          if has word step then Some (closure ~perform run (text word step) frame context) else None
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
    call run context fields (fun () -> List.iter forget names)

  and perform_probe run step context =
    let is_gone = is_gone run (name_in context (text "probe" step)) in
    let fields = [ ("name", member "probe" step); ("yes", `Bool is_gone) ] in
    note run.recorder ~indices:context.indices ((("e", `String "gone") :: context.step) @ fields)

  and perform_cancel run step context =
    with_promise run (text "cancel" step) context (fun promise ->
        let _, cancel = Option.get Adapter.cancel in
        let fields = (("in", `String "cancel") :: context.step) @ [ ("on", refer (identity run promise)) ] in
        call run context fields (fun () -> cancel promise))
end
