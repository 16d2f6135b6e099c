(** A host for promises in OCaml, 4.13 or later: performs programs on a library and writes what it saw.

    An adapter is a module of type ADAPTER; `Host.main "mylib" (module Adapter)` is its main program. *)

include Aplus.Interface

(** An exception left the library at the top of a stack: for the hooks in which a library reports such. *)
let uncaught = Aplus.Escapes.uncaught

(** Performs every run that comes in, and ends the process with the input. *)
let main = Aplus.Start.main
