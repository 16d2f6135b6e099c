(* The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment. *)
(* The guide: 'How to write an adapter', and the page of the kit for ocaml. *)
open Host

module Adapter = struct
  include Defaults

  (* FILL IN: the type of your promises, with values of type Host.value *)
  type promise = Mylib.promise

  (* FILL IN: the name of your library in reports *)
  let library = "mylib"
  let version = "1"
  (* FILL IN: make a pending promise, and the functions that resolve and reject it *)
  let deferred = Mylib.Example.deferred
  (* FILL IN: the call that registers two handlers, each of which may be None; register all handlers the same way *)
  let next = Mylib.Example.next
  (* FILL IN: run your library's queue; omit this if it has none *)
  let drain = Mylib.Example.drain
  (* FILL IN: recognize your library's own errors; omit this if it has none *)
  let judgement = Mylib.Example.judgement
  let capabilities = [ "adopting-resolve" ]
end

let () = main "mylib" (module Adapter)
