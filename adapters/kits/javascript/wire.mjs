// The wire: JSON Lines over descriptors that the library cannot reach by accident.

import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const { parse } = JSON;
const { Buffer } = globalThis;
const exit = process.exit.bind(process);
const newline = 10;
/** Bytes: shorter lines are written in one go. */
const largestCopy = 1 << 16;

/** The protocol's two ends, read and written synchronously so that they keep no handle in the event loop. */
export class Wire {
  #input = 0;
  #output = 1;
  #chunks = [];
  #nap = new Int32Array(new SharedArrayBuffer(4));

  /**
   * Moves the protocol to descriptors of its own, before the library loads.
   *
   * Descriptor 0 then reads nothing and 1 goes where 2 goes. Where the system
   * cannot reopen a descriptor, only `process.stdout` is turned away from it.
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
        const chunk = this.#readChunk();
        if (chunk.length === 0) return undefined;
        this.#chunks.push(chunk);
      } else if (line.trim() !== '') {
        return parse(line);
      }
    }
  }

  /** Writes a line at once, given as texts and bytes; ends the process where the reader is gone. */
  write(...pieces) {
    const bytes = [...pieces, '\n'].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
    const length = bytes.reduce((sum, { length }) => sum + length, 0);
    for (const chunk of length < largestCopy ? [Buffer.concat(bytes, length)] : bytes) this.#writeAll(chunk);
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
    const last = this.#chunks.at(-1);
    // Only the newest chunk can hold a newline that was not seen yet.
    const end = last === undefined ? -1 : last.indexOf(newline);
    if (end < 0) return undefined;
    this.#chunks[this.#chunks.length - 1] = last.subarray(0, end);
    const line = Buffer.concat(this.#chunks).toString('utf8');
    this.#chunks = [last.subarray(end + 1)];
    return line;
  }

  #readChunk() {
    const chunk = Buffer.allocUnsafe(65536);
    for (;;) {
      try {
        return chunk.subarray(0, readSync(this.#input, chunk));
      } catch (error) {
        if (error.code === 'EOF') return chunk.subarray(0, 0);
        if (error.code !== 'EAGAIN') throw error;
        this.#rest();
      }
    }
  }

  /** Waits a moment for a descriptor that was given to us in non-blocking mode. */
  #rest() {
    Atomics.wait(this.#nap, 0, 0, 1);
  }
}

/** What the library prints goes to standard error, whose stream must not count as work in progress. */
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
