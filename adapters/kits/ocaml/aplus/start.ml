(* The main program of an adapter. *)

open Interface

let main name (module Adapter : ADAPTER) =
  let module Run = Run.Make (Adapter) in
  (* The identities of promises need addresses that never change, so the heap must not be compacted. *)
  Gc.set { (Gc.get ()) with max_overhead = 1_000_000; space_overhead = 400 };
  let offered =
    (if Adapter.ready = None then [] else [ "ready-made" ])
    @ (match Adapter.cancel with Some (profile, _) -> [ "cancellation:" ^ profile ] | None -> [])
    @
    if Adapter.combinators = [] then []
    else [ "combinators:" ^ String.concat "," (List.map fst Adapter.combinators) ]
  in
  let capabilities = [ "any-reason"; "collect" ] @ offered @ Adapter.capabilities in
  Wire.write
    (`Assoc
      [ ("hello", `String "aplus-host/1"); ("adapter", `String name); ("language", `String "ocaml");
        ("library", `String Adapter.library); ("version", `String Adapter.version);
        ("capabilities", `List (List.map (fun word -> `String word) capabilities)); ("quiescence", `String "proved") ]);
  let rec serve () =
    match Wire.read () with
    | None -> Unix._exit 0
    | Some message ->
        Run.perform_program message;
        serve ()
  in
  serve ()
