(* JSON Lines over descriptors that the library cannot reach by accident. *)

let input, output =
  let input = Unix.in_channel_of_descr (Unix.dup ~cloexec:true Unix.stdin) in
  let output = Unix.out_channel_of_descr (Unix.dup ~cloexec:true Unix.stdout) in
  Unix.dup2 (Unix.openfile "/dev/null" [ Unix.O_RDONLY ] 0) Unix.stdin;
  Unix.dup2 Unix.stderr Unix.stdout;
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  (input, output)

(* Writes a message at once; ends the process if the reader is gone. *)
let write message =
  try
    Yojson.Basic.to_channel output message;
    output_char output '\n';
    flush output
  with Sys_error _ -> Unix._exit 0

(* The next message; None at the end of input. *)
let rec read () =
  match input_line input with
  | "" -> read ()
  | line -> Some (Yojson.Basic.from_string line)
  | exception End_of_file -> None
