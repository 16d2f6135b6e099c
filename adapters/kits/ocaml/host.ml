(** A host for promises in OCaml, 4.13 or later: performs programs on a library and writes what it saw.

    An adapter is a module of type ADAPTER; `Host.main "mylib" (module Adapter)` is its main program. *)

include Aplus.Interface

(** Records an exception that left the library at the top of a stack, for hooks through which a library reports such
    exceptions. *)
let uncaught = Aplus.Escapes.uncaught

(** Performs all incoming runs, and ends the process when the input ends. *)
let main = Aplus.Start.main
