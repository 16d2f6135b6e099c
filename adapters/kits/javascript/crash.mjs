// Reports where the process is ended by code that runs in it.

import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { Error } = globalThis;
const { stringify } = JSON;
const depth = 64;
/** The CommonJS modules that are loaded, by their files. */
const { cache } = createRequire(import.meta.url);
const kit = fileURLToPath(new URL('.', import.meta.url));

/**
 * Calls back before the process ends itself, with the member `crash` of a message.
 *
 * What the native code of the runtime does is not seen. Must be called before the library loads.
 *
 * @param {string} adapter The adapter's file.
 * @param {(crash: string) => void} written
 */
export function watchCrashes(adapter, written) {
  const { abort, kill, pid, reallyExit } = process;
  const report = () => {
    const frames = stack();
    written(stringify({ s: 0, frames, adapter: real(adapter), alone: isAlone(real(adapter), frames) }));
  };
  process.abort = () => {
    report();
    return abort();
  };
  process.reallyExit = (code) => {
    report();
    return reallyExit.call(process, code);
  };
  process.kill = (other, signal) => {
    if (other === pid && signal !== 0 && signal !== 'SIGKILL') report();
    return kill.call(process, other, signal);
  };
}

/** The functions that are being called, innermost first. */
function stack() {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.prepareStackTrace = (_, sites) => sites;
  Error.stackTraceLimit = depth;
  const sites = new Error().stack;
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  const frames = [];
  for (let index = 0; index < sites.length; index += 1) {
    const file = path(`${sites[index].getFileName() ?? ''}`);
    // The first are those of this file.
    if (frames.length > 0 || file !== `${kit}crash.mjs`) {
      frames[frames.length] = { at: `${sites[index].getFunctionName() ?? ''}`, file };
    }
  }
  return frames;
}

function path(file) {
  try {
    return file.startsWith('file:') ? fileURLToPath(file) : file;
  } catch {
    return file;
  }
}

function real(file) {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Whether nothing but the adapter's file and the kit was loaded, as far as is known: the library may be in that file. */
function isAlone(adapter, frames) {
  const files = Object.keys(cache);
  for (let index = 0; index < frames.length; index += 1) files[files.length] = frames[index].file;
  return files.every((file) => file === adapter || file === '' || file.startsWith(kit) || file.startsWith('node:'));
}
