(* A conforming promise with its own queue. The tests of the host use it. *)

open Host

type promise = { mutable state : state; mutable reactions : (unit -> unit) list (* last first *) }
and state = Pending | Fulfilled of value | Rejected of exn

exception Self_resolution

let jobs : (unit -> unit) Queue.t = Queue.create ()

let settle promise state =
  promise.state <- state;
  List.iter (fun reaction -> Queue.add reaction jobs) (List.rev promise.reactions);
  promise.reactions <- []

let react promise reaction =
  if promise.state = Pending then promise.reactions <- reaction :: promise.reactions else Queue.add reaction jobs

let resolve promise = function
  | Value value -> settle promise (Fulfilled value)
  | Promise other when other == promise -> settle promise (Rejected Self_resolution)
  | Promise other -> react other (fun () -> settle promise other.state)

module Example = struct
  include Defaults

  type nonrec promise = promise

  let library = "a conforming promise"
  let version = "1"

  (* Only the first call of either function takes effect. *)
  let deferred () =
    let promise = { state = Pending; reactions = [] } and is_open = ref true in
    let once act argument =
      if !is_open then begin
        is_open := false;
        act promise argument
      end
    in
    (promise, once resolve, once (fun promise error -> settle promise (Rejected error)))

  let next promise ok bad =
    let derived = { state = Pending; reactions = [] } in
    let handle handler argument =
      match handler argument with
      | result -> resolve derived result
      | exception error -> settle derived (Rejected error)
    in
    react promise (fun () ->
        match (promise.state, ok, bad) with
        | Fulfilled value, Some handler, _ -> handle handler value
        | Rejected error, _, Some handler -> handle handler error
        | state, _, _ -> settle derived state);
    derived

  let drain () = match Queue.take_opt jobs with Some job -> job (); true | None -> false
  let judgement = function Self_resolution -> Host.Self_resolution | _ -> Other
  let capabilities = [ "adopting-resolve" ]
end

let () = main "example-ocaml" (module Example)
