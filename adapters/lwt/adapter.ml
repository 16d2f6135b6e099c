(* Lwt without an event loop: its core needs none, as it runs callbacks inside the calls that cause them.

   `task` makes promises that can be cancelled; `try_bind` is the call with two handlers. *)

open Host

module Adapter = struct
  include Defaults

  type promise = value Lwt.t

  let library = "Lwt"
  let version = Version.of_package "lwt"

  let deferred () =
    let promise, resolver = Lwt.task () in
    let resolve = function
      | Value value -> Lwt.wakeup_later resolver value
      | Promise _ -> invalid_arg "Lwt resolves with values only"
    in
    (promise, resolve, Lwt.wakeup_later_exn resolver)

  let follow = function Value value -> Lwt.return value | Promise promise -> promise

  let next promise ok bad =
    let handler call argument = follow (call argument) in
    match (ok, bad) with
    | Some ok, Some bad -> Lwt.try_bind (fun () -> promise) (handler ok) (handler bad)
    | Some ok, None -> Lwt.bind promise (handler ok)
    | None, Some bad -> Lwt.catch (fun () -> promise) (handler bad)
    | None, None -> Lwt.bind promise Lwt.return

  let ready = Some (Lwt.return, Lwt.fail)
  let cancel = Some ("upstream", Lwt.cancel)

  let zip = function
    | [ one; other ] -> Lwt.map (fun (value, another) -> list [ value; another ]) (Lwt.both one other)
    | _ -> invalid_arg "Lwt.both takes two promises"

  let combinators = [ ("all", fun promises -> Lwt.map list (Lwt.all promises)); ("zip", zip) ]

  (* Resolves the promises of `Lwt.pause`. *)
  let drain () =
    let is_paused = Lwt.paused_count () > 0 in
    if is_paused then Lwt.wakeup_paused ();
    is_paused

  let judgement = function Lwt.Canceled -> Cancellation | _ -> Other
end

let () =
  (* By default, Lwt ends the process on an uncaught exception. *)
  Lwt.async_exception_hook := uncaught;
  main "lwt" (module Adapter)
