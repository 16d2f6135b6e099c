(* The interface that an adapter implements, and its types. *)

(** The values that a program passes through a library. They are opaque to the library. *)
type value = ..

(** The result of a handler, or what a promise is resolved with. *)
type 'promise result = Value of value | Promise of 'promise

(** Carries a value as a reason, because promises in OCaml are rejected with exceptions only. *)
exception Reason of value

(** Whether an exception is the library's own for a cancelled promise, for a promise that is resolved with itself, or
    another one. *)
type judgement = Cancellation | Self_resolution | Other

module type ADAPTER = sig
  type promise

  val library : string
  val version : string

  (** Makes a pending promise, and the functions that resolve and reject it. *)
  val deferred : unit -> promise * (promise result -> unit) * (exn -> unit)

  (** Registers handlers, in a single call of the library if it has one that takes both. *)
  val next : promise -> (value -> promise result) option -> (exn -> promise result) option -> promise

  (** The functions that make fulfilled and rejected promises. *)
  val ready : ((value -> promise) * (exn -> promise)) option

  (** The profile of cancellation, and the function that cancels. *)
  val cancel : (string * (promise -> unit)) option

  (** Combinators by kind, only those that take just a list of promises. *)
  val combinators : (string * (promise list -> promise)) list

  (** Runs the library's own queue once; returns whether there was something in it. *)
  val drain : unit -> bool

  val judgement : exn -> judgement

  (** Capabilities to add, such as `adopting-resolve` if promises may be resolved with promises. *)
  val capabilities : string list
end

(** Defaults for what an adapter does not define. *)
module Defaults = struct
  let ready = None
  let cancel = None
  let combinators = []
  let drain () = false
  let judgement (_ : exn) = Other
  let capabilities : string list = []
end

type value +=
  | Undefined
  | Null
  | Bool of bool
  | Number of int
  | Real of float
  | Text of string
  | Big of string
  | Object of int  (** a mark or another object that the host made, by its place among the objects of the trace *)
  | List of int * value list

(** A list that the library made, as one value. *)
let list values = List (-1, values)
