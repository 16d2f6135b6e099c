(* The identities of promises, without keeping any promise alive. The collector moves new objects, so those are
   compared one by one. After a minor collection, they are found by their address, which no longer changes, as nothing
   compacts the heap. *)

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
