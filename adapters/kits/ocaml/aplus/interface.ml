(* What an adapter implements, and the types that it meets. *)

(** What a program passes through a library, which knows nothing about it. *)
type value = ..

(** What a handler returns, and what a promise may be resolved with. *)
type 'promise result = Value of value | Promise of 'promise

(** OCaml rejects with exceptions only: what is none travels in this one. *)
exception Reason of value

(** Why a library rejected by itself. *)
type judgement = Cancellation | Self_resolution | Other

module type ADAPTER = sig
  type promise

  val library : string
  val version : string

  (** A pending promise, and what resolves and rejects it. *)
  val deferred : unit -> promise * (promise result -> unit) * (exn -> unit)

  (** Registers handlers in one call of the library, where it has such a call. *)
  val next : promise -> (value -> promise result) option -> (exn -> promise result) option -> promise

  (** What makes fulfilled and rejected promises. *)
  val ready : ((value -> promise) * (exn -> promise)) option

  (** The profile of cancellation, and what cancels. *)
  val cancel : (string * (promise -> unit)) option

  (** Kinds of combinators that need nothing but promises. *)
  val combinators : (string * (promise list -> promise)) list

  (** Lets a queue of the library's own run once; false where nothing was in it. *)
  val drain : unit -> bool

  val judgement : exn -> judgement

  (** Words to add, such as `adopting-resolve` where promises may be resolved with promises. *)
  val capabilities : string list
end

(** What an adapter leaves out. *)
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
  | Object of int  (** a mark or anything else that the host made, by its place among the objects of a trace *)
  | List of int * value list

(** The values of a list that the library made, as one. *)
let list values = List (-1, values)
