(* What aplus-check does with your library; each line marked FILL IN says what is yours. Take the mark away with it. *)
(* The guide: 'How to write an adapter', and the page of the kit for ocaml. *)
open Host

module Adapter = struct
  include Defaults

  (* FILL IN: the type of your promises, of values of type Host.value *)
  type promise = Mylib.promise

  (* FILL IN: what reports call your library *)
  let library = "mylib"
  let version = "1"
  (* FILL IN: make a pending promise, and the functions that resolve and reject it *)
  let deferred = Mylib.Example.deferred
  (* FILL IN: the call that registers two handlers, each of which may be None *)
  let next = Mylib.Example.next
  (* FILL IN: run what waits in your library's queue; leave it out where there is none *)
  let drain = Mylib.Example.drain
  (* FILL IN: tell your library's own errors; leave it out where there are none *)
  let judgement = Mylib.Example.judgement
  let capabilities = [ "adopting-resolve" ]
end

let () = main "mylib" (module Adapter)
