// Watches messages between ports, and threads, which the event loop does not list.
//
// A message to a port of this thread is delivered in the next turn, so it is
// enough to count each message when it is sent. Messages from other threads
// cannot be seen.

import { createRequire } from 'node:module';

const threading = createRequire(import.meta.url)('node:worker_threads');
const { Proxy, Set } = globalThis;
const { apply, construct } = Reflect;

/**
 * Starts to watch messages and threads. Must be called before the library loads.
 *
 * @param {() => void} sent Called for each message that this thread sends.
 * @returns {() => number} Counts the living threads that the library started.
 */
export function watchMessages(sent) {
  for (const { prototype } of [threading.MessagePort, threading.BroadcastChannel, threading.Worker]) {
    const { postMessage } = prototype;
    prototype.postMessage = function (...values) {
      sent();
      return apply(postMessage, this, values);
    };
  }
  const living = new Set();
  threading.Worker = new Proxy(threading.Worker, {
    construct(type, values, newTarget) {
      const worker = construct(type, values, newTarget);
      living.add(worker);
      worker.once('exit', () => living.delete(worker));
      return worker;
    },
  });
  return () => living.size;
}
