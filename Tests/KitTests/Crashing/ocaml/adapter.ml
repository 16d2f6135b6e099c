(* A small promise whose process ends somewhere: `APLUS_CRASH` names the place.

   In the library: `then` (an abort), `nested` (a `then` that a handler calls: a segmentation fault), `throw` (an end on
   what a handler raises), `stack` (a `then` that calls itself forever), `queue-stack` (a job that does). Elsewhere:
   `load`, `make`, `queue` (a job of no promise), `kill` (a `then` in which somebody else ends the process).

   The process goes on: `pause` (a settlement of four reactions, after which the process is stopped for a while). *)

open Host

type promise = { mutable state : state; mutable reactions : (unit -> unit) list (* the last first *) }
and state = Pending | Fulfilled of value | Rejected of exn

let place = Option.value (Sys.getenv_opt "APLUS_CRASH") ~default:""
let signal number = Unix.kill (Unix.getpid ()) number

(* The runtime lets the first one pass that is no fault. *)
let fault () =
  Sys.set_signal Sys.sigsegv Sys.Signal_default;
  signal Sys.sigsegv

(* Ends the process where the place is the one that is asked for. *)
let crash here = if place = here then signal Sys.sigabrt

let () = crash "load"

(* More than a loop: what it gives is used. *)
let rec recur depth = 1 + recur (depth + 1)
let exhaust here = if place = here then ignore (Sys.opaque_identity (recur 0))

(* Stops the process for longer than the host waits for a library. *)
let pause () = ignore (Sys.command "kill -STOP $PPID; sleep $APLUS_PAUSE; kill -CONT $PPID")

let nap () = Unix.sleepf 0.02
let jobs : (unit -> unit) Queue.t = Queue.create ()
let is_handling = ref false

let settle promise state =
  match promise.state with
  | Fulfilled _ | Rejected _ -> ()
  | Pending ->
      promise.state <- state;
      (* No smoke program has so many. *)
      if place = "pause" && List.length promise.reactions = 4 then (
        for job = 1 to 25 do Queue.add (if job = 6 then pause else nap) jobs done);
      List.iter (fun reaction -> Queue.add reaction jobs) (List.rev promise.reactions);
      promise.reactions <- [];
      Queue.add (fun () -> crash "queue"; exhaust "queue-stack") jobs

let react promise reaction =
  match promise.state with
  | Pending -> promise.reactions <- reaction :: promise.reactions
  | Fulfilled _ | Rejected _ -> Queue.add reaction jobs

let resolve promise = function
  | Value value -> settle promise (Fulfilled value)
  | Promise other -> react other (fun () -> settle promise other.state)

module Crashing = struct
  include Defaults

  type nonrec promise = promise

  let library = "a promise that crashes"
  let version = "1"

  let deferred () =
    crash "make";
    let promise = { state = Pending; reactions = [] } in
    (promise, resolve promise, fun error -> settle promise (Rejected error))

  let next promise ok bad =
    crash "then";
    if place = "nested" && !is_handling then fault ();
    if place = "kill" then signal Sys.sigkill;
    exhaust "stack";
    let derived = { state = Pending; reactions = [] } in
    let handle handler argument =
      is_handling := true;
      (match handler argument with
      | result -> resolve derived result
      | exception error ->
          if place = "throw" then exit 3;
          settle derived (Rejected error));
      is_handling := false
    in
    react promise (fun () ->
        match (promise.state, ok, bad) with
        | Fulfilled value, Some handler, _ -> handle handler value
        | Rejected error, _, Some handler -> handle handler error
        | state, _, _ -> settle derived state);
    derived

  let drain () = match Queue.take_opt jobs with Some job -> job (); true | None -> false
end

let () = main "crashing-ocaml" (module Crashing)
