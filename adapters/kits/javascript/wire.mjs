// The wire: JSON Lines over descriptors that the library cannot reach by accident.

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { bare, trim } from './intrinsics.mjs';

const { parse } = JSON;
const { Buffer } = globalThis;
const exit = process.exit.bind(process);
const newline = 10;
/** The most bytes that are read at a time. */
const chunkSize = 1 << 16;

/** The protocol's two ends, read and written synchronously so that they keep no handle in the event loop. */
export class Wire {
  #input = 0;
  #output = 1;
  #buffer = Buffer.allocUnsafe(chunkSize);
  /** The unread part of the buffer. */
  #start = 0;
  #end = 0;
  /** The parts of a line that is not complete yet. */
  #parts = [];
  #nap = new Int32Array(new SharedArrayBuffer(4));

  /**
   * Moves the protocol to new descriptors. Must be called before the library loads.
   *
   * Descriptor 0 is then empty, and 1 goes where 2 goes. If the system cannot
   * reopen a descriptor, only `process.stdout` is redirected.
   */
  open() {
    redirectStreams();
    try {
      const input = openSync('/dev/fd/0', 'r');
      const output = openSync('/dev/fd/1', 'a');
      this.#input = input;
      this.#output = output;
    } catch {
      return;
    }
    replaceDescriptor(0, '/dev/null', 'r');
    replaceDescriptor(1, '/dev/fd/2', 'a');
  }

  /** Waits for the next message; undefined at the end of input. */
  read() {
    for (;;) {
      const line = this.#nextLine();
      if (line === undefined) {
        if (!this.#fill()) return undefined;
      } else if (trim(line) !== '') {
        return bare(parse(line));
      }
    }
  }

  /** Writes a line at once, given as strings and bytes; ends the process if the reader is gone. */
  write(...pieces) {
    let text = '';
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        text += piece;
      } else {
        this.#writeAll(Buffer.from(text));
        this.#writeAll(piece);
        text = '';
      }
    }
    this.#writeAll(Buffer.from(`${text}\n`));
  }

  #writeAll(bytes) {
    let written = 0;
    while (written < bytes.length) {
      try {
        written += writeSync(this.#output, bytes, written);
      } catch (error) {
        if (error.code !== 'EAGAIN') exit(error.code === 'EPIPE' ? 0 : 1);
        this.#rest();
      }
    }
  }

  #nextLine() {
    const unread = this.#buffer.subarray(this.#start, this.#end);
    const length = unread.indexOf(newline);
    if (length < 0) return undefined;
    this.#start += length + 1;
    const last = unread.subarray(0, length);
    if (this.#parts.length === 0) return last.toString();
    const line = Buffer.concat([...this.#parts, last]).toString();
    this.#parts = [];
    return line;
  }

  /** Sets the rest of the buffer aside and reads more; returns false at the end of input. */
  #fill() {
    if (this.#start < this.#end) this.#parts.push(Buffer.from(this.#buffer.subarray(this.#start, this.#end)));
    this.#start = 0;
    this.#end = 0;
    for (;;) {
      try {
        this.#end = readSync(this.#input, this.#buffer);
        return this.#end > 0;
      } catch (error) {
        if (error.code === 'EOF') return false;
        if (error.code !== 'EAGAIN') throw error;
        this.#rest();
      }
    }
  }

  /** Waits a moment, as the descriptor may be in non-blocking mode. */
  #rest() {
    Atomics.wait(this.#nap, 0, 0, 1);
  }
}

/** Redirects the library's output to standard error, whose stream must not count as pending work. */
function redirectStreams() {
  const { get } = Object.getOwnPropertyDescriptor(process, 'stderr');
  const standardError = () => {
    const stream = get.call(process);
    stream.unref?.();
    return stream;
  };
  for (const name of ['stdout', 'stderr']) {
    Object.defineProperty(process, name, { get: standardError, configurable: true, enumerable: true });
  }
}

/** Closes a descriptor and opens another file in its place: the lowest free number is used. */
function replaceDescriptor(descriptor, path, flags) {
  closeSync(descriptor);
  try {
    openSync(path, flags);
  } catch {
    openSync('/dev/null', flags);
  }
}
