// Handles faults of the host itself.

import { constants } from './constants.mjs';

const exit = process.exit.bind(process);

/** Ends the process: a host that cannot perform a program must not write a trace of it. */
export function broken(message) {
  process.stderr.write(`host: ${message}\n`);
  return exit(constants.brokenExitStatus);
}

/** Runs the host's own code. An exception in it is a fault of the host, which the library must not catch. */
export function guard(body) {
  try {
    return body();
  } catch (error) {
    return broken(error?.stack ?? `${error}`);
  }
}
