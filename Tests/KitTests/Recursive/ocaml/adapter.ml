(* A promise that calls handlers from within its settlement: a chain takes as much of the stack as it is long. *)

open Host

type chain = { mutable state : state; mutable reactions : (unit -> unit) list (* the last first *) }
and state = Pending | Fulfilled of value | Rejected of exn

let settle chain state =
  match chain.state with
  | Fulfilled _ | Rejected _ -> ()
  | Pending ->
      let reactions = List.rev chain.reactions in
      chain.state <- state;
      chain.reactions <- [];
      List.iter (fun reaction -> reaction ()) reactions

module Recursive = struct
  include Defaults

  type promise = chain

  let library = "a promise that calls itself"
  let version = "1"
  let outcome = function Value value -> Fulfilled value | Promise _ -> invalid_arg "only values"

  let deferred () =
    let chain = { state = Pending; reactions = [] } in
    (chain, (fun result -> settle chain (outcome result)), fun error -> settle chain (Rejected error))

  let next chain ok bad =
    let derived = { state = Pending; reactions = [] } in
    let handle handler argument =
      settle derived (match handler argument with result -> outcome result | exception error -> Rejected error)
    in
    let react () =
      match (chain.state, ok, bad) with
      | Fulfilled value, Some handler, _ -> handle handler value
      | Rejected error, _, Some handler -> handle handler error
      | state, _, _ -> settle derived state
    in
    if chain.state = Pending then chain.reactions <- react :: chain.reactions else react ();
    derived
end

let () = main "recursive-ocaml" (module Recursive)
